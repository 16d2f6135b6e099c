'use strict';

// lie: a constructor.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: Promise, version } = load('lie', require('./adapter.json'));

exports.library = 'lie';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  finally: ([promise], { call }) => promise.finally(call),
  ...constructed(Promise),
};
