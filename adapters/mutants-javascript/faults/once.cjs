'use strict';

// Faults of settling (C), of handlers (N) and of values (E) that the official suite cannot see.

/** Changes a promise once the jobs that are queued so far have run. */
const later = (promise, change) => {
  if (promise.state !== 'pending') promise.constructor.queue.add(() => Object.assign(promise, change));
};

/** A deferred that also calls `late` for each settlement after the first. */
const onLate = (late) => (Base) => class extends Base {
  static deferred() {
    const { promise, resolve, reject } = super.deferred();
    let first;
    const watched = (state, settle) => (value) => {
      if (first !== undefined) late(promise, state, value, first);
      first ??= state;
      settle(value);
    };
    return { promise, resolve: watched('fulfilled', resolve), reject: watched('rejected', reject) };
  }
};

/** Changes a promise after each of its handlers has run. */
const afterHandler = (change) => (Base) => class extends Base {
  run(handler, derived) {
    const wasRejected = this.state === 'rejected';
    super.run((value) => {
      try {
        const result = handler(value);
        later(this, change({ result, wasRejected }));
        return result;
      } catch (error) {
        later(this, change({ error, hasThrown: true, wasRejected }));
        throw error;
      }
    }, derived);
  }
};

const replacesResult = (isWrong, replacement) => (Base) => class extends Base {
  settle(state, value) {
    super.settle(state, isWrong(value) ? replacement : value);
  }
};

const keepsHandlers = (most) => (Base) => class extends Base {
  register(reaction) {
    if (this.state !== 'pending' || this.reactions.length < most) super.register(reaction);
  }
};

module.exports = {
  'late-settlement-runs-other-handler': (Base) => onLate((promise, state, value) => {
    if (promise.state === 'pending' || promise.state === state) return;
    for (const { onFulfilled, onRejected } of promise.handled) {
      const handler = state === 'rejected' ? onRejected : onFulfilled;
      if (typeof handler === 'function') promise.constructor.queue.add(() => handler(value));
    }
  })(class extends Base {
    release(reactions) {
      this.handled = reactions;
      super.release(reactions);
    }
  }),

  'late-reject-flips-state': onLate((promise, state, value) => {
    if (state === 'rejected' && promise.state === 'fulfilled') later(promise, { state, value });
  }),

  'late-resolve-replaces-value': onLate((promise, state, value) => {
    if (state === 'fulfilled' && promise.state === 'fulfilled') later(promise, { value });
  }),

  'pending-promise-does-not-lock-in': onLate((promise, state, value, first) => {
    if (state === 'rejected' && first === 'fulfilled') promise.settle(state, value);
  }),

  'handler-result-replaces-value': afterHandler(({ result, wasRejected }) =>
    (result === undefined || wasRejected ? {} : { value: result })),

  'handler-throw-poisons-promise': afterHandler(({ error, hasThrown }) =>
    (hasThrown ? { state: 'rejected', value: error } : {})),

  'handled-rejection-becomes-fulfilment': afterHandler(({ result, hasThrown, wasRejected }) =>
    (wasRejected && !hasThrown ? { state: 'fulfilled', value: result } : {})),

  'fifth-handler-runs-twice': (Base) => class extends Base {
    release(reactions) {
      super.release(reactions.flatMap((reaction, index) => (index < 4 ? [reaction] : [reaction, reaction])));
    }
  },

  'throwing-handler-runs-twice': (Base) => class extends Base {
    call(handler) {
      try {
        return super.call(handler);
      } catch {
        return super.call(handler);
      }
    }
  },

  'keeps-four-handlers': keepsHandlers(4),
  'keeps-sixteen-handlers': keepsHandlers(16),

  'same-function-runs-once': (Base) => class extends Base {
    register(reaction) {
      const { onFulfilled } = reaction;
      const isKnown = typeof onFulfilled === 'function'
        && this.reactions.some((other) => other.onFulfilled === onFulfilled);
      if (!isKnown) super.register(reaction);
    }
  },

  'drops-handlers-after-lock-in': (Base) => class extends Base {
    isLocked = false;

    follow(promise) {
      super.follow(promise);
      setImmediate(() => {
        this.isLocked = true;
      });
    }

    register(reaction) {
      if (this.state !== 'pending' || !this.isLocked) super.register(reaction);
    }
  },

  'thenable-called-twice': (Base) => class extends Base {
    callThen(x, then) {
      super.callThen(x, then);
      try {
        then.call(x, () => {}, () => {});
      } catch {
        // The first call has decided the outcome.
      }
    }
  },

  'falsy-accessor-throw-lost': (Base) => class extends Base {
    readThen(x) {
      try {
        return super.readThen(x);
      } catch (error) {
        if (error) throw error;
        return undefined;
      }
    }
  },

  'falsy-thenable-throw-lost': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      try {
        then.call(x, resolve, reject);
      } catch (error) {
        if (error) reject(error);
      }
    }
  },

  'empty-string-becomes-undefined': replacesResult((value) => value === '', undefined),
  'nan-becomes-undefined': replacesResult((value) => Number.isNaN(value), undefined),

  'strings-have-then': (Base) => class extends Base {
    mayHaveThen(x) {
      return typeof x === 'string' || super.mayHaveThen(x);
    }
  },

  'reject-adopts-thenable': (Base) => class extends Base {
    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      const isThenable = (reason) => promise.mayHaveThen(reason) && typeof reason.then === 'function';
      return { promise, resolve, reject: (reason) => (isThenable(reason) ? resolve(reason) : reject(reason)) };
    }
  },

  'self-resolution-through-thenable-hangs': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      try {
        then.call(x, (value) => value !== this && resolve(value), reject);
      } catch (error) {
        reject(error);
      }
    }
  },

  'second-passthrough-loses-value': (Base) => class extends Base {
    isPassed = false;

    pass(derived) {
      derived.isPassed = true;
      derived.settle(this.state, this.isPassed ? undefined : this.value);
    }
  },

  'passthrough-of-follower-wakes-nobody': (Base) => class extends Base {
    depth = 0;

    follow(promise) {
      this.depth = promise.depth + 1;
      super.follow(promise);
    }

    pass(derived) {
      if (this.depth < 2) super.pass(derived);
      else Object.assign(derived, { state: this.state, value: this.value });
    }
  },

  'followers-unlock-before-delivery': (Base) => class extends Base {
    schedule(reaction) {
      if (reaction.follower !== undefined) reaction.follower.isUnlocked = true;
      super.schedule(reaction);
    }

    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      const unlocked = (state, settle) => (value) => {
        if (promise.isUnlocked) promise.settle(state, value);
        else settle(value);
      };
      return { promise, resolve: unlocked('fulfilled', resolve), reject: unlocked('rejected', reject) };
    }
  },

  'reactions-are-freed-twice': (Base) => {
    const free = [];
    return class extends Base {
      static queue = new (class extends Base.queue.constructor {
        flush() {
          super.flush();
          free.length = 0;
        }
      })();

      register({ follower, onFulfilled, onRejected, derived }) {
        super.register(Object.assign(free.pop() ?? {}, { follower, onFulfilled, onRejected, derived }));
      }

      react(reaction) {
        const isPassed = reaction.follower !== undefined || typeof reaction.onRejected !== 'function';
        super.react(reaction);
        free.push(reaction);
        if (this.state === 'rejected' && isPassed) free.push(reaction);
      }
    };
  },

  'overflowing-jobs-are-overtaken': (Base) => class extends Base {
    static queue = new (class extends Base.queue.constructor {
      free = 32;
      overflow = [];

      add(job) {
        if (this.free === 0) {
          this.overflow.push(job);
        } else {
          this.free -= 1;
          super.add(job);
        }
      }

      runJob(index) {
        this.free += 1;
        super.runJob(index);
      }

      flush() {
        super.flush();
        const { overflow } = this;
        this.overflow = [];
        for (const job of overflow) this.add(job);
      }
    })();
  },

  'chain-of-followers-is-walked-once': (Base) => class extends Base {
    follow(promise) {
      this.leader = promise;
      super.follow(promise);
    }

    register(reaction) {
      if (this.state === 'pending' && this.leader !== undefined && reaction.derived !== undefined) {
        this.leaders ??= [this.leader, this.leader.leader];
        if (this.leaders[1] !== this.leader.leader) return;
      }
      super.register(reaction);
    }
  },

  'falsy-outcome-can-change': (Base) => class extends Base {
    settle(state, value) {
      if (this.state !== 'pending' && !this.value) Object.assign(this, { state, value });
      else super.settle(state, value);
    }

    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      const again = (first, later) => (value) => {
        if (promise.state !== 'pending' && !promise.value) later(value);
        else first(value);
      };
      return {
        promise,
        resolve: again(resolve, (value) => promise.resolution(value)),
        reject: again(reject, (reason) => promise.settle('rejected', reason)),
      };
    }
  },

  'likeness-is-taken-for-identity': (Base) => class extends Base {
    isLocked = false;

    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.isLocked = true;
      return derived;
    }

    resolution(x) {
      this.isLocked = true;
      const isAlike = (promise) => promise.isLocked && promise.state === 'pending' && promise.reactions.length === 0;
      super.resolution(x instanceof this.constructor && isAlike(x) && isAlike(this) ? this : x);
    }
  },

  'thenable-depth-is-three': (Base) => class extends Base {
    depth = 0;

    callThen(x, then) {
      this.depth += 1;
      if (this.depth > 3) this.settle('fulfilled', x);
      else super.callThen(x, then);
    }
  },
};
