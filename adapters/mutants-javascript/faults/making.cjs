'use strict';

// Faults of the entry point that makes a settled promise.

/** A promise that is settled from the start. */
const settled = (Promise, state, value) => {
  const promise = new Promise();
  promise.settle(state, value);
  return promise;
};

/** A promise whose entry point may replace the promise that it made. */
const corrects = (correct) => (Base) => class extends Base {
  static resolved(value) {
    const promise = super.resolved(value);
    return correct(promise, value) ?? promise;
  }
};

module.exports = {
  'made-of-function-is-fulfilled': (Base) => class extends Base {
    static resolved(value) {
      return typeof value === 'function' ? settled(this, 'fulfilled', value) : super.resolved(value);
    }
  },

  'made-of-failing-thenable-is-fulfilled': corrects((promise, value) => (
    promise.state === 'rejected' ? settled(promise.constructor, 'fulfilled', value) : undefined)),

  'made-of-non-callable-then-is-rejected': corrects((promise, value) => (
    promise.state === 'fulfilled' && promise.value === value && promise.mayHaveThen(value) && 'then' in value
      ? settled(promise.constructor, 'rejected', new TypeError('then is not a function')) : undefined)),

  'made-of-value-reads-then': (Base) => class extends Base {
    static resolved(value) {
      try {
        if (typeof value !== 'object' && typeof value !== 'function') void value?.then;
      } catch (error) {
        return settled(this, 'rejected', error);
      }
      return super.resolved(value);
    }
  },
};
