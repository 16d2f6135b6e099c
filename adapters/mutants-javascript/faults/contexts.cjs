'use strict';

// Faults of ambient contexts, based on the correct promise with combinators, which here keeps that of each registration.

const { AsyncLocalStorage } = require('node:async_hooks');
const { combining } = require('../combining.cjs');

/** The promise whose handlers run in the ambient context of their registration. */
const ambient = (Base) => class extends combining(Base) {
  register(reaction) {
    super.register({ ...reaction, within: AsyncLocalStorage.snapshot() });
  }

  react(reaction) {
    return this.keeps(reaction) ? reaction.within(() => super.react(reaction)) : super.react(reaction);
  }

  /** Whether a reaction runs in its own context; else it runs in that of whatever comes before it. */
  keeps() {
    return true;
  }
};

module.exports = {
  'followers-lose-the-ambient-context': (Base) => class extends ambient(Base) {
    keeps() {
      return !this.isFollowing;
    }
  },

  'rejections-lose-the-ambient-context': (Base) => class extends ambient(Base) {
    keeps() {
      return this.state === 'fulfilled';
    }
  },

  'ambient-context-is-kept-of-eight': (Base) => class extends ambient(Base) {
    registered = 0;

    register(reaction) {
      this.registered += 1;
      super.register({ ...reaction, place: this.registered });
    }

    keeps({ place }) {
      return place <= 8;
    }
  },

  'settled-promises-lose-the-ambient-context': (Base) => class extends ambient(Base) {
    register(reaction) {
      super.register({ ...reaction, isLate: this.state !== 'pending' });
    }

    keeps({ isLate }) {
      return !isLate;
    }
  },

  'first-ambient-context-serves-all': (Base) => class extends ambient(Base) {
    register(reaction) {
      super.register(reaction);
      this.first ??= AsyncLocalStorage.snapshot();
    }

    react(reaction) {
      super.react({ ...reaction, within: this.first });
    }
  },
};
