// Loads an adapter file: the format of the official suite, with optional additions.

import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAbortion } from './callbacks.mjs';
import { ofClass } from './class.cjs';
import { adapterWords, callKinds, constants, subjects } from './constants.mjs';

/** What the language has, whatever the library is. */
const everywhere = ['ambient', 'collect', 'collect-values', 'timing', 'pause', 'kinds:javascript'];

/** What every library with promises has. */
const promised = [
  'thenables', 'accessors', 'prototypes', 'receiver', 'nonfunctions', 'any-reason', 'adopting-resolve', 'results:own',
];

/** What an adapter may export. The omitted words have no use here: the language defines `then` and its errors. */
const words = ['Promise', 'onUnhandled', 'calls', 'finish', 'awaited', ...adapterWords.filter(
  (word) => !['then', 'promiseTypes', 'isSelfResolution', 'quiescence'].includes(word),
)];

/** Capabilities that need threads, contexts, or memory that is freed at once, which this host does not have. */
const unable = ['threads', 'parallel', 'blocking-handlers', 'contexts', 'abandon', 'destructors'];

/**
 * The entry points of a library.
 *
 * @param {string} path A CommonJS or ES module that exports `deferred`, or the class `Promise`.
 * @param {{ name?: string, library?: string }} given Names from the command line.
 */
export async function loadAdapter(path, given) {
  const { adapter: namespace } = await imported(path);
  const exporters = [namespace.default, namespace, namespace.default?.default];
  const exported = exporters.find((entries) => typeof entries?.deferred === 'function')
    ?? exporters.find((entries) => typeof entries?.Promise === 'function')
    ?? exporters.find((entries) => hasCalls(entries) || hasOtherSubject(entries?.capabilities));
  if (exported === undefined) {
    throw new AdapterFault(`${path}: found no function deferred and no class Promise, one of which an adapter for promises exports, and no calls, which one for completion handlers does${hint(namespace)}`);
  }
  check(exported, path);
  const isClass = typeof exported.deferred !== 'function' && typeof exported.Promise === 'function';
  // A class like the built-in one takes what can be iterated.
  const lists = isClass ? ['lists:sparse', 'lists:set', 'lists:generator'] : [];
  // So does one whose results have the form that the language defines.
  for (const kind of isClass ? ['allSettled', 'any'] : []) {
    if (typeof exported.Promise[kind] === 'function') lists.push(`results:${kind}`);
  }
  const found = isClass ? { ...ofClass(exported.Promise), ...exported } : exported;
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
    calls: found.calls ?? {},
    finish: found.finish,
    cancel: found.cancel,
    awaited: found.awaited,
    onUnhandled: found.onUnhandled,
    drain: found.drain,
    unwrap: found.unwrap,
    combinators: found.combinators ?? {},
    judgeReason: reasonJudge(hasCalls(found) || found.awaited !== undefined ? { isCancellation: isAbortion, ...found } : found),
    capabilities: capabilities(found, hasReady, lists),
    reportsAcceptance: found.capabilities?.includes('acceptance') ?? false,
  };
}

/** Imports an adapter file, as the member `adapter`. From version 22.18 on, Node.js reads TypeScript, by dropping the types. */
async function imported(path) {
  if (!existsSync(path)) throw new AdapterFault(`there is no adapter file ${resolve(path)}, which the command names`);
  try {
    // A module that exports `then` is a thenable, and would be adopted; one that holds it is not.
    const text = `export * as adapter from ${JSON.stringify(pathToFileURL(resolve(path)).href)};`;
    return await import(`data:text/javascript,${encodeURIComponent(text)}`);
  } catch (error) {
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !path.endsWith('ts')) throw error;
    throw new AdapterFault(`${path}: found Node.js ${process.versions.node}, expected 22.18 or later, which reads TypeScript; for an older one compile the file (npx tsc ${basename(path)}) and name the result`);
  }
}

/** Whether an adapter says how to start calls that take completion handlers. */
function hasCalls(entries) {
  return typeof entries?.calls === 'object' && entries.calls !== null;
}

/** Whether capabilities name what a library has besides promises, or in their place. */
function hasOtherSubject(capabilities) {
  return Array.isArray(capabilities) && capabilities.some((word) => word !== 'promises' && subjects.includes(word));
}

/** Rejects mistakes that would otherwise be ignored: misspelt names, and exports of the wrong type. */
function check(found, path) {
  for (const name of Object.keys(found)) {
    const near = words.includes(name) ? undefined : nearest(name);
    // Beside the word itself, another spelling in capitals is a name of the author's; a misspelling is not.
    if (near !== undefined && !(near in found && plain(name) === plain(near))) {
      throw new AdapterFault(`${path}: found ${name}, which means nothing; did you mean ${near}?`);
    }
  }
  if (typeof found.then === 'function') {
    throw new AdapterFault(`${path}: found then; remove it: the kit calls the then of the promise that deferred gives`);
  }
  const optional = [
    'resolved', 'rejected', 'finish', 'cancel', 'awaited', 'drain', 'unwrap', 'onUnhandled', 'isCancellation', 'isTimeout',
  ];
  const given = ['combinators', 'calls'].flatMap(
    (part) => Object.entries(found[part] ?? {}).map(([kind, entry]) => [`${part}.${kind}`, entry]),
  );
  const unknown = Object.keys(found.calls ?? {}).find((kind) => !callKinds.includes(kind));
  if (unknown !== undefined) {
    throw new AdapterFault(`${path}: calls.${unknown} is no kind of call, expected one of ${callKinds.join(', ')}`);
  }
  if (found.calls?.open !== undefined && typeof found.finish !== 'function') {
    throw new AdapterFault(`${path}: calls.open needs the function finish, which ends such a call from outside`);
  }
  for (const [name, entry] of [...optional.map((name) => [name, found[name]]), ...given]) {
    if (entry !== undefined && entry !== null && typeof entry !== 'function') {
      throw new AdapterFault(`${path}: ${name} is of type ${typeof entry}, expected a function`);
    }
  }
  // No promise exists yet. One that reports work now always does, and no wait for it would end.
  for (let count = 0; found.drain?.() === true; count += 1) {
    if (count === constants.emptyDrains) {
      throw new AdapterFault(`${path}: drain returned true ${count} times in a row before there was a promise; it must return false when the library's queue is empty`);
    }
  }
  const claims = found.capabilities ?? [];
  if (!Array.isArray(claims) || claims.some((word) => typeof word !== 'string')) {
    throw new AdapterFault(`${path}: capabilities: expected a list of strings, found ${JSON.stringify(claims)}`);
  }
  const impossible = claims.find((word) => unable.includes(word.split(':')[0]));
  if (impossible !== undefined) {
    throw new AdapterFault(`${path}: capabilities: ${impossible} is not available in a JavaScript host; remove it`);
  }
}

/**
 * The word that a name may be a misspelling of: one letter differs, in long words two, or capitals and underscores. It has
 * at most one letter more or less.
 */
function nearest(name) {
  const limit = ({ length }) => (length < 5 ? 0 : length < 10 ? 1 : 2);
  const isNear = (one, other) => Math.abs(one.length - other.length) < 2 && distance(one, other) <= limit(other);
  return words.find((word) => isNear(plain(name), plain(word)));
}

function plain(text) {
  return text.replaceAll('_', '').toLowerCase();
}

/** The number of letters in which two words differ; two swapped letters count as one. */
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

/** A hint at an export whose name is almost `deferred`; empty if there is none. */
function hint(namespace) {
  const wrong = [namespace.default?.deferred, namespace.deferred].find((entry) => entry !== undefined);
  if (wrong !== undefined) return `; deferred is of type ${typeof wrong}`;
  const names = [...Object.keys(namespace.default ?? {}), ...Object.keys(namespace)];
  const near = names.find((name) => distance(name.toLowerCase(), 'deferred') <= 2);
  return near === undefined ? '' : `; is ${near} a misspelling of it?`;
}

/** A fault in an adapter file. Its message is enough for the user, without the stack. */
class AdapterFault extends Error {
  code = 'APLUS_ADAPTER_FAULT';
}

/** Settles a promise through its own settler; JavaScript has one `resolve` for values and promises. */
export function settle(deferred, word, value) {
  const isRejection = word === 'reject' || word === 'rejected';
  return isRejection ? deferred.reject(value) : deferred.resolve(value);
}

/** The capabilities that follow from the exports, corrected by `capabilities`: `word` adds one, `-word` removes one. */
function capabilities(found, hasReady, lists) {
  const hasPromises = typeof found.deferred === 'function';
  const words = new Set(hasPromises ? [...promised, ...everywhere, ...lists, 'promises'] : everywhere);
  if (hasReady) words.add('ready-made');
  if (hasPromises && typeof found.cancel === 'function') words.add('cancellation');
  for (const kind of Object.keys(found.calls ?? {})) words.add('callbacks').add(`calls:${kind}`);
  if (typeof found.onUnhandled === 'function') words.add('unhandled');
  const kinds = Object.keys(found.combinators ?? {});
  if (kinds.length > 0) words.add(`combinators:${kinds.join(',')}`).add('any-member');
  for (const word of found.capabilities ?? []) {
    if (word.startsWith('-')) words.delete(word.slice(1));
    else words.add(word);
  }
  return [...words];
}

/** Marks the library's own cancellations and timeouts, as members of a description. */
function reasonJudge({ isCancellation, isTimeout }) {
  return (reason) => {
    const cancelled = isCancellation?.(reason) === true ? ',"cancelled":true' : '';
    const timedOut = isTimeout?.(reason) === true ? ',"timedOut":true' : '';
    return cancelled + timedOut;
  };
}
