'use strict';

// promise: a constructor.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: Promise, version } = load('promise', require('./adapter.json'));

exports.library = 'promise';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  any: (promises) => Promise.any(promises),
  allSettled: (promises) => Promise.allSettled(promises),
  finally: ([promise], { call }) => promise.finally(call),
  ...constructed(Promise),
};
exports.capabilities = ['results:allSettled', 'results:any'];
