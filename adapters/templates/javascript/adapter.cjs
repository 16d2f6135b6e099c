// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for javascript.
// FILL IN: load your library
const { MyPromise } = require('./mylib.cjs');

exports.deferred = () => {
  let resolve, reject;
  // FILL IN: make a pending promise, and keep the functions that settle it
  const promise = new MyPromise((a, b) => { resolve = a; reject = b; });
  return { promise, resolve, reject };
};
