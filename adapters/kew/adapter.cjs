'use strict';

// kew: each deferred is its own promise.

const { load } = require('../kits/javascript/library.cjs');
const { exports: kew, version } = load('kew', require('./adapter.json'));

exports.library = 'kew';
exports.version = version;

exports.deferred = () => {
  const deferred = kew.defer();
  return {
    promise: deferred.promise,
    resolve: (value) => deferred.resolve(value),
    reject: (reason) => deferred.reject(reason),
  };
};
exports.resolved = (value) => kew.resolve(value);
exports.rejected = (reason) => kew.reject(reason);

exports.combinators = {
  all: (promises) => kew.all(promises),
  delay: ([promise], { ms }) => promise.delay(ms),
  timeout: ([promise], { ms }) => promise.timeout(ms),
  try: (promises, { call }) => kew.fcall(call),
};
