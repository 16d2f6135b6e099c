// Whether objects are gone: needs a collection that can be forced.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

/**
 * Lets the engine compile hot functions, or not.
 *
 * A compilation that another thread is still at holds the functions that were
 * called, and what they captured, for as long as that thread needs.
 */
export function allowCompilation(isAllowed) {
  setFlagsFromString(isAllowed ? '--opt' : '--no-opt');
}

/** Collects garbage and tells whether nothing is left of what the references pointed to. */
export function isGone(references) {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect();
  return references.every((reference) => reference.deref() === undefined);
}
