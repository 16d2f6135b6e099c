'use strict';

// Q: deferreds, and functions that take promises.

const { constructed, load } = require('../kits/javascript/library.cjs');
const { exports: Q, version } = load('q', require('./adapter.json'));

exports.library = 'Q';
exports.version = version;

exports.deferred = () => Q.defer();
exports.resolved = (value) => Q(value);
exports.rejected = (reason) => Q.reject(reason);

exports.combinators = {
  all: (promises) => Q.all(promises),
  race: (promises) => Q.race(promises),
  any: (promises) => Q.any(promises),
  delay: ([promise], { ms }) => Q.delay(promise, ms),
  timeout: ([promise], { ms }) => Q.timeout(promise, ms),
  finally: ([promise], { call }) => promise.finally(call),
  try: (promises, { call }) => Q.try(call),
  executor: constructed(Q.Promise).executor,
};
exports.isTimeout = (reason) => reason?.code === 'ETIMEDOUT';
