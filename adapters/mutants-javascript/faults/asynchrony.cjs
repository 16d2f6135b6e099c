'use strict';

// Handlers that run too early, in situations that the official suite does not cover (Z), or in the wrong order (O).

const isOwnAndSettled = (promise, x) => x instanceof promise.constructor && x.state !== 'pending';

/** Runs the reactions of a promise at once instead of queueing them. */
const runAtOnce = (promise, settle) => {
  const { release } = promise;
  promise.release = (reactions) => reactions.forEach((reaction) => promise.react(reaction));
  settle();
  promise.release = release;
};

module.exports = {
  'sync-from-fifth-late-handler': (Base) => class extends Base {
    late = 0;

    register(reaction) {
      if (this.state !== 'pending') this.late += 1;
      if (this.late >= 5) this.react(reaction);
      else super.register(reaction);
    }
  },

  'sync-with-many-handlers': (Base) => class extends Base {
    release(reactions) {
      if (reactions.length > 4) reactions.forEach((reaction) => this.react(reaction));
      else super.release(reactions);
    }
  },

  'sync-when-settled-in-handler': (Base) => class extends Base {
    static handlers = 0;

    call(handler) {
      this.constructor.handlers += 1;
      try {
        return super.call(handler);
      } finally {
        this.constructor.handlers -= 1;
      }
    }

    release(reactions) {
      if (this.constructor.handlers === 1) reactions.forEach((reaction) => this.react(reaction));
      else super.release(reactions);
    }
  },

  'settles-recursively-while-flushing': (Base) => class extends Base {
    release(reactions) {
      if (this.constructor.queue.isFlushing) reactions.forEach((reaction) => this.react(reaction));
      else super.release(reactions);
    }
  },

  'sync-when-saved-resolver-is-called': (Base) => class extends Base {
    callThen(x, then) {
      let isLate = false;
      const { resolve, reject } = this.resolvers();
      const settle = (effect) => (value) => (isLate ? runAtOnce(this, () => effect(value)) : effect(value));
      try {
        then.call(x, settle(resolve), settle(reject));
      } catch (error) {
        reject(error);
      }
      isLate = true;
    }
  },

  'sync-when-resolved-with-settled-promise': (Base) => class extends Base {
    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      return {
        promise,
        reject,
        resolve(x) {
          if (isOwnAndSettled(promise, x)) runAtOnce(promise, () => promise.settle(x.state, x.value));
          else resolve(x);
        },
      };
    }
  },

  'sync-when-settled-in-earlier-turn': (Base) => class extends Base {
    isOld = false;

    release(reactions) {
      super.release(reactions);
      setImmediate(() => {
        this.isOld = true;
      });
    }

    register(reaction) {
      if (this.isOld) this.react(reaction);
      else super.register(reaction);
    }
  },

  'order-breaks-beyond-eight': (Base) => class extends Base {
    release(reactions) {
      super.release([...reactions.slice(0, 8), ...reactions.slice(8).reverse()]);
    }
  },

  'queue-that-grows-in-flush-loses-jobs': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      hasFlushed = false;

      add(job) {
        if (!this.isFlushing || !this.hasFlushed || this.jobs.length < 2048) super.add(job);
      }

      flush() {
        super.flush();
        this.hasFlushed = true;
      }
    }();
  },

  'long-queue-loses-order': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      add(job) {
        super.add(job);
        if (this.jobs.length > 512 && !this.isFlushing) this.jobs.splice(512, 0, this.jobs.pop());
      }
    }();
  },

  'overtakes-after-lock-in': (Base) => class extends Base {
    isFollowing = false;

    follow(promise) {
      this.isFollowing = true;
      super.follow(promise);
    }

    register(reaction) {
      if (this.state === 'pending' && this.isFollowing) this.reactions.unshift(reaction);
      else super.register(reaction);
    }
  },

  'rejections-wait-longer': (Base) => class extends Base {
    schedule(reaction) {
      const { queue } = this.constructor;
      if (this.state === 'fulfilled') super.schedule(reaction);
      else queue.add(() => queue.add(() => this.react(reaction)));
    }
  },
};
