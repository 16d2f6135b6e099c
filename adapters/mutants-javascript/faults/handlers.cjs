'use strict';

// Faults of section 2.2: what a handler is, and when, how often and in which order handlers run.

const isFunction = (value) => typeof value === 'function';
const isAbsent = (value) => value === undefined || value === null;

/** A promise that remembers whether it was resolved with a thenable. */
const remembersThenable = (Base) => class extends Base {
  isFromThenable = false;

  callThen(x, then) {
    this.isFromThenable = true;
    super.callThen(x, then);
  }
};

module.exports = {
  'throws-on-non-function-onfulfilled': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      if (!isFunction(onFulfilled) && !isAbsent(onFulfilled)) throw new TypeError('onFulfilled is not a function');
      return super.then(onFulfilled, onRejected);
    }
  },

  'throws-on-non-function-onrejected': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      if (!isFunction(onRejected) && !isAbsent(onRejected)) throw new TypeError('onRejected is not a function');
      return super.then(onFulfilled, onRejected);
    }
  },

  'calls-non-function-onfulfilled': (Base) => class extends Base {
    react(reaction) {
      const { onFulfilled, derived } = reaction;
      if (this.state === 'fulfilled' && derived && !isAbsent(onFulfilled)) return this.run(onFulfilled, derived);
      return super.react(reaction);
    }
  },

  'calls-non-function-onrejected': (Base) => class extends Base {
    react(reaction) {
      const { onRejected, derived } = reaction;
      if (this.state === 'rejected' && derived && !isAbsent(onRejected)) return this.run(onRejected, derived);
      return super.react(reaction);
    }
  },

  'fulfilled-without-value': (Base) => class extends Base {
    call(handler) {
      return this.state === 'fulfilled' ? handler() : super.call(handler);
    }
  },

  'rejected-without-reason': (Base) => class extends Base {
    call(handler) {
      return this.state === 'rejected' ? handler() : super.call(handler);
    }
  },

  'runs-before-fulfilled': (Base) => class extends Base {
    register(reaction) {
      super.register(reaction);
      if (this.state !== 'pending' || !isFunction(reaction.onFulfilled)) return;
      this.constructor.queue.add(() => {
        if (this.state !== 'pending') return;
        this.reactions = this.reactions.filter((other) => other !== reaction);
        this.run(reaction.onFulfilled, reaction.derived);
      });
    }
  },

  'runs-before-rejected': (Base) => class extends Base {
    register(reaction) {
      super.register(reaction);
      if (this.state !== 'pending' || !isFunction(reaction.onRejected)) return;
      this.constructor.queue.add(() => {
        if (this.state !== 'pending') return;
        this.reactions = this.reactions.filter((other) => other !== reaction);
        this.run(reaction.onRejected, reaction.derived);
      });
    }
  },

  'runs-again-when-fulfilled-again': (Base) => class extends Base {
    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      return {
        promise,
        reject,
        resolve(value) {
          if (promise.state === 'fulfilled') promise.release(promise.handled);
          resolve(value);
        },
      };
    }

    release(reactions) {
      this.handled = reactions;
      super.release(reactions);
    }
  },

  'runs-again-when-rejected-again': (Base) => class extends Base {
    static deferred() {
      const { promise, resolve, reject } = super.deferred();
      return {
        promise,
        resolve,
        reject(reason) {
          if (promise.state === 'rejected') promise.release(promise.handled);
          reject(reason);
        },
      };
    }

    release(reactions) {
      this.handled = reactions;
      super.release(reactions);
    }
  },

  'runs-both-handlers': (Base) => class extends Base {
    react(reaction) {
      super.react(reaction);
      const other = this.state === 'fulfilled' ? reaction.onRejected : reaction.onFulfilled;
      if (isFunction(other)) this.run(other, new this.constructor());
    }
  },

  'loses-handler-when-settled': (Base) => class extends Base {
    register(reaction) {
      if (this.state === 'pending' || reaction.follower !== undefined) super.register(reaction);
    }
  },

  'sync-when-settled': (Base) => class extends Base {
    register(reaction) {
      if (this.state === 'pending') this.reactions.push(reaction);
      else this.react(reaction);
    }
  },

  'sync-when-settling': (Base) => class extends Base {
    release(reactions) {
      for (const reaction of reactions) this.react(reaction);
    }
  },

  'sync-when-rejecting': (Base) => class extends Base {
    release(reactions) {
      if (this.state === 'fulfilled') super.release(reactions);
      else for (const reaction of reactions) this.react(reaction);
    }
  },

  'sync-inside-handler': (Base) => class extends Base {
    call(handler) {
      this.constructor.isCalling = true;
      try {
        return super.call(handler);
      } finally {
        this.constructor.isCalling = false;
      }
    }

    register(reaction) {
      if (this.state !== 'pending' && this.constructor.isCalling) this.react(reaction);
      else super.register(reaction);
    }
  },

  'handler-gets-promise-as-receiver': (Base) => class extends Base {
    call(handler) {
      return handler.call(this, this.value);
    }
  },

  'last-in-first-out': (Base) => class extends Base {
    release(reactions) {
      super.release(this.state === 'fulfilled' ? reactions.reverse() : reactions);
    }
  },

  'rejections-last-in-first-out': (Base) => class extends Base {
    release(reactions) {
      super.release(this.state === 'rejected' ? reactions.reverse() : reactions);
    }
  },

  'keeps-only-last-handler': (Base) => class extends Base {
    register(reaction) {
      if (this.state === 'pending') this.reactions = [reaction];
      else super.register(reaction);
    }
  },

  'throw-stops-later-handlers': (Base) => class extends Base {
    run(handler, derived) {
      if (this.hasThrown) return;
      super.run(handler, derived);
      this.hasThrown = derived.state === 'rejected';
    }
  },

  'shares-one-derived-promise': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      this.derived ??= new this.constructor();
      this.register({ onFulfilled, onRejected, derived: this.derived });
      return this.derived;
    }
  },

  'handler-of-handler-overtakes': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      flush() {
        while (this.jobs.length > 0) {
          const [job, ...rest] = this.jobs;
          this.jobs = [];
          job();
          this.jobs.push(...rest);
        }
      }
    }();
  },

  'then-returns-nothing': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      super.then(onFulfilled, onRejected);
    }
  },

  'then-returns-same-promise': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      super.then(onFulfilled, onRejected);
      return this;
    }
  },

  'ignores-returned-value': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        handler(value);
        return this.value;
      }, derived);
    }
  },

  'recovered-rejection-stays-rejected': (Base) => class extends Base {
    run(handler, derived) {
      if (this.state === 'fulfilled') return super.run(handler, derived);
      return super.run((value) => {
        throw handler(value);
      }, derived);
    }
  },

  'swallows-throw': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch {
          return undefined;
        }
      }, derived);
    }
  },

  'loses-falsy-throw': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          if (error) throw error;
          return undefined;
        }
      }, derived);
    }
  },

  'adopts-thrown-promise': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          if (error instanceof Base) return error;
          throw error;
        }
      }, derived);
    }
  },

  'handler-error-is-rethrown': (Base) => class extends Base {
    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          setTimeout(() => {
            throw error;
          });
          throw error;
        }
      }, derived);
    }
  },

  'passthrough-loses-value': (Base) => class extends Base {
    pass(derived) {
      derived.settle(this.state, this.state === 'fulfilled' ? undefined : this.value);
    }
  },

  'passthrough-loses-reason': (Base) => class extends Base {
    pass(derived) {
      derived.settle(this.state, this.state === 'rejected' ? undefined : this.value);
    }
  },

  'passthrough-forgets-rejection': (Base) => class extends Base {
    pass(derived) {
      derived.settle('fulfilled', this.value);
    }
  },

  'followed-rejection-binds-handlers': (Base) => class extends Base {
    isBound = false;

    react(reaction) {
      if (reaction.follower !== undefined && this.state === 'rejected') reaction.follower.isBound = true;
      return super.react(reaction);
    }

    call(handler) {
      return this.isBound ? handler.call(this, this.value) : super.call(handler);
    }
  },

  'passed-on-rejection-is-not-followed': (Base) => class extends Base {
    isPassedOn = false;

    pass(derived) {
      derived.isPassedOn = true;
      super.pass(derived);
    }

    react(reaction) {
      const { follower } = reaction;
      if (follower === undefined || this.state !== 'rejected' || !this.isPassedOn) return super.react(reaction);
      return follower.settle('fulfilled', undefined);
    }
  },

  'swallows-throw-after-a-thenable': (Base) => class extends remembersThenable(Base) {
    run(handler, derived) {
      if (!this.isFromThenable || this.state !== 'fulfilled') return super.run(handler, derived);
      return super.run((value) => {
        try {
          return handler(value);
        } catch {
          return undefined;
        }
      }, derived);
    }
  },

  'handler-of-handler-runs-twice-after-a-thenable': (Base) => class extends remembersThenable(Base) {
    register(reaction) {
      super.register(reaction);
      if (this.isFromThenable && this.state === 'rejected' && this.constructor.queue.isFlushing) super.register(reaction);
    }
  },
};
