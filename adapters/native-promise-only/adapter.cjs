'use strict';

// Native Promise Only: a polyfill that returns the global Promise if there is one, so it is loaded without one.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');

const native = globalThis.Promise;
delete globalThis.Promise;
const { exports: Promise, version } = load('native-promise-only', require('./adapter.json'));
globalThis.Promise = native;

exports.library = 'Native Promise Only';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  ...constructed(Promise),
};
