'use strict';

// The built-in promise of Node.js.

exports.library = 'Promise of Node.js';
exports.version = process.versions.node;

exports.deferred = () => {
  let resolve, reject;
  const promise = new Promise((fulfilling, rejecting) => {
    resolve = fulfilling;
    reject = rejecting;
  });
  return { promise, resolve, reject };
};
exports.resolved = (value) => Promise.resolve(value);
exports.rejected = (reason) => Promise.reject(reason);

exports.combinators = {
  all: (promises) => Promise.all(promises),
  race: (promises) => Promise.race(promises),
  any: (promises) => Promise.any(promises),
  allSettled: (promises) => Promise.allSettled(promises),
  finally: ([promise], { call }) => promise.finally(call),
  try: (promises, { call }) => new Promise((resolve) => {
    resolve(call());
  }),
};
