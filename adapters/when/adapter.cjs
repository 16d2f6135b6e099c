'use strict';

// when: deferreds, and functions that take promises.

const { constructed, load } = require('../kits/javascript/library.cjs');
const { exports: when, version } = load('when', require('./adapter.json'));

exports.library = 'when';
exports.version = version;

exports.deferred = () => when.defer();
exports.resolved = (value) => when.resolve(value);
exports.rejected = (reason) => when.reject(reason);

exports.combinators = {
  all: (promises) => when.all(promises),
  race: (promises) => when.race(promises),
  any: (promises) => when.any(promises),
  delay: ([promise], { ms }) => promise.delay(ms),
  timeout: ([promise], { ms }) => promise.timeout(ms),
  finally: ([promise], { call }) => promise.finally(call),
  try: (promises, { call }) => when.try(call),
  executor: constructed(when.Promise).executor,
};
exports.isTimeout = (reason) => reason instanceof when.TimeoutError;
