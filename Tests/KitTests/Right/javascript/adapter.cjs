'use strict';

// A right promise whose turns differ from those of the language; RIGHT says how.

const batch = [];

function flush() {
  // Jobs that these add are for the next batch.
  for (const job of batch.splice(0)) job();
  if (batch.length > 0) setImmediate(flush);
}

const turns = {
  // A timer for each turn.
  timers: (job) => { setTimeout(job, 0); },
  // One turn for all that is due.
  batches: (job) => { if (batch.push(job) === 1) setImmediate(flush); },
  // A promise that is resolved with a settled one is settled at once.
  eager: queueMicrotask,
};

const later = turns[process.env.RIGHT ?? 'timers'];
const isEager = process.env.RIGHT === 'eager';

class Right {
  #state;
  #value;
  #reactions = [];

  resolvers() {
    let isOpen = true;
    const once = (settle) => (value) => {
      if (!isOpen) return;
      isOpen = false;
      settle(value);
    };
    return [once((value) => this.#resolve(value)), once((reason) => this.#settle('rejected', reason))];
  }

  then(onFulfilled, onRejected) {
    const derived = new Right();
    this.#observe(() => {
      const handler = this.#state === 'fulfilled' ? onFulfilled : onRejected;
      if (typeof handler !== 'function') {
        derived.#settle(this.#state, this.#value);
        return;
      }
      const [resolve, reject] = derived.resolvers();
      try {
        resolve(handler(this.#value));
      } catch (reason) {
        reject(reason);
      }
    });
    return derived;
  }

  #observe(job) {
    if (this.#state === undefined) this.#reactions.push(job);
    else later(job);
  }

  #settle(state, value) {
    this.#state = state;
    this.#value = value;
    for (const job of this.#reactions.splice(0)) later(job);
  }

  #resolve(value) {
    if (value === this) {
      this.#settle('rejected', new TypeError('a promise that waits for itself'));
    } else if (value instanceof Right && isEager && value.#state !== undefined) {
      this.#settle(value.#state, value.#value);
    } else if (Object(value) === value) {
      this.#assimilate(value);
    } else {
      this.#settle('fulfilled', value);
    }
  }

  #assimilate(value) {
    const [resolve, reject] = this.resolvers();
    let then;
    try {
      ({ then } = value);
    } catch (reason) {
      reject(reason);
      return;
    }
    if (typeof then !== 'function') {
      this.#settle('fulfilled', value);
      return;
    }
    later(() => {
      try {
        then.call(value, resolve, reject);
      } catch (reason) {
        reject(reason);
      }
    });
  }
}

exports.deferred = () => {
  const promise = new Right();
  const [resolve, reject] = promise.resolvers();
  return { promise, resolve, reject };
};
