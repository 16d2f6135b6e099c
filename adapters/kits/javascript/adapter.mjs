// Loads an adapter file: exactly what the official suite takes, and some more where it is there.

import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const everywhere = [
  'thenables', 'accessors', 'prototypes', 'receiver', 'nonfunctions', 'any-reason', 'adopting-resolve',
  'collect', 'timing',
];

/**
 * The doors of a library.
 *
 * @param {string} path A CommonJS or ES module that exports `deferred`.
 * @param {{ name?: string, library?: string }} given What the command line says.
 */
export async function loadAdapter(path, given) {
  const namespace = await import(pathToFileURL(resolve(path)).href);
  const found = [namespace.default, namespace, namespace.default?.default]
    .find((exported) => typeof exported?.deferred === 'function');
  if (found === undefined) throw new Error(`${path} does not export a function named deferred`);
  const name = given.name ?? basename(path, extname(path));
  const hasReady = typeof found.resolved === 'function' && typeof found.rejected === 'function';
  return {
    name,
    library: given.library ?? found.library ?? name,
    version: `${found.version ?? 'unknown'}`,
    deferred: () => found.deferred(),
    ready: hasReady
      ? { resolved: (value) => found.resolved(value), rejected: (reason) => found.rejected(reason) }
      : undefined,
    cancel: found.cancel,
    combinators: found.combinators ?? {},
    judgeReason: reasonJudge(found),
    capabilities: capabilities(found, hasReady),
    reportsAcceptance: found.capabilities?.includes('acceptance') ?? false,
  };
}

/** Settles a promise through its own settler; JavaScript has one `resolve` for values and promises. */
export function settle(deferred, word, value) {
  const isRejection = word === 'reject' || word === 'rejected';
  return isRejection ? deferred.reject(value) : deferred.resolve(value);
}

/** What follows from the exports, corrected by `capabilities`: a word adds, `-word` takes away. */
function capabilities(found, hasReady) {
  const words = new Set(everywhere);
  if (hasReady) words.add('ready-made');
  if (typeof found.cancel === 'function') words.add('cancellation');
  const kinds = Object.keys(found.combinators ?? {});
  if (kinds.length > 0) words.add(`combinators:${kinds.join(',')}`);
  for (const word of found.capabilities ?? []) {
    if (word.startsWith('-')) words.delete(word.slice(1));
    else words.add(word);
  }
  return [...words];
}

/** Tells the library's own cancellations and time-outs from other reasons. */
function reasonJudge({ isCancellation, isTimeout }) {
  return (reason) => ({
    cancelled: isCancellation?.(reason) === true ? true : undefined,
    timedOut: isTimeout?.(reason) === true ? true : undefined,
  });
}
