// Loads an adapter file: exactly what the official suite takes, and some more where it is there.

import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapterWords } from './constants.mjs';

const everywhere = [
  'thenables', 'accessors', 'prototypes', 'receiver', 'nonfunctions', 'any-reason', 'adopting-resolve',
  'collect', 'timing', 'pause', 'kinds:javascript',
];

/** What an adapter may export: `then` and its promises are the language's own here, and so is the error of a cycle. */
const words = adapterWords.filter(
  (word) => !['then', 'promiseTypes', 'isSelfResolution', 'quiescence'].includes(word),
);

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
  if (found === undefined) {
    throw new AdapterFault(`${path}: found no function deferred, which every adapter exports${hint(namespace)}`);
  }
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
    drain: found.drain,
    unwrap: found.unwrap,
    combinators: found.combinators ?? {},
    judgeReason: reasonJudge(found),
    capabilities: capabilities(found, hasReady),
    reportsAcceptance: found.capabilities?.includes('acceptance') ?? false,
  };
}

/** Refuses what would be passed over in silence: a door that is no function, a list that is none. */
function check(found, path) {
  for (const name of Object.keys(found)) {
    const near = words.includes(name) ? undefined : nearest(name);
    if (near !== undefined && !(near in found)) {
      throw new AdapterFault(`${path}: found ${name}, which means nothing; did you mean ${near}?`);
    }
  }
  const doors = ['resolved', 'rejected', 'cancel', 'drain', 'unwrap', 'isCancellation', 'isTimeout'];
  const given = Object.entries(found.combinators ?? {}).map(([kind, door]) => [`combinators.${kind}`, door]);
  for (const [name, door] of [...doors.map((name) => [name, found[name]]), ...given]) {
    if (door !== undefined && door !== null && typeof door !== 'function') {
      throw new AdapterFault(`${path}: ${name} is of type ${typeof door}, expected a function`);
    }
  }
  const claims = found.capabilities ?? [];
  if (!Array.isArray(claims) || claims.some((word) => typeof word !== 'string')) {
    throw new AdapterFault(`${path}: capabilities: expected a list of texts, found ${JSON.stringify(claims)}`);
  }
  const impossible = claims.find((word) => unable.includes(word.split(':')[0]));
  if (impossible !== undefined) {
    throw new AdapterFault(`${path}: capabilities: ${impossible} cannot be asked of a host in JavaScript; take it out`);
  }
}

/** The word that a name is a misspelling of: one letter differs, or capitals and underscores do. */
function nearest(name) {
  const plain = (text) => text.replaceAll('_', '').toLowerCase();
  return words.find((word) => distance(plain(name), plain(word)) <= (word.length > 4 ? 1 : 0));
}

/** How many letters differ between two words; two that are swapped count as one. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let place = 1; place <= one.length; place += 1) {
    const row = rows[place] = [place];
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[place - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[place - 1] === other[column - 2] && one[place - 2] === other[column - 1];
      row[column] = Math.min(
        rows[place - 1][column] + 1, row[column - 1] + 1, rows[place - 1][column - 1] + change,
        isSwap ? rows[place - 2][column - 2] + 1 : Infinity,
      );
    }
  }
  return rows[one.length][other.length];
}

/** What may have been meant to be `deferred`. */
function hint(namespace) {
  const names = [...Object.keys(namespace.default ?? {}), ...Object.keys(namespace)];
  const near = names.find((name) => distance(name.toLowerCase(), 'deferred') <= 2);
  return near === undefined ? '' : `; did you mean ${near} to be it?`;
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
