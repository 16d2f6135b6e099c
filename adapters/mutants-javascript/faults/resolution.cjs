'use strict';

// Faults of sections 2.3.1, 2.3.2 and 2.3.4: resolution with itself, with promises, with plain values.

module.exports = {
  'self-resolution-never-settles': (Base) => class extends Base {
    resolution(x) {
      if (x !== this) super.resolution(x);
    }
  },

  'self-resolution-is-plain-error': (Base) => class extends Base {
    resolution(x) {
      if (x === this) this.settle('rejected', new Error('A promise cannot be resolved with itself.'));
      else super.resolution(x);
    }
  },

  'self-resolution-fulfills': (Base) => class extends Base {
    resolution(x) {
      if (x === this) this.settle('fulfilled', x);
      else super.resolution(x);
    }
  },

  'does-not-wait-for-pending-promise': (Base) => class extends Base {
    follow(promise) {
      if (promise.state === 'pending') this.settle('fulfilled', undefined);
      else super.follow(promise);
    }
  },

  'forgets-pending-promise': (Base) => class extends Base {
    follow(promise) {
      if (promise.state !== 'pending') super.follow(promise);
    }
  },

  'fulfills-with-promise': (Base) => class extends Base {
    follow(promise) {
      this.settle('fulfilled', promise);
    }
  },

  'adopted-value-lost': (Base) => class extends Base {
    react(reaction) {
      if (reaction.follower && this.state === 'fulfilled') reaction.follower.settle('fulfilled', undefined);
      else super.react(reaction);
    }
  },

  'adopted-rejection-fulfills': (Base) => class extends Base {
    react(reaction) {
      if (reaction.follower) reaction.follower.settle('fulfilled', this.value);
      else super.react(reaction);
    }
  },

  'adopted-rejection-lost': (Base) => class extends Base {
    react(reaction) {
      if (!reaction.follower || this.state === 'fulfilled') super.react(reaction);
    }
  },

  'numbers-and-booleans-have-then': (Base) => class extends Base {
    mayHaveThen(x) {
      return super.mayHaveThen(x) || typeof x === 'number' || typeof x === 'boolean';
    }
  },

  'null-is-searched-for-then': (Base) => class extends Base {
    mayHaveThen(x) {
      return x === null || super.mayHaveThen(x);
    }
  },

  'falsy-becomes-undefined': (Base) => class extends Base {
    resolution(x) {
      super.resolution(x === false || x === 0 || x === null ? undefined : x);
    }
  },
};
