'use strict';

// bluebird: a constructor, and everything else as methods.
//
// Its cancellation, off by default, goes up as long as nobody else waits, and
// calls only handlers of `finally`; handlers that are added later are called.

const { constructed, entryPoints, load } = require('../kits/javascript/library.cjs');
const { exports: Promise, version } = load('bluebird', require('./adapter.json'));

Promise.config({ cancellation: true });

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
exports.capabilities = ['cancellation:counted'];
exports.cancel = (promise) => promise.cancel();
exports.isCancellation = (reason) => reason instanceof Promise.CancellationError;
exports.isTimeout = (reason) => reason instanceof Promise.TimeoutError;
