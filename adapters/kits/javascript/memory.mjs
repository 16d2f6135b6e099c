// Forces garbage collections, and finds out whether objects have been collected.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

/**
 * Allows or forbids the engine to compile hot functions.
 *
 * While another thread compiles functions, the compilation keeps them and their
 * captured variables alive.
 */
export function allowCompilation(isAllowed) {
  setFlagsFromString(isAllowed ? '--opt' : '--no-opt');
}

/** Collects garbage. */
export function collectGarbage() {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect();
}

/** Collects garbage; returns whether all referenced objects have been collected. */
export function isGone(references) {
  collectGarbage();
  return references.every((reference) => reference.deref() === undefined);
}
