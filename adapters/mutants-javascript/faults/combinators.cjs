'use strict';

// Faults of combinators, of the correct promise with some.

/** The promise with `all`, `race` and `finally`; each fault overrides one method of it. */
const combining = (Base) => class extends Base {
  isFollowing = false;

  follow(promise) {
    this.isFollowing = true;
    super.follow(promise);
  }

  static all(members) {
    const { promise, resolve, reject } = this.deferred();
    const values = new Array(members.length);
    let missing = members.length;
    const put = (index) => (value) => {
      values[index] = value;
      missing -= 1;
      if (missing === 0) resolve(values);
    };
    members.forEach((member, index) => this.wait(member, put(index), reject));
    if (members.length === 0) resolve(values);
    return promise;
  }

  static race(members) {
    const { promise, resolve, reject } = this.deferred();
    for (const member of members) this.wait(member, resolve, reject);
    return promise;
  }

  /** What is no promise is made one. */
  static wait(member, put, reject) {
    const promise = member instanceof Base ? member : this.resolved(member);
    promise.then(put, reject);
  }

  finally(code) {
    return this.then(
      (value) => this.after(code(), () => value),
      (reason) => this.after(code(), () => { throw reason; }),
    );
  }

  /** What becomes of the promise once the code has ended with a result. */
  after(result, outcome) {
    return this.constructor.resolved(result).then(outcome);
  }

  static get combinators() {
    return {
      all: (promises) => this.all(promises),
      race: (promises) => this.race(promises),
      finally: ([promise], { call }) => promise.finally(call),
    };
  }
};

module.exports = {
  'all-overlooks-followers': (Base) => class extends combining(Base) {
    static wait(member, put, reject) {
      if (!member.isFollowing) super.wait(member, put, reject);
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

  'finally-takes-result-of-code': (Base) => class extends combining(Base) {
    after(result, outcome) {
      return result ?? outcome();
    }
  },
};
