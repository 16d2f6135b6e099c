'use strict';

// Faults of section 2.3.3: thenables, step by step.

/** A promise that calls a thenable's `then` in another way. */
const callsThen = (callThen) => (Base) => class extends Base {
  callThen(x, then) {
    callThen(this, x, then);
  }
};

const call = (x, then, resolve, reject, caught = reject) => {
  try {
    then.call(x, resolve, reject);
  } catch (error) {
    caught(error);
  }
};

/** A promise that wraps the pair of resolvers that it passes to thenables. */
const givesPair = (pairOf) => callsThen((promise, x, then) => {
  const { resolve, reject } = pairOf(promise, promise.resolvers());
  call(x, then, resolve, reject);
});

/** A promise that takes some objects with a `then` for plain values. */
const overlooks = (isOverlooked) => (Base) => class extends Base {
  mayHaveThen(x) {
    return super.mayHaveThen(x) && !isOverlooked(x);
  }
};

/** A promise that lets a second call of a pair count if it is allowed. */
const secondCallWins = (isAllowed) => callsThen((promise, x, then) => {
  let first;
  const use = (kind) => (value) => {
    if (promise.state !== 'pending' || (first !== undefined && !isAllowed(first, kind))) return;
    first ??= kind;
    if (kind === 'reject') promise.settle('rejected', value);
    else promise.resolution(value);
  };
  call(x, then, use('resolve'), use('reject'));
});

module.exports = {
  'reads-then-twice': (Base) => class extends Base {
    readThen(x) {
      return typeof x.then === 'function' ? x.then : undefined;
    }
  },

  'reads-then-from-owner': (Base) => class extends Base {
    readThen(x) {
      let owner = Object(x);
      while (owner !== null && !Object.hasOwn(owner, 'then')) owner = Object.getPrototypeOf(owner);
      return owner?.then;
    }
  },

  'accessor-throw-fulfills': (Base) => class extends Base {
    readThen(x) {
      try {
        return super.readThen(x);
      } catch {
        return undefined;
      }
    }
  },

  'accessor-throw-never-settles': (Base) => class extends Base {
    readThen(x) {
      try {
        return super.readThen(x);
      } catch {
        return () => {};
      }
    }
  },

  'ignores-function-thenables': overlooks((x) => typeof x === 'function'),
  'ignores-thenables-without-prototype': overlooks((x) => Object.getPrototypeOf(x) === null),

  'ignores-thenables': overlooks(() => true),

  'thenable-never-called': callsThen(() => {}),

  'then-called-without-receiver': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    call(undefined, then, resolve, reject);
  }),

  'then-called-with-one-resolver': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    try {
      then.call(x, resolve);
    } catch (error) {
      reject(error);
    }
  }),

  'resolver-fulfills-with-thenable': givesPair((promise, { resolve, reject }) => {
    const fulfill = (value) => {
      if (promise.mayHaveThen(value) && !(value instanceof promise.constructor)) promise.settle('fulfilled', value);
      else resolve(value);
    };
    return { resolve: fulfill, reject };
  }),

  'resolver-fulfills-with-promise': givesPair((promise, { resolve, reject }) => {
    const fulfill = (value) => {
      if (value instanceof promise.constructor) promise.settle('fulfilled', value);
      else resolve(value);
    };
    return { resolve: fulfill, reject };
  }),

  'resolver-does-nothing': givesPair((promise, { reject }) => ({ resolve: () => {}, reject })),
  'rejecter-does-nothing': givesPair((promise, { resolve }) => ({ resolve, reject: () => {} })),
  'rejecter-adopts': givesPair((promise, { resolve, reject }) => ({
    resolve, reject: (reason) => (reason instanceof promise.constructor ? resolve(reason) : reject(reason)),
  })),

  'resolve-after-resolve-counts': secondCallWins((first, second) => first === 'resolve' && second === 'resolve'),
  'reject-after-resolve-counts': secondCallWins((first, second) => first === 'resolve' && second === 'reject'),

  'resolve-after-reject-counts': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    let isRejected = false;
    const overrule = (value) => {
      if (isRejected) Object.assign(promise, { state: 'fulfilled', value });
      else resolve(value);
    };
    call(x, then, overrule, (reason) => {
      isRejected = promise.state === 'pending';
      reject(reason);
    });
  }),

  'throw-after-call-counts': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    call(x, then, resolve, reject, (error) => promise.settle('rejected', error));
  }),

  'thenable-throw-lost': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    call(x, then, resolve, reject, () => {});
  }),

  'later-call-of-pair-throws': callsThen((promise, x, then) => {
    const pair = promise.resolvers();
    let isUsed = false;
    const use = (settle) => (value) => {
      if (isUsed) throw new Error('The promise has been resolved.');
      isUsed = true;
      settle(value);
    };
    call(x, then, use(pair.resolve), use(pair.reject), pair.reject);
  }),

  'thenable-throw-arrives-late': callsThen((promise, x, then) => {
    const { resolve, reject } = promise.resolvers();
    call(x, then, resolve, reject, (error) => setImmediate(() => reject(error)));
  }),

  'non-callable-then-rejects': (Base) => class extends Base {
    useThen(x, then) {
      if (typeof then === 'function' || then === undefined) super.useThen(x, then);
      else this.settle('rejected', new TypeError('then is not a function'));
    }
  },

  'heir-of-function-is-called': (Base) => class extends Base {
    useThen(x, then) {
      if (then instanceof Function) this.callThen(x, then);
      else this.settle('fulfilled', x);
    }
  },

  'outer-thenable-speaks-again': (Base) => class extends Base {
    callThen(x, then) {
      /** The thenable that may answer; null after its answer, undefined if any may. */
      this.speaker = x;
      const once = (effect) => (value) => {
        if (this.speaker !== undefined && this.speaker !== x) return;
        this.speaker = null;
        effect(value);
      };
      const reject = once((reason) => this.settle('rejected', reason));
      try {
        Reflect.apply(then, x, [once((value) => this.resolution(value)), reject]);
      } catch (error) {
        reject(error);
      }
      if (this.speaker !== null && this.speaker !== x) this.speaker = undefined;
    }
  },

  'then-is-remembered-by-class': (Base) => class extends Base {
    static known = new WeakMap();

    readThen(x) {
      const { known } = this.constructor;
      const owner = Object.getPrototypeOf(x);
      if (owner === null || Object.getOwnPropertyDescriptor(owner, 'then')?.get === undefined) return super.readThen(x);
      if (!known.has(owner)) known.set(owner, super.readThen(x));
      return known.get(owner);
    }
  },

  'second-resolver-calls-then': (Base) => class extends Base {
    resolvers() {
      const { resolve, reject } = super.resolvers();
      let isUsed = false;
      return {
        resolve: (value) => {
          if (isUsed && this.mayHaveThen(value)) value.then?.(() => {}, () => {});
          isUsed = true;
          resolve(value);
        },
        reject: (reason) => {
          isUsed = true;
          reject(reason);
        },
      };
    }
  },

  'lock-in-alternates': (Base) => class extends Base {
    turn = false;

    resolvers() {
      const { turn } = this;
      const once = (effect) => (value) => {
        if (this.turn !== turn) return;
        this.turn = !turn;
        effect(value);
      };
      return {
        resolve: once((value) => this.resolution(value)),
        reject: once((reason) => this.settle('rejected', reason)),
      };
    }
  },

  'settled-promises-pass-the-lock': (Base) => class extends Base {
    resolvers() {
      const { resolve, reject } = super.resolvers();
      const passes = (value) => value instanceof Base && value !== this && value.state !== 'pending';
      let isUsed = false;
      return {
        resolve: (value) => {
          if (isUsed && passes(value)) this.resolution(value);
          isUsed = true;
          resolve(value);
        },
        reject: (reason) => {
          isUsed = true;
          reject(reason);
        },
      };
    }
  },

  'locks-in-after-the-read': (Base) => class extends Base {
    isReading = false;

    readThen(x) {
      this.isReading = true;
      try {
        return super.readThen(x);
      } finally {
        this.isReading = false;
      }
    }

    resolvers() {
      let isUsed = false;
      const once = (effect) => (value) => {
        if (isUsed && !this.isReading) return;
        isUsed = true;
        effect(value);
      };
      return {
        resolve: once((value) => this.resolution(value)),
        reject: once((reason) => this.settle('rejected', reason)),
      };
    }
  },

  'read-loses-registrations': (Base) => class extends Base {
    readThen(x) {
      const reactions = [...this.reactions];
      const then = super.readThen(x);
      this.reactions = reactions;
      return then;
    }
  },
};
