'use strict';

// What an adapter exports for a library whose promises come from a constructor like that of the built-in Promise.

/** Makes promises, pending and settled. */
exports.entryPoints = (Promise) => ({
  deferred: () => {
    let resolve, reject;
    const promise = new Promise((fulfilling, rejecting) => {
      resolve = fulfilling;
      reject = rejecting;
    });
    return { promise, resolve, reject };
  },
  resolved: (value) => Promise.resolve(value),
  rejected: (reason) => Promise.reject(reason),
});

/** The combinators that the constructor provides. */
exports.constructed = (Promise) => ({
  try: (promises, { call }) => new Promise((resolve) => {
    resolve(call());
  }),
  executor: ([thenable]) => new Promise((resolve, reject) => {
    thenable.then(resolve, reject);
  }),
});

/** All that a class provides, with the combinators that it has under their usual names. */
exports.ofClass = (Promise) => {
  const { deferred, resolved, rejected } = exports.entryPoints(Promise);
  const combinators = exports.constructed(Promise);
  for (const kind of ['all', 'race', 'any', 'allSettled']) {
    if (typeof Promise[kind] === 'function') combinators[kind] = (promises) => Promise[kind](promises);
  }
  if (typeof Promise.prototype?.finally === 'function') {
    combinators.finally = ([promise], { call }) => promise.finally(call);
  }
  const hasReady = typeof Promise.resolve === 'function' && typeof Promise.reject === 'function';
  return { deferred, combinators, ...(hasReady ? { resolved, rejected } : {}) };
};
