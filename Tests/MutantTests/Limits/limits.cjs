'use strict';

// Promises that are right within a limit, and the same with a fault beside it: APLUS_LIMIT names the limit,
// APLUS_CLAIM whether the adapter claims it, APLUS_FAULT whether the library has the fault.

const { Promise } = require('../../../adapters/mutants-javascript/promise.cjs');

const { APLUS_LIMIT: limit, APLUS_CLAIM: claim, APLUS_FAULT: fault } = process.env;
const isFaulty = fault === 'yes';

/** Runs a handler inside `then` if the promise is settled. */
const Hasty = (Base) => class extends Base {
  schedule(reaction) {
    if (this.isRegistering && reaction.follower === undefined) this.react(reaction);
    else super.schedule(reaction);
  }

  register(reaction) {
    this.isRegistering = true;
    super.register(reaction);
    this.isRegistering = false;
  }
};

/** Calls each handler that waited in the reverse order. */
const Reversed = (Base) => class extends Base {
  release(reactions) { super.release([...reactions].reverse()); }
};

/** Loses the last of several handlers. */
const Forgetful = (Base) => class extends Base {
  release(reactions) { super.release(reactions.length > 1 ? reactions.slice(0, -1) : reactions); }
};

/** Hands the value of the promise on in place of what a handler returned. */
const Deaf = (Base) => class extends Base {
  run(handler, derived) {
    super.run((value) => { handler(value); return this.value; }, derived);
  }
};

const { deferred, resolved, rejected } = Promise;
const entries = (Class) => ({
  deferred: () => deferred.call(Class), resolved: (value) => resolved.call(Class, value),
  rejected: (reason) => rejected.call(Class, reason),
});

/** A call whose exception is lost, as that of a closure which the language does not let throw. */
const quiet = (call) => { try { return call(); } catch { return undefined; } };
const cleanup = ([promise], { call }) => promise.then(
  (value) => { quiet(call); if (isFaulty) quiet(call); return value; },
  (reason) => { quiet(call); if (isFaulty) quiet(call); throw reason; },
);
const recovery = (end) => ([promise], { call }) => promise.then(
  isFaulty ? () => call() : undefined, (reason) => end(() => call(reason)),
);

/** Starts its body with the first handler. */
class Lazy extends Promise {
  register(reaction) {
    const { body } = this;
    this.body = undefined;
    body?.();
    super.register(reaction);
  }
}

const lazy = (start) => {
  const promise = new Lazy();
  const { resolve, reject } = promise.resolvers();
  promise.body = () => { try { start(resolve, reject); } catch (error) { (isFaulty ? resolve : reject)(error); } };
  return promise;
};

const libraries = {
  'then-returns:nothing': () => {
    const Base = isFaulty ? Hasty(Promise) : Promise;
    return entries(class extends Base {
      then(onFulfilled, onRejected) { super.then(onFulfilled, onRejected); }
      // Nobody waits for what a handler returns or throws.
      run(handler) { quiet(() => this.call(handler)); }
    });
  },
  'then-returns:same': () => {
    const Base = isFaulty ? Forgetful(Promise) : Promise;
    return entries(class extends Base {
      then(onFulfilled, onRejected) { super.then(onFulfilled, onRejected); return this; }
    });
  },
  'nonthrowing:handlers': () => {
    const Base = isFaulty ? Reversed(Promise) : Promise;
    return entries(class extends Base {
      run(handler, derived) { derived.resolution(quiet(() => this.call(handler))); }
    });
  },
  'nonthrowing:finally': () => ({ ...entries(Promise), combinators: { finally: cleanup } }),
  'nonthrowing:recover': () => ({ ...entries(Promise), combinators: { recover: recovery(quiet) } }),
  'values-only:handlers': () => {
    const Base = isFaulty ? Deaf(Promise) : Promise;
    return entries(class extends Base {
      run(handler, derived) {
        super.run(handler, { settle: (...ends) => derived.settle(...ends), resolution: (x) => derived.settle('fulfilled', x) });
      }
    });
  },
  'values-only:recover': () => ({
    ...entries(Promise),
    combinators: {
      recover: ([promise], { call }) => {
        const derived = new Promise();
        promise.then(
          (value) => derived.settle('fulfilled', isFaulty ? undefined : value),
          (reason) => {
            try { derived.settle('fulfilled', call(reason)); } catch (error) { derived.settle('rejected', error); }
          },
        );
        return derived;
      },
    },
  }),
  'lazy-bodies': () => ({
    ...entries(Lazy),
    combinators: {
      try: (_, { call }) => lazy((resolve) => resolve(call())),
      executor: ([thenable]) => lazy((resolve, reject) => thenable.then(resolve, reject)),
    },
    capabilities: ['-any-member'],
  }),
  unordered: () => entries(isFaulty ? Forgetful(Reversed(Promise)) : Reversed(Promise)),
};

const library = libraries[limit]();
const claims = claim === 'yes' ? [limit] : [];
module.exports = { library: limit, version: '1', ...library, capabilities: [...library.capabilities ?? [], ...claims] };
