'use strict';

// Faults that show only with many promises or handlers (S), or in memory (M).

const { combining } = require('../combining.cjs');

/** Whether a reaction passes a rejection on unchanged. */
function passesRejection({ state }, { follower, onRejected }) {
  return state === 'rejected' && follower === undefined && typeof onRejected !== 'function';
}

module.exports = {
  'queue-is-capped': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      add(job) {
        if (this.jobs.length < 1024 || this.isFlushing) super.add(job);
      }
    }();
  },

  'queue-is-capped-at-50000': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      add(job) {
        if (this.jobs.length < 50_000 || this.isFlushing) super.add(job);
      }
    }();
  },

  'handlers-wrap-at-65535': (Base) => class extends Base {
    register(reaction) {
      if (this.reactions.length < 65_535) super.register(reaction);
      else this.reactions[this.wrapped = ((this.wrapped ?? -1) + 1) % 65_535] = reaction;
    }
  },

  'error-handlers-are-capped-at-15000': (Base) => class extends Base {
    errorHandlers = 0;

    register(reaction) {
      this.errorHandlers += typeof reaction.onRejected === 'function' ? 1 : 0;
      if (this.errorHandlers <= 15_000 || typeof reaction.onRejected !== 'function') super.register(reaction);
    }
  },

  'settled-promise-drops-handlers-at-15000': (Base) => class extends Base {
    late = 0;

    register(reaction) {
      this.late += this.state === 'pending' ? 0 : 1;
      if (this.late <= 15_000) super.register(reaction);
    }
  },

  'chains-end-at-60000': (Base) => class extends Base {
    depth = 0;

    pass(derived) {
      derived.depth = this.depth + 1;
      if (this.depth < 60_000) super.pass(derived);
    }
  },

  'rejections-end-at-40000': (Base) => class extends Base {
    depth = 0;

    pass(derived) {
      derived.depth = this.depth + 1;
      if (this.state === 'fulfilled' || this.depth < 40_000) super.pass(derived);
    }
  },

  'followers-end-at-15000': (Base) => class extends Base {
    depth = 0;

    react(reaction) {
      if (reaction.follower !== undefined) reaction.follower.depth = this.depth + 1;
      if (reaction.follower === undefined || this.depth < 15_000) super.react(reaction);
    }
  },

  'flush-stops-at-thousand': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      runJob(index) {
        if (index < 1000) super.runJob(index);
      }
    }();
  },

  'last-thrown-is-kept': (Base) => class extends Base {
    static lastThrown = undefined;

    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          this.constructor.lastThrown = error;
          throw error;
        }
      }, derived);
    }
  },

  'unhandled-reasons-are-kept': (Base) => class extends Base {
    static unhandled = new Set();

    settle(state, value) {
      const isUnhandled = state === 'rejected' && this.state === 'pending' && this.reactions.length === 0;
      super.settle(state, value);
      if (isUnhandled) this.constructor.unhandled.add(value);
    }
  },

  'thenables-are-kept': (Base) => class extends Base {
    callThen(x, then) {
      this.source = x;
      super.callThen(x, then);
    }
  },

  'flush-yields-at-thousand': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      flush() {
        const late = this.jobs.slice(1000);
        this.jobs.length = Math.min(this.jobs.length, 1000);
        super.flush();
        if (late.length > 0) setImmediate(() => late.forEach((job) => job()));
      }
    }();
  },

  'adoption-recurses': (Base) => class extends Base {
    release(reactions) {
      for (const reaction of reactions) {
        if (reaction.follower === undefined) this.schedule(reaction);
        else this.react(reaction);
      }
    }
  },

  'rejections-recurse': (Base) => class extends Base {
    release(reactions) {
      for (const reaction of reactions) {
        if (passesRejection(this, reaction)) this.react(reaction);
        else this.schedule(reaction);
      }
    }
  },

  'deep-rejection-gives-overflow': (Base) => class extends Base {
    settle(state, value) {
      let outcome = value;
      if (this.state === 'pending' && state === 'rejected') {
        try {
          for (const { derived } of this.reactions.filter((reaction) => passesRejection({ state }, reaction))) {
            derived.settle(state, value);
          }
        } catch (error) {
          // Not at the end of the stack, because settling there would overflow it again.
          error.levels = (error.levels ?? 0) + 1;
          if (error.levels < 100) throw error;
          outcome = error;
        }
      }
      super.settle(state, outcome);
    }
  },

  'handlers-are-retained': (Base) => class extends Base {
    history = [];

    register(reaction) {
      this.history.push(reaction);
      super.register(reaction);
    }
  },

  'derived-promises-are-retained': (Base) => class extends Base {
    all = [];

    register(reaction) {
      if (reaction.derived !== undefined) this.all.push(reaction.derived);
      super.register(reaction);
    }
  },

  'followers-are-retained': (Base) => class extends Base {
    followers = new Set();

    register(reaction) {
      if (reaction.follower !== undefined) this.followers.add(reaction.follower);
      super.register(reaction);
    }
  },

  'registration-searches-handlers': (Base) => class extends Base {
    register(reaction) {
      if (!this.reactions.includes(reaction)) super.register(reaction);
    }
  },

  'settled-promises-keep-their-parent': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.parent = this;
      return derived;
    }
  },

  'followers-keep-what-they-followed': (Base) => class extends Base {
    follow(promise) {
      this.followed = promise;
      super.follow(promise);
    }
  },

  'combined-promise-keeps-members': (Base) => class extends combining(Base) {
    static race(members) {
      return this.keeping(members, super.race(members));
    }

    static all(members) {
      return this.keeping(members, super.all(members));
    }

    static keeping(members, promise) {
      promise.members = [...members];
      return promise;
    }
  },

  'any-keeps-reasons-of-losers': (Base) => class extends combining(Base) {
    static any(members) {
      const reasons = [];
      for (const member of members) this.wait(member, () => {}, (reason) => reasons.push(reason));
      const promise = super.any(members);
      promise.reasons = reasons;
      return promise;
    }
  },
};
