'use strict';

// A promise that calls handlers from within its settlement: a chain takes as much of the stack as it is long.

class Chain {
  reactions = [];

  settle(state, value) {
    if (this.state !== undefined) return;
    Object.assign(this, { state, value });
    for (const reaction of this.reactions) reaction();
  }

  then(ok, bad) {
    const derived = new Chain();
    const react = () => {
      const handler = this.state === 'fulfilled' ? ok : bad;
      if (typeof handler !== 'function') return derived.settle(this.state, this.value);
      let result;
      try {
        result = handler(this.value);
      } catch (reason) {
        return derived.settle('rejected', reason);
      }
      return derived.settle('fulfilled', result);
    };
    if (this.state === undefined) this.reactions.push(react);
    else react();
    return derived;
  }
}

exports.deferred = () => {
  const promise = new Chain();
  const settle = (state) => (value) => promise.settle(state, value);
  return { promise, resolve: settle('fulfilled'), reject: settle('rejected') };
};
