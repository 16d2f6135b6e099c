// Whether objects are gone: needs a collection that can be forced.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect;

/** Collects garbage and tells whether nothing is left of what the references pointed to. */
export function isGone(references) {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect();
  return references.every((reference) => reference.deref() === undefined);
}
