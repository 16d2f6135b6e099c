'use strict';

// A promise that arms timers, reads `then` and calls handlers as deep as the stack allows, at each depth where that fails.

function deepest(action) {
  try {
    return deepest(action);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return action();
}

class Deep {
  reactions = [];

  settle(state, value) {
    if (this.state !== undefined) return;
    Object.assign(this, { state, value });
    this.reactions.forEach(later);
  }

  resolve(value) {
    if (typeof value !== 'object' || value === null) return this.settle('fulfilled', value);
    try {
      const then = deepest(() => value.then);
      if (typeof then !== 'function') return this.settle('fulfilled', value);
      return then.call(value, (result) => this.resolve(result), (reason) => this.settle('rejected', reason));
    } catch (reason) {
      return this.settle('rejected', reason);
    }
  }

  then(ok, bad) {
    const derived = new Deep();
    const react = () => {
      const handler = this.state === 'fulfilled' ? ok : bad;
      if (typeof handler !== 'function') return derived.settle(this.state, this.value);
      let result;
      try {
        result = deepest(() => handler(this.value));
      } catch (reason) {
        return derived.settle('rejected', reason);
      }
      return derived.resolve(result);
    };
    if (this.state === undefined) this.reactions.push(react);
    else later(react);
    return derived;
  }
}

const later = (job) => { deepest(() => setTimeout(job, 0)); };

exports.deferred = () => {
  const promise = new Deep();
  const settle = (state) => (value) => promise.settle(state, value);
  return { promise, resolve: settle('fulfilled'), reject: settle('rejected') };
};
