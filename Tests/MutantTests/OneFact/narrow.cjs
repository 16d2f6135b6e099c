'use strict';

// Promises in which one thing is wrong that shows in most cases; APLUS_FACT names it.

const { APLUS_FACT: fact } = process.env;
const promise = (executor) => new Narrow(executor);

/** A promise that takes one registration well. */
class Narrow {
  constructor(executor) {
    this.registrations = [];
    this.native = new Promise((resolve, reject) => executor(
      (value) => (value === this ? reject(new TypeError('a promise cannot adopt itself')) : resolve(value)), reject,
    ));
    const run = (slot) => (value) => {
      const waiting = fact === 'only-the-last-runs' ? this.registrations.slice(-1) : this.registrations;
      this.registrations = undefined;
      for (const registration of waiting) registration[slot](value);
    };
    this.native.then(run('fulfill'), run('reject'));
  }

  then(onFulfilled, onRejected) {
    if (fact === 'second-handler-crashes' && this.isUsed) process.abort();
    this.isUsed = true;
    return promise((resolve, reject) => {
      const answer = (handler, otherwise) => (value) => {
        if (typeof handler !== 'function') return otherwise(value);
        try {
          return resolve((0, handler)(value));
        } catch (error) {
          return reject(error);
        }
      };
      const registration = { fulfill: answer(onFulfilled, resolve), reject: answer(onRejected, reject) };
      if (this.registrations === undefined) {
        this.native.then(registration.fulfill, registration.reject);
      } else {
        this.registrations.push(registration);
      }
    });
  }
}

module.exports = {
  library: 'narrow promise',
  version: '1',
  deferred: () => {
    const made = {};
    made.promise = promise((resolve, reject) => { Object.assign(made, { resolve, reject }); });
    return made;
  },
};
