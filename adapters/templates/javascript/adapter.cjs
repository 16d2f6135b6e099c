// What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
// The guide: 'How to write an adapter', and the page of the kit for javascript.
// FILL IN: load your library
const { MyPromise } = require('./mylib.cjs');

exports.deferred = () => {
  let resolve, reject;
  // FILL IN: make a pending promise, and take what settles it
  const promise = new MyPromise((a, b) => { resolve = a; reject = b; });
  return { promise, resolve, reject };
};
