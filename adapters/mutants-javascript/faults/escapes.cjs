'use strict';

// Exceptions that leave the library where the specification gives them another end.

const { cancellable } = require('./cancellation.cjs');
const { combining } = require('./combinators.cjs');

/** Throws where nobody catches it. */
const throwUncaught = (error) => queueMicrotask(() => {
  throw error;
});

/** A queue that takes its turns from `plan`, and loses none by itself. */
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

/** A promise whose handlers run without anything that catches what they throw. */
const uncaught = (plan, change = (Own) => Own) => (Base, Queue) => class extends Base {
  static queue = new (change(queueOf(Queue, plan)))();

  run(handler, derived) {
    derived.resolution(this.call(handler));
  }
};

/** A queue that goes on in a turn of its own with what an exception has left of it. */
const resumed = (Own) => class extends Own {
  flush() {
    try {
      super.flush();
    } finally {
      this.wake();
    }
  }
};

/** A promise that rejects as it should, and lets the exception out of the queue as well. */
const rejectedAndThrown = (change) => (Base, Queue) => class extends Base {
  static queue = new (change(queueOf(Queue, queueMicrotask)))();

  run(handler, derived) {
    super.run((value) => {
      try {
        return handler(value);
      } catch (error) {
        derived.settle('rejected', error);
        throw error;
      }
    }, derived);
    if (derived.state === 'rejected' && this.constructor.queue.isStrict) throw derived.value;
  }
};

module.exports = {
  // The flush is lost with the exception: what is left waits until somebody adds a handler.
  'throw-stops-microtask': uncaught(queueMicrotask),
  'throw-stops-tick': uncaught((flush) => process.nextTick(flush)),
  'throw-stops-immediate': uncaught((flush) => setImmediate(flush)),
  'throw-stops-timeout': uncaught((flush) => setTimeout(flush)),
  'throw-stops-native-job': uncaught((flush) => void globalThis.Promise.resolve().then(flush)),

  // What is left runs in a turn of its own.
  'throw-splits-microtask': uncaught(queueMicrotask, resumed),
  'throw-splits-tick': uncaught((flush) => process.nextTick(flush), resumed),
  'throw-splits-immediate': uncaught((flush) => setImmediate(flush), resumed),
  'throw-splits-timeout': uncaught((flush) => setTimeout(flush), resumed),
};
