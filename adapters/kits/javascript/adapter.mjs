// Loads an adapter file: exactly what the official suite takes, and some more where it is there.

import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const everywhere = [
  'thenables', 'accessors', 'prototypes', 'receiver', 'nonfunctions', 'any-reason', 'adopting-resolve',
  'collect', 'timing',
];

/** What takes threads or contexts, which this host has none of. */
const unable = ['threads', 'parallel', 'blocking-handlers', 'contexts'];

/**
 * The entry points of a library.
 *
 * @param {string} path A CommonJS or ES module that exports `deferred`.
 * @param {{ name?: string, library?: string }} given What the command line says.
 */
export async function loadAdapter(path, given) {
  const namespace = await import(pathToFileURL(resolve(path)).href);
  const found = [namespace.default, namespace, namespace.default?.default]
    .find((exported) => typeof exported?.deferred === 'function');
  if (found === undefined) throw new Error(`${path} does not export a function named deferred`);
  check(found, path);
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

/** Refuses what would be passed over in silence: a door that is no function, a list that is none. */
function check(found, path) {
  const doors = ['resolved', 'rejected', 'cancel', 'isCancellation', 'isTimeout'];
  const given = Object.entries(found.combinators ?? {}).map(([kind, door]) => [`combinators.${kind}`, door]);
  for (const [name, door] of [...doors.map((name) => [name, found[name]]), ...given]) {
    if (door !== undefined && door !== null && typeof door !== 'function') {
      throw new AdapterFault(`${path}: ${name} is of type ${typeof door}, expected a function`);
    }
  }
  const words = found.capabilities ?? [];
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    throw new AdapterFault(`${path}: capabilities: expected a list of texts, found ${JSON.stringify(words)}`);
  }
  const impossible = words.find((word) => unable.includes(word.split(':')[0]));
  if (impossible !== undefined) {
    throw new AdapterFault(`${path}: capabilities: ${impossible} cannot be asked of a host in JavaScript; take it out`);
  }
}

/** What is wrong with an adapter file, in words that need no stack. */
class AdapterFault extends Error {
  code = 'APLUS_ADAPTER_FAULT';
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
  if (kinds.length > 0) words.add(`combinators:${kinds.join(',')}`).add('any-member');
  for (const word of found.capabilities ?? []) {
    if (word.startsWith('-')) words.delete(word.slice(1));
    else words.add(word);
  }
  return [...words];
}

/** Tells the library's own cancellations and time-outs from other reasons, as members of a description. */
function reasonJudge({ isCancellation, isTimeout }) {
  return (reason) => {
    const cancelled = isCancellation?.(reason) === true ? ',"cancelled":true' : '';
    const timedOut = isTimeout?.(reason) === true ? ',"timedOut":true' : '';
    return cancelled + timedOut;
  };
}
