'use strict';

// Exceptions that leave the library although the specification says where they must go.

/** A queue that schedules its turns with `plan`. An exception ends the turn, but no other job is lost. */
const queueOf = (Queue, plan) => class extends Queue {
  isPlanned = false;

  add(job) {
    this.jobs.push(job);
    this.wake();
  }

  wake() {
    if (this.isPlanned || this.jobs.length === 0) return;
    this.isPlanned = true;
    plan(() => {
      this.isPlanned = false;
      this.flush();
    });
  }

  flush() {
    while (this.jobs.length > 0) this.jobs.shift()();
  }
};

/** A queue that continues in a new turn after an exception. */
const resuming = (Queue, plan) => class extends queueOf(Queue, plan) {
  flush() {
    try {
      super.flush();
    } finally {
      this.wake();
    }
  }
};

/** A promise that does not catch what its handlers throw. */
const uncaught = (queue, plan) => (Base, Queue) => class extends Base {
  static queue = new (queue(Queue, plan))();

  run(handler, derived) {
    derived.resolution(this.call(handler));
  }
};

/** A promise that rejects as it should, and throws again in a new turn. */
const rethrown = (plan) => (Base) => class extends Base {
  run(handler, derived) {
    super.run((value) => {
      try {
        return handler(value);
      } catch (error) {
        plan(() => {
          throw error;
        });
        throw error;
      }
    }, derived);
  }
};

const tick = (flush) => process.nextTick(flush);
const immediate = (flush) => setImmediate(flush);
const timeout = (flush) => setTimeout(flush);
const nativeJob = (flush) => void globalThis.Promise.resolve().then(flush);

module.exports = {
  // The rest of the flush waits until another handler is added.
  'throw-stops-microtask': uncaught(queueOf, queueMicrotask),
  'throw-stops-tick': uncaught(queueOf, tick),
  'throw-stops-immediate': uncaught(queueOf, immediate),
  'throw-stops-timeout': uncaught(queueOf, timeout),
  'throw-stops-native-job': uncaught(queueOf, nativeJob),

  'throw-splits-microtask': uncaught(resuming, queueMicrotask),
  'throw-splits-tick': uncaught(resuming, tick),
  'throw-splits-immediate': uncaught(resuming, immediate),
  'throw-splits-timeout': uncaught(resuming, timeout),

  'throw-is-repeated-in-microtask': rethrown(queueMicrotask),
  'throw-is-repeated-in-tick': rethrown(tick),

  'throw-is-repeated-after-flush': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      thrown = [];

      flush() {
        super.flush();
        const [first] = this.thrown.splice(0);
        if (first !== undefined) throw first.error;
      }
    }();

    run(handler, derived) {
      super.run((value) => {
        try {
          return handler(value);
        } catch (error) {
          this.constructor.queue.thrown.push({ error });
          throw error;
        }
      }, derived);
    }
  },

  'accessor-throw-escapes': (Base) => class extends Base {
    assimilate(x) {
      this.useThen(x, this.readThen(x));
    }
  },

  'thenable-throw-escapes': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      then.call(x, resolve, reject);
    }
  },

  'thenable-throw-after-call-escapes': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      let isUsed = false;
      const using = (resolver) => (value) => {
        isUsed = true;
        resolver(value);
      };
      try {
        then.call(x, using(resolve), using(reject));
      } catch (error) {
        if (isUsed) throw error;
        reject(error);
      }
    }
  },

  'resolver-throws-on-promise': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      super.callThen.call({
        resolvers: () => ({
          reject,
          resolve(value) {
            resolve(value);
            if (value instanceof Base) throw new TypeError('the value is a promise');
          },
        }),
      }, x, then);
    }
  },

  'rejecter-throws-reason': (Base) => class extends Base {
    callThen(x, then) {
      const { resolve, reject } = this.resolvers();
      const throwing = (reason) => {
        reject(reason);
        throw reason;
      };
      try {
        then.call(x, resolve, throwing);
      } catch (error) {
        reject(error);
      }
    }
  },

  'then-throws-reason': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      if (this.state === 'rejected' && onRejected === undefined) throw this.value;
      return super.then(onFulfilled, onRejected);
    }
  },

  'wake-up-is-lost': (Base, Queue) => class extends Base {
    static queue = new class extends queueOf(Queue, queueMicrotask) {
      late = [];

      add(job) {
        this.jobs.push(...this.late.splice(0));
        super.add(job);
      }

      flush() {
        this.isFlushing = true;
        super.flush();
        this.isFlushing = false;
      }
    }();

    register(reaction) {
      const { queue } = this.constructor;
      const isLate = this.state !== 'pending' && reaction.derived !== undefined && queue.isFlushing;
      if (isLate) queue.late.push(() => this.react(reaction));
      else super.register(reaction);
    }
  },
};
