// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for javascript. Node.js reads this file from version 22.18 on;
// it drops the types, so use only syntax that means nothing without them.
// FILL IN: load your library
import { MyPromise } from './mylib.cjs';

export function deferred() {
  let resolve: (value: unknown) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  // FILL IN: make a pending promise, and keep the functions that settle it
  const promise = new MyPromise((a: typeof resolve, b: typeof reject) => { resolve = a; reject = b; });
  return { promise, resolve, reject };
}
