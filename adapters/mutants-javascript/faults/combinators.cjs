'use strict';

// Faults of combinators, based on the correct promise with combinators.

const { combining } = require('../combining.cjs');

module.exports = {
  'all-passes-over-holes': (Base) => class extends combining(Base) {
    static read(list) {
      return Array.isArray(list) ? list : super.read(list);
    }
  },

  'combinators-read-lists-twice': (Base) => class extends combining(Base) {
    static read(list) {
      const count = [...list].length;
      return [...list].slice(0, count);
    }
  },

  'list-throw-escapes': (Base) => class extends combining(Base) {
    static listed(list, combine) {
      return combine(this.read(list));
    }
  },

  'race-returns-its-only-member': (Base) => class extends combining(Base) {
    static race(members) {
      return members.length === 1 && members[0] instanceof Base ? members[0] : super.race(members);
    }
  },

  'race-prefers-values': (Base) => class extends combining(Base) {
    static race(members) {
      const settled = members.find((member) => member instanceof Base && member.state === 'fulfilled');
      return settled === undefined ? super.race(members) : super.race([settled, ...members]);
    }
  },

  'race-stops-at-settled-members': (Base) => class extends combining(Base) {
    static race(members) {
      const place = members.findIndex((member) => member instanceof Base && member.state !== 'pending');
      return super.race(place < 0 ? members : members.slice(0, place + 1));
    }
  },

  'all-flattens-lists': (Base) => class extends combining(Base) {
    static all(members) {
      return super.all(members).then((values) => [].concat(...values));
    }
  },

  'all-counts-in-a-word': (Base) => class extends combining(Base) {
    static all(members) {
      const { promise, resolve, reject } = this.deferred();
      const values = new Array(members.length);
      const whole = (1 << members.length) - 1;
      let seen = 0;
      const put = (index) => (value) => {
        values[index] = value;
        seen |= 1 << index;
        if (seen === whole) resolve(values);
      };
      members.forEach((member, index) => this.wait(member, put(index), reject));
      if (members.length === 0) resolve(values);
      return promise;
    }
  },

  'all-overlooks-followers': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      if (!member?.isFollowing) super.wait(member, put, reject);
    }
  },

  'zip-in-order-of-settling': (Base) => class extends combining(Base) {
    static zip(members) {
      const { promise, resolve, reject } = this.deferred();
      const values = [];
      const put = (value) => {
        values.push(value);
        if (values.length === members.length) resolve(values);
      };
      for (const member of members) this.wait(member, put, reject);
      return promise;
    }
  },

  'all-throws-on-values': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      if (member instanceof Base) super.wait(member, put, reject);
      else member.then(put, reject);
    }
  },

  'all-takes-thenables-for-values': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      if (member instanceof Base) super.wait(member, put, reject);
      else put(member);
    }
  },

  'all-takes-every-call-of-a-thenable': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      if (member instanceof Base || member === null || typeof member !== 'object') {
        super.wait(member, put, reject);
        return;
      }
      try {
        const { then } = member;
        if (typeof then === 'function') then.call(member, put, reject);
        else put(member);
      } catch (error) {
        reject(error);
      }
    }
  },

  'race-passes-over-values': (Base) => class extends combining(Base) {
    static race(members) {
      return super.race(members.filter((member) => typeof member?.then === 'function'));
    }
  },

  'any-passes-over-values': (Base) => class extends combining(Base) {
    static any(members) {
      return super.any(members.filter((member) => typeof member?.then === 'function'));
    }
  },

  'any-passes-over-thenables': (Base) => class extends combining(Base) {
    static any(members) {
      return super.any(members.filter(
        (member) => member instanceof Base || typeof member?.then !== 'function',
      ));
    }
  },

  'any-overlooks-followers': (Base) => class extends combining(Base) {
    static any(members) {
      return super.any(members.filter((member) => !member?.isFollowing));
    }
  },

  'all-settled-overlooks-followers': (Base) => class extends combining(Base) {
    static allSettled(members) {
      return super.allSettled(members.filter((member) => !member?.isFollowing));
    }
  },

  'race-overlooks-followers': (Base) => class extends combining(Base) {
    static race(members) {
      return super.race(members.filter((member) => !member?.isFollowing));
    }
  },

  'race-passes-over-thenables': (Base) => class extends combining(Base) {
    static race(members) {
      return super.race(members.filter(
        (member) => member instanceof Base || typeof member?.then !== 'function',
      ));
    }
  },

  'try-lets-throws-out': (Base) => class extends combining(Base) {
    static attempt(task) {
      return this.resolved(task());
    }
  },

  'try-rejects-with-promises': (Base) => class extends combining(Base) {
    static attempt(task) {
      return super.attempt(() => {
        const result = task();
        if (result instanceof Base) throw result;
        return result;
      });
    }
  },

  'finally-takes-result-of-code': (Base) => class extends combining(Base) {
    after(result, outcome) {
      return result ?? outcome();
    }
  },

  'finally-throw-is-repeated': (Base) => class extends combining(Base) {
    finally(code) {
      return super.finally(() => {
        try {
          return code();
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
          throw error;
        }
      });
    }
  },

  'finally-does-not-wait': (Base) => class extends combining(Base) {
    after(result, outcome) {
      return outcome();
    }
  },

  'race-loses-falsy-values': (Base) => class extends combining(Base) {
    static race(members) {
      const { promise, resolve, reject } = this.deferred();
      for (const member of members) this.wait(member, (value) => resolve(value || undefined), reject);
      return promise;
    }
  },

  'combinators-pass-over-falsy-reasons': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      super.wait(member, put, (reason) => {
        if (reason) reject(reason);
      });
    }
  },

  'all-shares-equal-values': (Base) => class extends combining(Base) {
    static all(members) {
      const known = new Map();
      const shared = (member) => {
        if (!known.has(member)) known.set(member, this.resolved(member));
        return known.get(member);
      };
      return super.all(members.map((member) => (member instanceof Base ? member : shared(member))));
    }
  },

  'combinators-adopt-reasons': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      super.wait(member, put, (reason) => this.resolved(reason).then(reject, reject));
    }
  },

  'any-adopts-reasons': (Base) => class extends combining(Base) {
    static any(members) {
      const reversed = members.map((member) => this.resolved(member).then(
        (value) => { throw value; },
        (reason) => reason,
      ));
      return this.all(reversed).then((reasons) => { throw new AggregateError(reasons); }, (value) => value);
    }
  },

  'all-waits-for-values-that-are-not-null': (Base) => class extends combining(Base) {
    static all(members) {
      const { promise, resolve, reject } = this.deferred();
      const values = new Array(members.length).fill(null);
      if (members.length === 0) resolve(values);
      for (const [index, member] of members.entries()) {
        this.wait(member, (value) => {
          values[index] = value;
          if (!values.includes(null)) resolve(values);
        }, reject);
      }
      return promise;
    }
  },

  'all-puts-settled-members-first': (Base) => class extends combining(Base) {
    static all(members) {
      const isSettled = (member) => member instanceof Base && member.state === 'fulfilled';
      return super.all([...members.filter(isSettled), ...members.filter((member) => !isSettled(member))]);
    }
  },

  'all-counts-the-list-of-its-caller': (Base) => class extends combining(Base) {
    static all(members) {
      const { promise, resolve, reject } = this.deferred();
      const values = [];
      let count = 0;
      if (members.length === 0) resolve(values);
      for (const [index, member] of members.entries()) {
        this.wait(member, (value) => {
          values[index] = value;
          count += 1;
          if (count === members.length) resolve(values);
        }, reject);
      }
      return promise;
    }
  },

  'any-counts-members-by-identity': (Base) => class extends combining(Base) {
    static any(members) {
      const { promise, resolve, reject } = this.deferred();
      const reasons = new Map();
      for (const member of members) {
        this.wait(member, resolve, (reason) => {
          reasons.set(member, reason);
          if (reasons.size === members.length) reject(new AggregateError(reasons.values()));
        });
      }
      if (members.length === 0) reject(new AggregateError([]));
      return promise;
    }
  },

  'finally-loses-falsy-reasons': (Base) => class extends combining(Base) {
    finally(code) {
      return this.then(
        (value) => this.after(code(), () => value),
        (reason) => this.after(code(), () => {
          if (reason) throw reason;
        }),
      );
    }
  },

  'finally-adopts-reason': (Base) => class extends combining(Base) {
    finally(code) {
      return this.then(
        (value) => this.after(code(), () => value),
        (reason) => this.after(code(), () => this.constructor.resolved(reason).then((found) => { throw found; })),
      );
    }
  },

  'finally-reads-then-twice': (Base) => class extends combining(Base) {
    after(result, outcome) {
      return typeof result?.then === 'function' ? super.after(result, outcome) : outcome();
    }
  },

  'recover-refuses-falsy-values': (Base) => class extends combining(Base) {
    static get combinators() {
      const recover = ([promise], { call }) => promise.then(undefined, (reason) => {
        const value = call(reason);
        if (!value) throw reason;
        return value;
      });
      return { ...super.combinators, recover };
    }
  },

  'executor-runs-for-each-handler': (Base) => class extends combining(Base) {
    static executed(executor) {
      const promise = new this();
      promise.executor = executor;
      return promise;
    }

    register(reaction) {
      if (this.executor !== undefined) this.execute(this.executor);
      super.register(reaction);
    }
  },

  'try-runs-for-each-handler': (Base) => class extends combining(Base) {
    static attempt(task) {
      const promise = new this();
      promise.task = task;
      return promise;
    }

    register(reaction) {
      if (this.task !== undefined) this.execute((resolve) => resolve(this.task()));
      super.register(reaction);
    }
  },

  'try-passes-over-undefined': (Base) => class extends combining(Base) {
    static attempt(task) {
      const { promise, resolve, reject } = this.deferred();
      try {
        resolve(task());
      } catch (error) {
        if (error !== undefined) reject(error);
      }
      return promise;
    }
  },

  'all-writes-into-members': (Base) => class extends combining(Base) {
    static list(members) {
      return members;
    }
  },

  'timeout-rejects-its-member': (Base) => class extends combining(Base) {
    within(ms) {
      const promise = this.then();
      setTimeout(() => this.settle('rejected', new Error('too late')), ms);
      return promise;
    }

    static get combinators() {
      return { ...super.combinators, timeout: ([promise], { ms }) => promise.within(ms) };
    }
  },

  'race-settles-its-losers': (Base) => class extends combining(Base) {
    static race(members) {
      const promise = super.race(members);
      const end = () => {
        for (const member of members) if (member instanceof Base) member.settle(promise.state, promise.value);
      };
      promise.then(end, end);
      return promise;
    }
  },

  'timeout-overwrites-outcome': (Base) => class extends combining(Base) {
    within(ms) {
      const promise = this.then();
      setTimeout(() => {
        const late = new Error('too late');
        if (promise.state === 'pending') promise.settle('rejected', late);
        else Object.assign(promise, { state: 'rejected', value: late });
      }, ms);
      return promise;
    }

    static get combinators() {
      return { ...super.combinators, timeout: ([promise], { ms }) => promise.within(ms) };
    }
  },

  'delay-loses-falsy-values': (Base) => class extends combining(Base) {
    static delay(member, ms) {
      return super.delay(member, ms).then((value) => value || undefined);
    }
  },

  'timeout-passes-over-falsy-reasons': (Base) => class extends combining(Base) {
    static timeout(member, ms) {
      const { promise, resolve, reject } = this.deferred();
      super.timeout(member, ms).then(resolve, (reason) => {
        if (reason) reject(reason);
      });
      return promise;
    }
  },

  'retry-takes-falsy-values-for-failures': (Base) => class extends combining(Base) {
    static retry(task, times) {
      return this.attempt(task).then((value) => {
        if (!value && times > 1) return this.retry(task, times - 1);
        return value;
      }, (reason) => {
        if (times <= 1) throw reason;
        return this.retry(task, times - 1);
      });
    }
  },

  'retry-stops-at-falsy-reasons': (Base) => class extends combining(Base) {
    static retry(task, times) {
      return this.attempt(task).then(undefined, (reason) => {
        if (!reason || times <= 1) throw reason;
        return this.retry(task, times - 1);
      });
    }
  },

  'retry-gives-up-without-falsy-reason': (Base) => class extends combining(Base) {
    static retry(task, times) {
      return super.retry(task, times).then(undefined, (reason) => {
        throw reason || new Error('gave up');
      });
    }
  },

  'sequence-stops-at-falsy-values': (Base) => class extends combining(Base) {
    static sequence(members, task) {
      let isStopped = false;
      return super.sequence(members, () => {
        if (isStopped) return undefined;
        return this.attempt(task).then((value) => {
          isStopped = !value;
          return value;
        });
      });
    }
  },

  'sequence-passes-over-falsy-reasons': (Base) => class extends combining(Base) {
    static sequence(members, task) {
      return super.sequence(members, () => this.attempt(task).then(undefined, (reason) => {
        if (reason) throw reason;
      }));
    }
  },

  'all-settled-is-rejected-by-settled-members': (Base) => class extends combining(Base) {
    static allSettled(members) {
      const rejected = members.find((member) => member?.state === 'rejected');
      return rejected === undefined ? super.allSettled(members) : this.rejected(rejected.value);
    }
  },

  'any-is-rejected-by-settled-members': (Base) => class extends combining(Base) {
    static any(members) {
      const rejected = members.find((member) => member?.state === 'rejected');
      return rejected === undefined ? super.any(members) : this.rejected(rejected.value);
    }
  },

  'all-settled-is-rejected-by-thenables': (Base) => class extends combining(Base) {
    static allSettled(members) {
      const { promise, resolve, reject } = this.deferred();
      const own = members.map((member) => member instanceof Base ? member : this.resolved(member));
      super.allSettled(own).then(resolve);
      own.filter((member, index) => member !== members[index])
        .forEach((member) => member.then(undefined, reject));
      return promise;
    }
  },

  'retry-takes-thenables-for-success': (Base) => class extends combining(Base) {
    static retry(task, times) {
      let result;
      return this.attempt(() => {
        result = task();
        return result;
      }).then(undefined, (reason) => {
        const isThenable = result !== undefined && !(result instanceof Base);
        if (isThenable || times <= 1) throw reason;
        return this.retry(task, times - 1);
      });
    }
  },

  'retry-waits-after-same-reason': (Base) => class extends combining(Base) {
    static retry(task, times, last = undefined) {
      return this.attempt(task).then(undefined, (reason) => {
        if (last !== undefined && last.reason === reason) return new this();
        if (times <= 1) throw reason;
        return this.retry(task, times - 1, { reason });
      });
    }
  },

  'sequence-checks-its-first-task': (Base) => class extends combining(Base) {
    static sequence(members, task) {
      let isFirst = true;
      return super.sequence(members, () => {
        const done = this.attempt(task);
        const result = isFirst ? done : done.then(undefined, () => undefined);
        isFirst = false;
        return result;
      });
    }
  },

  'executor-throw-undoes-following': (Base) => class extends combining(Base) {
    execute(executor) {
      const { resolve, reject } = this.resolvers();
      try {
        executor(resolve, reject);
      } catch (error) {
        this.settle('rejected', error);
      }
    }
  },

  'executor-throw-escapes': (Base) => class extends combining(Base) {
    execute(executor) {
      const { resolve, reject } = this.resolvers();
      executor(resolve, reject);
    }
  },

  'executor-reject-undoes-following': (Base) => class extends combining(Base) {
    execute(executor) {
      const { resolve } = this.resolvers();
      const reject = (reason) => this.settle('rejected', reason);
      try {
        executor(resolve, reject);
      } catch (error) {
        reject(error);
      }
    }
  },

  'finally-swallows-false-throws': (Base) => class extends combining(Base) {
    finally(code) {
      return super.finally(() => {
        try {
          return code();
        } catch (error) {
          if (error) throw error;
          return undefined;
        }
      });
    }
  },

  'finally-that-waits-loses-false-reasons': (Base) => class extends combining(Base) {
    after(result, outcome) {
      return super.after(result, () => {
        try {
          return outcome();
        } catch (reason) {
          if (result === undefined || reason) throw reason;
          return undefined;
        }
      });
    }
  },

  'any-counts-reasons-that-are-not-null': (Base) => class extends combining(Base) {
    static any(members) {
      const { promise, resolve, reject } = this.deferred();
      const reasons = new Array(members.length).fill(null);
      const pass = (index) => (reason) => {
        reasons[index] = reason;
        if (!reasons.includes(null)) reject(new AggregateError(reasons));
      };
      members.forEach((member, index) => this.wait(member, resolve, pass(index)));
      if (members.length === 0) reject(new AggregateError(reasons));
      return promise;
    }
  },

  'any-prints-its-reasons': (Base) => class extends combining(Base) {
    static any(members) {
      const { promise, resolve, reject } = this.deferred();
      super.any(members).then(resolve, (error) => {
        const list = error.errors.join();
        reject(new AggregateError(error.errors, list));
      });
      return promise;
    }
  },

  'all-settled-tells-of-itself': (Base) => class extends combining(Base) {
    static allSettled(members) {
      return super.allSettled(members).then((outcomes) => outcomes.map((outcome) => {
        if ('value' in outcome) outcome.value = outcome;
        return outcome;
      }));
    }
  },

  'all-settled-tells-in-order-of-settling': (Base) => class extends combining(Base) {
    static allSettled(members) {
      const { promise, resolve } = this.deferred();
      const outcomes = [];
      const { length } = members;
      const put = (outcome) => {
        if (outcomes.push(outcome) === length) resolve(outcomes);
      };
      for (const member of members) {
        this.wait(
          member,
          (value) => put({ status: 'fulfilled', value }),
          (reason) => put({ status: 'rejected', reason }),
        );
      }
      if (length === 0) resolve(outcomes);
      return promise;
    }
  },

  'all-settled-passes-over-falsy-reasons': (Base) => class extends combining(Base) {
    static allSettled(members) {
      return super.allSettled(members).then((outcomes) => outcomes.map(
        (outcome) => (outcome.reason ? outcome : { status: 'fulfilled', value: outcome.value }),
      ));
    }
  },

  'any-gathers-reasons-as-they-come': (Base) => class extends combining(Base) {
    static any(members) {
      const reasons = [];
      const told = members.map((member) => {
        const { promise, resolve, reject } = this.deferred();
        this.wait(member, resolve, (reason) => {
          reasons.push(reason);
          reject(reason);
        });
        return promise;
      });
      return super.any(told).then(undefined, (error) => {
        if (error instanceof AggregateError) throw new AggregateError(reasons);
        throw error;
      });
    }
  },

  'any-holds-each-reason-once': (Base) => class extends combining(Base) {
    static any(members) {
      return super.any(members).then(undefined, ({ errors }) => {
        throw new AggregateError(new Set(errors));
      });
    }
  },

  'any-of-nothing-has-no-errors': (Base) => class extends combining(Base) {
    static any(members) {
      return members.length === 0 ? this.rejected(new Error('no member')) : super.any(members);
    }
  },

  'empty-list-is-shared': (Base) => {
    const nothing = [];
    return class extends combining(Base) {
      static list(members) {
        return members.length === 0 ? nothing : super.list(members);
      }
    };
  },

  'all-gives-the-list-of-its-caller': (Base) => class extends combining(Base) {
    static all(members) {
      return members.some((member) => member instanceof Base) ? super.all(members) : this.resolved(members);
    }
  },

  'empty-generator-is-waited-for': (Base) => class extends combining(Base) {
    static read(list) {
      const members = super.read(list);
      return members.length === 0 && !Array.isArray(list) ? [this.deferred().promise] : members;
    }
  },

  'finally-hands-the-outcome-on': (Base) => class extends combining(Base) {
    finally(code) {
      return this.then(
        (value) => this.after(code(value), () => value),
        (reason) => this.after(code(reason), () => { throw reason; }),
      );
    }
  },

  'finally-calls-its-code-on-the-promise': (Base) => class extends combining(Base) {
    finally(code) {
      return super.finally(() => code.call(this));
    }
  },

  'retry-tells-its-task-why': (Base) => class extends combining(Base) {
    static retry(task, times) {
      return this.attempt(task).then(undefined, (reason) => {
        if (times <= 1) throw reason;
        return this.retry(() => task(reason), times - 1);
      });
    }
  },
};
