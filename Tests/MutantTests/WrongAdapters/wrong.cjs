'use strict';

// Adapters of the correct promise, each wired wrong in one way; APLUS_WRONG_ADAPTER names the one that is meant.

const { mutant } = require('../../../adapters/mutants-javascript/mutant.cjs');

const right = mutant();
const { deferred, resolved, rejected } = right;
/** A deferred of which a part is changed. */
const withPart = (change) => () => {
  const made = deferred();
  return { ...made, ...change(made) };
};
/** A promise whose `then` is a composition. */
const composed = (compose) => withPart(({ promise }) => ({
  promise: { then: (onFulfilled, onRejected) => compose(promise, onFulfilled, onRejected) },
}));
let latest;
let made = 0;
const only = deferred();

const adapters = {
  'deferred-throws': { deferred: () => { throw new Error('use the constructor'); } },
  'deferred-returns-nothing': { deferred: () => { deferred(); } },
  'deferred-without-promise': { deferred: () => ({ resolve() {}, reject() {} }) },
  'deferred-is-async': { deferred: async () => deferred() },
  'promise-is-not-called': { deferred: withPart(({ promise }) => ({ promise: () => promise })) },
  'promise-is-the-deferred': { deferred: withPart(({ promise }) => ({ promise: { promise } })) },
  'resolve-is-missing': { deferred: withPart(({ resolve }) => ({ resolve: undefined, fulfill: resolve })) },
  'reject-is-misspelt': { deferred: withPart(({ reject }) => ({ reject: undefined, rejct: reject })) },
  'resolve-and-reject-are-swapped': {
    deferred: withPart(({ resolve, reject }) => ({ resolve: reject, reject: resolve })),
  },
  'resolve-rejects': { deferred: withPart(({ reject }) => ({ resolve: reject })) },
  'reject-resolves': { deferred: withPart(({ resolve }) => ({ reject: resolve })) },
  'one-deferred-for-all': { deferred: () => only },
  'resolver-of-the-latest-deferred': {
    deferred: () => {
      latest = deferred();
      return {
        promise: latest.promise,
        resolve: (value) => latest.resolve(value),
        reject: (reason) => latest.reject(reason),
      };
    },
  },
  'promise-of-another-deferred': { resolved, rejected, deferred: withPart(() => ({ promise: deferred().promise })) },
  // No fault of the wiring: the library loses the outcomes of its first deferreds, as a race may.
  'first-outcomes-are-lost': {
    resolved,
    rejected,
    deferred: () => {
      made += 1;
      return made > 3 ? deferred() : { ...deferred(), promise: deferred().promise };
    },
  },
  'value-is-dropped': { deferred: withPart(({ resolve }) => ({ resolve: () => resolve() })) },
  'value-is-wrapped': { deferred: withPart(({ resolve }) => ({ resolve: (value) => resolve([value]) })) },
  'reason-becomes-text': { deferred: withPart(({ reject }) => ({ reject: (reason) => reject(`${reason}`) })) },
  'reason-becomes-error': {
    deferred: withPart(({ reject }) => ({ reject: (reason) => reject(new Error('failed', { cause: reason })) })),
  },
  'then-and-catch': { deferred: composed((promise, ok, bad) => promise.then(ok).then(undefined, bad)) },
  'catch-and-then': { deferred: composed((promise, ok, bad) => promise.then(undefined, bad).then(ok)) },
  'two-ways-to-register': {
    deferred: composed((promise, ok, bad) => (typeof ok === 'function' && typeof bad === 'function'
      ? promise.then((value) => value).then(ok, bad) : promise.then(ok, bad))),
  },
  'then-returns-nothing': { deferred: composed((promise, ok, bad) => { promise.then(ok, bad); }) },
  'resolved-returns-nothing': { resolved: (value) => { resolved(value); }, rejected },
  'resolved-returns-the-value': { resolved: (value) => value, rejected },
  'rejected-throws': { resolved, rejected: (reason) => { throw reason; } },
  'ready-made-by-the-language': {
    resolved: (value) => Promise.resolve(value), rejected: (reason) => Promise.reject(reason),
  },
  'ready-made-are-swapped': { resolved: rejected, rejected: resolved },
  'ready-made-reason-becomes-text': { resolved, rejected: (reason) => rejected(`${reason}`) },
  'resolve-does-not-adopt': {
    deferred: withPart(({ resolve, promise }) => ({
      resolve: (value) => (typeof value?.then === 'function' ? promise.settle('fulfilled', value) : resolve(value)),
    })),
  },
  'resolved-does-not-adopt': {
    resolved: (value) => {
      const { promise } = deferred();
      promise.settle('fulfilled', value);
      return promise;
    },
    rejected,
  },
  'only-resolved-adopts': {
    resolved,
    rejected,
    deferred: withPart(({ promise }) => ({ resolve: (value) => promise.settle('fulfilled', value) })),
  },
  'cancel-is-not-implemented': { cancel: () => { throw new Error('not implemented'); } },
  'cancel-is-not-there': { cancel: (promise) => promise.cancel() },
  'acceptance-is-not-reported': { capabilities: ['acceptance'] },
  'combinator-forgets-return': { combinators: { all: () => { deferred(); } } },
  'finally-is-called-wrong': { combinators: { finally: (promise, f) => promise.lastly(f) } },
  'combinators-are-called-wrong': {
    combinators: Object.fromEntries(['all', 'race', 'finally'].map((kind) => [kind, () => deferred().combine()])),
  },
  'combinator-is-missing': { capabilities: ['combinators:all'] },
};

const { APLUS_WRONG_ADAPTER: name } = process.env;
if (adapters[name] === undefined) throw new Error(`no such adapter: ${name}`);
module.exports = { library: 'correct promise', version: '1', deferred, ...adapters[name] };
