'use strict';

// vow: deferreds with a method that returns the promise.

const { constructed, load } = require('../kits/javascript/library.cjs');
const { exports: vow, version } = load('vow', require('./adapter.json'));

exports.library = 'vow';
exports.version = version;

exports.deferred = () => {
  const deferred = vow.defer();
  return {
    promise: deferred.promise(),
    resolve: (value) => deferred.resolve(value),
    reject: (reason) => deferred.reject(reason),
  };
};
exports.resolved = (value) => vow.resolve(value);
exports.rejected = (reason) => vow.reject(reason);

exports.combinators = {
  all: (promises) => vow.all(promises),
  race: (promises) => vow.Promise.race(promises),
  any: (promises) => vow.any(promises),
  delay: ([promise], { ms }) => promise.delay(ms),
  timeout: ([promise], { ms }) => promise.timeout(ms),
  finally: ([promise], { call }) => promise.finally(call),
  try: (promises, { call }) => vow.invoke(call),
  executor: constructed(vow.Promise).executor,
};
exports.isTimeout = (reason) => reason instanceof vow.TimedOutError;
