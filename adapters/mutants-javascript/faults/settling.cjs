'use strict';

// Faults of section 2.1: a settled promise changes again.

/** A deferred that calls `again` for each settlement of a settled promise. */
const settlesAgain = (again) => (Base) => class extends Base {
  static deferred() {
    const { promise, resolve, reject } = super.deferred();
    const watched = (state, settle) => (value) => {
      if (promise.state === 'pending') settle(value);
      else again(promise, state, value);
    };
    return { promise, resolve: watched('fulfilled', resolve), reject: watched('rejected', reject) };
  }
};

module.exports = {
  'fulfilled-becomes-rejected': settlesAgain((promise, state, value) => {
    if (promise.state === 'fulfilled' && state === 'rejected') Object.assign(promise, { state, value });
  }),

  'rejected-becomes-fulfilled': settlesAgain((promise, state, value) => {
    if (promise.state === 'rejected' && state === 'fulfilled') Object.assign(promise, { state, value });
  }),

  'fulfilled-again-replaces-value': settlesAgain((promise, state, value) => {
    if (promise.state === 'fulfilled' && state === 'fulfilled') promise.value = value;
  }),

  'rejected-again-replaces-reason': settlesAgain((promise, state, value) => {
    if (promise.state === 'rejected' && state === 'rejected') promise.value = value;
  }),

  'late-reject-tears-value': settlesAgain((promise, state, value) => {
    if (promise.state === 'fulfilled' && state === 'rejected') promise.value = value;
  }),
};
