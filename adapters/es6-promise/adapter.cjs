'use strict';

// es6-promise: the ponyfill, which does not touch the global Promise.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: { Promise }, version } = load('es6-promise', require('./adapter.json'));

exports.library = 'es6-promise';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  finally: ([promise], { call }) => promise.finally(call),
  ...constructed(Promise),
};
