'use strict';

// bluebird: a constructor, and everything else as methods.
//
// Its cancellation, off by default, goes up to the nearest promise that others
// wait for too, and calls only handlers of `finally`. No profile describes that,
// so it is left out.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: Promise, version } = load('bluebird', require('./adapter.json'));

exports.library = 'bluebird';
exports.version = version;

Object.assign(exports, entryPoints(Promise));

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  any: (promises) => Promise.any(promises),
  delay: ([promise], { ms }) => promise.delay(ms),
  timeout: ([promise], { ms }) => promise.timeout(ms),
  finally: ([promise], { call }) => promise.finally(call),
  ...constructed(Promise),
};
exports.isTimeout = (reason) => reason instanceof Promise.TimeoutError;
