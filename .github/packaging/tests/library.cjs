// The adapter of a promise that calls a handler inside `then` if it is fulfilled already.
'use strict';

class Hasty {
  constructor(promise) { this.promise = promise; }

  then(onFulfilled, onRejected) {
    if (!('value' in this) || typeof onFulfilled !== 'function') return new Hasty(this.promise.then(onFulfilled, onRejected));
    return new Hasty(new Promise((resolve) => { resolve(onFulfilled(this.value)); }));
  }
}

exports.deferred = () => {
  let settle, reject;
  const promise = new Hasty(new Promise((a, b) => { settle = a; reject = b; }));
  const resolve = (value) => {
    if (!promise.isResolved && typeof value?.then !== 'function') promise.value = value;
    promise.isResolved = true;
    settle(value);
  };
  return { promise, resolve, reject };
};
exports.capabilities = ['-nonfunctions'];
