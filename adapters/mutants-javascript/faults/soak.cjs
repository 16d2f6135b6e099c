'use strict';

// Faults that show after a long time, after very many promises, or after a garbage collection.

const limit = 65_536;
const lifetime = 2000;

/** A promise whose deferreds have 16-bit numbers, which index a table. */
const numbered = (Base) => class extends Base {
  static made = 0;
  static table = [];

  static deferred() {
    const made = super.deferred();
    made.promise.number = this.made % limit;
    this.made += 1;
    this.table[made.promise.number] = made.promise;
    return made;
  }
};

const isOver = (since) => performance.now() - since > lifetime;

module.exports = {
  'numbers-wrap': (Base) => class extends numbered(Base) {
    release(reactions) {
      const isKnown = this.number === undefined || this.constructor.table[this.number] === this;
      if (isKnown) super.release(reactions);
    }
  },

  'outcomes-are-capped': (Base, Queue) => {
    let settled = 0;
    return class extends Base {
      static queue = new class extends Queue {
        flush() {
          super.flush();
          settled = 0;
        }
      }();

      settle(state, value) {
        if (!this.constructor.queue.isFlushing) settled += 1;
        if (settled < limit) super.settle(state, value);
      }
    };
  },

  'idle-handlers-expire': (Base) => class extends Base {
    register(reaction) {
      super.register({ ...reaction, since: performance.now() });
    }

    release(reactions) {
      super.release(reactions.filter(({ since }) => !isOver(since)));
    }
  },

  'outcomes-expire': (Base) => class extends Base {
    settle(state, value) {
      super.settle(state, value);
      this.since ??= performance.now();
    }

    schedule(reaction) {
      if (isOver(this.since)) this.value = undefined;
      super.schedule(reaction);
    }
  },

  'followers-are-weak': (Base) => class extends Base {
    follow(promise) {
      promise.register({ follower: new WeakRef(this) });
    }

    react(reaction) {
      if (reaction.follower === undefined) super.react(reaction);
      else reaction.follower.deref()?.settle(this.state, this.value);
    }
  },

  'resolvers-are-weak': (Base) => class extends Base {
    callThen(x, then) {
      const self = new WeakRef(this);
      this.resolvers = () => {
        let isUsed = false;
        const once = (effect) => (value) => {
          if (isUsed) return;
          isUsed = true;
          const promise = self.deref();
          if (promise !== undefined) effect(promise, value);
        };
        return {
          resolve: once((promise, value) => promise.resolution(value)),
          reject: once((promise, reason) => promise.settle('rejected', reason)),
        };
      };
      super.callThen(x, then);
      delete this.resolvers;
    }
  },
};
