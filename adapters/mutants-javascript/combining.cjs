'use strict';

// Adds combinators and `finally` to the correct promise.

const combining = (Base) => class extends Base {
  isFollowing = false;

  follow(promise) {
    this.isFollowing = true;
    super.follow(promise);
  }

  static all(members) {
    const { promise, resolve, reject } = this.deferred();
    const values = this.list(members);
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

  /** The list into which `all` puts the values of its members. */
  static list(members) {
    return new Array(members.length);
  }

  static zip(members) {
    return this.all(members);
  }

  static race(members) {
    const { promise, resolve, reject } = this.deferred();
    for (const member of members) this.wait(member, resolve, reject);
    return promise;
  }

  static any(members) {
    const { promise, resolve, reject } = this.deferred();
    const reasons = new Array(members.length);
    let passed = 0;
    const pass = (index) => (reason) => {
      reasons[index] = reason;
      passed += 1;
      if (passed === members.length) reject(new AggregateError(reasons));
    };
    members.forEach((member, index) => this.wait(member, resolve, pass(index)));
    if (members.length === 0) reject(new AggregateError(reasons));
    return promise;
  }

  static allSettled(members) {
    const settled = members.map((member) => {
      const { promise, resolve } = this.deferred();
      this.wait(
        member,
        (value) => resolve({ status: 'fulfilled', value }),
        (reason) => resolve({ status: 'rejected', reason }),
      );
      return promise;
    });
    return this.all(settled);
  }

  /** Waits for a member, which becomes a promise if it is not one. */
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

  /** The promise that takes the outcome once the result of the code is there. */
  after(result, outcome) {
    return this.constructor.resolved(result).then(outcome);
  }

  static attempt(task) {
    const { promise, resolve, reject } = this.deferred();
    try {
      resolve(task());
    } catch (error) {
      reject(error);
    }
    return promise;
  }

  static executed(executor) {
    const promise = new this();
    promise.execute(executor);
    return promise;
  }

  execute(executor) {
    const { resolve, reject } = this.resolvers();
    try {
      executor(resolve, reject);
    } catch (error) {
      reject(error);
    }
  }

  static delay(member, ms) {
    const { promise, resolve, reject } = this.deferred();
    this.wait(
      member,
      (value) => setTimeout(resolve, ms, value),
      (reason) => setTimeout(reject, ms, reason),
    );
    return promise;
  }

  static timeout(member, ms) {
    const { promise, resolve, reject } = this.deferred();
    const timer = setTimeout(() => reject(new Error('timeout')), ms);
    const settling = (settle) => (result) => {
      clearTimeout(timer);
      settle(result);
    };
    this.wait(member, settling(resolve), settling(reject));
    return promise;
  }

  /** Calls a task until it succeeds, but not more often than so many times. */
  static retry(task, times) {
    return this.attempt(task).then(undefined, (reason) => {
      if (times <= 1) throw reason;
      return this.retry(task, times - 1);
    });
  }

  /** Calls a task after each member, one after another. */
  static sequence(members, task) {
    return members.reduce(
      (done, member) => done.then(() => member).then(() => task()),
      this.resolved(undefined),
    );
  }

  /** Combines the members of a list; what the list throws is the reason. */
  static listed(list, combine) {
    let members;
    try {
      members = this.read(list);
    } catch (error) {
      return this.rejected(error);
    }
    return combine(members);
  }

  /** The members of a list; an array without holes is taken as it is. */
  static read(list) {
    return Array.isArray(list) && Object.keys(list).length === list.length ? list : [...list];
  }

  static get combinators() {
    return {
      all: (list) => this.listed(list, (members) => this.all(members)),
      zip: (list) => this.listed(list, (members) => this.zip(members)),
      race: (list) => this.listed(list, (members) => this.race(members)),
      any: (list) => this.listed(list, (members) => this.any(members)),
      allSettled: (list) => this.listed(list, (members) => this.allSettled(members)),
      finally: ([promise], { call }) => promise.finally(call),
      recover: ([promise], { call }) => promise.then(undefined, call),
      try: (promises, { call }) => this.attempt(call),
      executor: ([thenable]) => this.executed((resolve, reject) => {
        thenable.then(resolve, reject);
      }),
      delay: ([promise], { ms }) => this.delay(promise, ms),
      timeout: ([promise], { ms }) => this.timeout(promise, ms),
      retry: (promises, { call, times }) => this.retry(call, times),
      sequence: (promises, { call }) => this.sequence(promises, call),
    };
  }
};

module.exports = { combining };
