'use strict';

// Faults that show only the second or third time, with several promises, or far down a chain.

/** Two resolvers that call `extra` from the second call on, with the number of calls before it. */
const counted = (promise, resolve, reject, extra) => {
  let calls = 0;
  const use = (state, settle) => (value) => {
    if (calls > 0) extra(promise, state, value, calls);
    calls += 1;
    settle(value);
  };
  return [use('fulfilled', resolve), use('rejected', reject)];
};

/** Changes a promise after each of its handlers has run; `ran` counts those handlers. */
const afterHandlers = (change) => (Base) => class extends Base {
  ran = 0;

  run(handler, derived) {
    super.run((value) => {
      this.ran += 1;
      try {
        const result = handler(value);
        change(this, { result });
        return result;
      } catch (error) {
        change(this, { error, hasThrown: true });
        throw error;
      }
    }, derived);
  }
};

/** A pending promise that drops some registrations. */
const drops = (isDropped) => (Base) => class extends Base {
  register(reaction) {
    if (this.state !== 'pending' || !isDropped(this.reactions, reaction)) super.register(reaction);
  }
};

const isFunction = (value) => typeof value === 'function';

module.exports = {
  'second-follower-is-forgotten': drops((reactions, reaction) =>
    reaction.follower !== undefined && reactions.some((other) => other.follower !== undefined)),

  'second-follower-of-rejected-is-fulfilled': (Base) => class extends Base {
    followers = 0;

    react(reaction) {
      if (reaction.follower === undefined || this.state === 'fulfilled') return super.react(reaction);
      this.followers += 1;
      return reaction.follower.settle(this.followers > 1 ? 'fulfilled' : 'rejected', this.value);
    }
  },

  'third-settlement-replaces-value': (Base) => class extends Base {
    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      const [first, second] = counted(promise, resolve, reject, (settled, state, value, calls) => {
        if (calls === 2 && settled.state === state) settled.value = value;
      });
      return { promise, resolve: first, reject: second };
    }
  },

  'late-call-of-pair-flips-state': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      const pair = counted(this, resolve, reject, (settled, state, value) => {
        if (settled.state === 'fulfilled' && state === 'rejected') Object.assign(settled, { state, value });
      });
      try {
        then.apply(x, pair);
      } catch (error) {
        reject(error);
      }
    }
  },

  'second-result-replaces-value': afterHandlers((promise, { result }) => {
    if (promise.ran >= 2 && result !== undefined) promise.value = result;
  }),

  'third-throw-poisons-promise': afterHandlers((promise, { error, hasThrown }) => {
    if (promise.ran >= 3 && hasThrown) Object.assign(promise, { state: 'rejected', value: error });
  }),

  'passthrough-empties-queue': (Base, Queue) => class extends Base {
    /** Works in batches: the jobs from `end` on were added while the current batch runs. */
    static queue = new class extends Queue {
      end = 0;

      runJob(index) {
        if (index === 0 || index >= this.end) this.end = this.jobs.length;
        super.runJob(index);
      }
    }();

    pass(derived) {
      const { queue } = this.constructor;
      queue.jobs.length = Math.min(queue.jobs.length, queue.end);
      super.pass(derived);
    }
  },

  'function-by-turns-runs-once': drops((reactions, { onFulfilled }) =>
    isFunction(onFulfilled) && reactions.at(-2)?.onFulfilled === onFulfilled
    && reactions.at(-1).onFulfilled !== onFulfilled),

  'same-pair-runs-once': drops((reactions, { onFulfilled, onRejected }) =>
    isFunction(onFulfilled) && isFunction(onRejected)
    && reactions.some((other) => other.onFulfilled === onFulfilled && other.onRejected === onRejected)),

  'sync-on-settled-grandchild': (Base) => class extends Base {
    depth = 0;
    isOld = false;

    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.depth = this.depth + 1;
      return derived;
    }

    release(reactions) {
      super.release(reactions);
      setImmediate(() => {
        this.isOld = true;
      });
    }

    register(reaction) {
      if (this.isOld && this.depth >= 2) this.react(reaction);
      else super.register(reaction);
    }
  },

  'swaps-handlers-of-twelve': (Base) => class extends Base {
    release(reactions) {
      if (reactions.length === 12) [reactions[5], reactions[6]] = [reactions[6], reactions[5]];
      super.release(reactions);
    }
  },

  'long-rejection-fulfills': (Base) => class extends Base {
    passed = 0;

    pass(derived) {
      derived.passed = this.passed + 1;
      derived.settle(derived.passed > 60 ? 'fulfilled' : this.state, this.value);
    }
  },

  'derived-promise-keeps-handler': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.origin = { onFulfilled, onRejected };
      return derived;
    }
  },

  'own-promise-cannot-be-thrown': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          throw error === derived ? new TypeError('A promise cannot be its own reason.') : error;
        }
      }, derived);
    }
  },
};
