'use strict';

// Faults that only one kind of value, function or object shows.

const { getPrototypeOf, prototype } = Object;
const tag = (x) => prototype.toString.call(x);
const isObject = (x) => typeof x === 'object' && x !== null;
const hasOwn = (x, key) => prototype.hasOwnProperty.call(x, key);

/** A promise that takes a value for a handler if it passes a test. */
const handlersAre = (isHandler) => (Base) => class extends Base {
  react(reaction) {
    if (reaction.follower !== undefined) return super.react(reaction);
    const handler = this.state === 'fulfilled' ? reaction.onFulfilled : reaction.onRejected;
    return isHandler(handler) ? this.run(handler, reaction.derived) : this.pass(reaction.derived);
  }
};

/** A promise that looks for a `then` only in objects and functions that pass a test. */
const thenablesAre = (isThenable) => (Base) => class extends Base {
  mayHaveThen(x) {
    return super.mayHaveThen(x) && isThenable(x);
  }
};

/** A promise that calls a `then` if it passes a test. */
const thensAre = (isThen) => (Base) => class extends Base {
  useThen(x, then) {
    if (isThen(then, x)) this.callThen(x, then);
    else this.settle('fulfilled', x);
  }
};

/** A promise that changes the value that it is resolved with. */
const resolvesWith = (change) => (Base) => class extends Base {
  resolution(x) {
    super.resolution(change(x, this));
  }
};

/** A promise that changes its reason. */
const rejectsWith = (change) => (Base) => class extends Base {
  settle(state, value) {
    super.settle(state, state === 'rejected' && this.state === 'pending' ? change(value) : value);
  }
};

/** A promise that takes a value for undefined if it passes a test. */
const nothingFor = (isNothing) => resolvesWith((x) => (isNothing(x) ? undefined : x));

module.exports = {
  'handlers-by-tag': handlersAre((handler) => tag(handler) === '[object Function]'),
  'handlers-by-realm': handlersAre((handler) => handler instanceof Function),
  'handlers-by-constructor': handlersAre((handler) => handler?.constructor === Function),
  'handlers-by-call-method': handlersAre((handler) => typeof handler?.call === 'function'),
  'handlers-by-length': handlersAre((handler) => typeof handler === 'function' || typeof handler?.length === 'number'
    && typeof handler.name === 'string'),
  'handlers-with-then-are-no-handlers': handlersAre((handler) => typeof handler === 'function'
    && handler.then === undefined),
  'handlers-by-loose-tag': handlersAre((handler) => typeof handler === 'function'
    || tag(handler) === '[object Function]'),
  'handlers-are-read-for-then': (Base) => class extends Base {
    then(onFulfilled, onRejected) {
      return typeof onFulfilled?.then === 'function' ? super.then() : super.then(onFulfilled, onRejected);
    }
  },
  'two-parameters-get-error-first': (Base) => class extends Base {
    call(handler) {
      return handler.length === 2 ? handler(null, this.value) : super.call(handler);
    }
  },
  'handlers-are-marked': (Base) => class extends Base {
    call(handler) {
      handler.isCalled = true;
      return super.call(handler);
    }
  },

  'thenables-by-near-prototype': thenablesAre((x) => hasOwn(x, 'then')
    || isObject(getPrototypeOf(x)) && hasOwn(getPrototypeOf(x), 'then')),
  'thenables-by-in': thenablesAre((x) => 'then' in x),
  'thenables-by-enumeration': thenablesAre((x) => {
    if (getPrototypeOf(x) !== null && getPrototypeOf(x) !== prototype) return true;
    for (const key in x) if (key === 'then') return true;
    return false;
  }),
  'thenables-are-plain-objects': thenablesAre((x) => ['[object Object]', '[object Function]'].includes(tag(x))),
  'thenables-are-no-arrays': thenablesAre((x) => !Array.isArray(x)),
  'thenables-are-no-errors': thenablesAre((x) => !(x instanceof Error)),
  'thenables-are-no-classes': thenablesAre((x) => typeof x !== 'function' || !`${x}`.startsWith('class')),
  'thenables-by-realm': thenablesAre((x) => x instanceof Object || getPrototypeOf(x) === null),
  'thenables-are-marked': (Base) => class extends Base {
    callThen(x, then) {
      x.isAsked = true;
      super.callThen(x, then);
    }
  },
  'thenables-are-copied': resolvesWith((x) => {
    const isThenable = isObject(x) && hasOwn(x, 'then') && Object.isFrozen(x);
    return isThenable ? { ...x, other: true } : x;
  }),

  'then-by-tag': thensAre((then) => tag(then) === '[object Function]'),
  'then-by-realm': thensAre((then) => then instanceof Function),
  'then-by-loose-tag': thensAre((then) => typeof then === 'function' || tag(then) === '[object Function]'),
  'then-result-is-adopted': (Base) => class extends Base {
    callThen(x, then) {
      let result;
      super.callThen(x, (resolve, reject) => { result = then.call(x, resolve, reject); });
      if (result instanceof this.constructor && this.state === 'pending') this.follow(result);
    }
  },
  'then-result-rejects': (Base) => class extends Base {
    callThen(x, then) {
      let result;
      super.callThen(x, (resolve, reject) => { result = then.call(x, resolve, reject); });
      if (result instanceof Error) this.settle('rejected', result);
    }
  },

  'constructor-makes-a-promise': resolvesWith((x, promise) => (x?.constructor === globalThis.Promise
    ? promise.constructor.rejected(x) : x)),
  'tag-makes-a-promise': thensAre((then, x) => typeof then === 'function' || tag(x) === '[object Promise]'),
  'catch-makes-a-promise': thensAre((then, x) => typeof then === 'function' || typeof x.catch === 'function'),
  'generators-are-run': resolvesWith((x) => (typeof x?.next === 'function' ? x.next().value : x)),
  'boxed-values-are-unboxed': resolvesWith((x) => (
    x instanceof String || x instanceof Number || x instanceof Boolean ? x.valueOf() : x)),
  'arrays-are-copied': resolvesWith((x) => (Array.isArray(x) && Object.isFrozen(x) ? [...x] : x)),
  'collections-are-copied': resolvesWith((x) => (x instanceof Map ? new Map(x) : x)),
  'classes-are-constructed': resolvesWith((x) => (typeof x === 'function' && `${x}`.startsWith('class') ? new x() : x)),
  'values-are-printed': resolvesWith((x) => (isObject(x) && `${x}` === 'other' ? undefined : x)),
  'values-are-compared-loosely': nothingFor((x) => x == false && isObject(x)),
  'bigint-zero-becomes-undefined': nothingFor((x) => typeof x === 'bigint' && !x),
  'infinity-becomes-undefined': nothingFor((x) => typeof x === 'number' && Math.abs(x) === Infinity),
  'array-of-nothing-becomes-undefined': nothingFor((x) => Array.isArray(x) && x.length === 0),
  'thenables-are-asked-once': (Base) => class extends Base {
    static asked = new WeakSet();

    callThen(x, then) {
      if (this.constructor.asked.has(x)) return;
      this.constructor.asked.add(x);
      super.callThen(x, then);
    }
  },
  'then-is-asked-once': (Base) => class extends Base {
    static asked = new WeakSet();

    callThen(x, then) {
      if (this.constructor.asked.has(then)) return;
      this.constructor.asked.add(then);
      super.callThen(x, then);
    }
  },
  'circles-are-fulfilled': (Base) => class extends Base {
    follow(promise) {
      this.followed = promise;
      for (let next = promise; next !== undefined; next = next.followed) {
        if (next === this) return this.settle('fulfilled', undefined);
      }
      return super.follow(promise);
    }
  },
  'circles-recurse': (Base) => class extends Base {
    follow(promise) {
      this.followed = promise;
      promise.last();
      super.follow(promise);
    }

    last() {
      return this.followed === undefined || this.state !== 'pending' ? this : this.followed.last();
    }
  },

  'reasons-are-read-for-then': rejectsWith((reason) => {
    if (isObject(reason)) void reason.then;
    return reason;
  }),
  'reasons-are-marked': rejectsWith((reason) => {
    if (isObject(reason)) reason.isHandled = true;
    return reason;
  }),
  'reasons-are-printed': rejectsWith((reason) => {
    if (reason instanceof Object) void `${reason}`;
    return reason;
  }),
  'reasons-become-errors': rejectsWith((reason) => (
    tag(reason) === '[object Error]' && !(reason instanceof Error) ? new Error(reason.message) : reason)),
};
