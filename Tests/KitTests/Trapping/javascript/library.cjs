'use strict';

// The library: a promise on a queue of jobs, that aborts where `APLUS_TRAP` says.

function at(place) {
  if (process.env.APLUS_TRAP === place) process.abort();
}

class Trapping {
  #reactions = [];
  state;
  value;

  settle(state, value) {
    at('settle');
    if (this.state !== undefined) return;
    this.state = state;
    this.value = value;
    this.#reactions.forEach((reaction) => process.nextTick(reaction));
  }

  resolve(value) {
    if (value === this) {
      at('self');
      return this.settle('rejected', new TypeError('a promise that waits for itself'));
    }
    if (value instanceof Trapping) return value.react(() => this.settle(value.state, value.value));
    return this.settle('fulfilled', value);
  }

  react(reaction) {
    const job = () => {
      at('before');
      reaction();
      at('after');
    };
    if (this.state === undefined) this.#reactions.push(job);
    else process.nextTick(job);
  }

  then(ok, bad) {
    at('then');
    const derived = new Trapping();
    this.react(() => {
      const handler = this.state === 'fulfilled' ? ok : bad;
      if (typeof handler !== 'function') return derived.settle(this.state, this.value);
      let result;
      try {
        result = handler(this.value);
      } catch (reason) {
        return derived.settle('rejected', reason);
      }
      return derived.resolve(result);
    });
    return derived;
  }

  static race(members) {
    at('race');
    const first = new Trapping();
    for (const member of members) {
      member.react(() => {
        at('raced');
        first.settle(member.state, member.value);
      });
    }
    return first;
  }
}

module.exports = { Trapping };
