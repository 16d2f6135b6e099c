'use strict';

// A promise that follows Promises/A+ 1.1 to the letter.
//
// It has a small method for each requirement of the specification, so that a
// fault is a subclass that overrides one of them.

/** Runs jobs one after another, each from a clean stack, in the order in which they were added. */
class Queue {
  jobs = [];
  isFlushing = false;

  add(job) {
    this.jobs.push(job);
    if (this.jobs.length === 1) queueMicrotask(() => this.flush());
  }

  flush() {
    this.isFlushing = true;
    // Jobs may add jobs, so the list may grow in this loop.
    for (let index = 0; index < this.jobs.length; index += 1) this.runJob(index);
    this.jobs = [];
    this.isFlushing = false;
  }

  runJob(index) {
    this.jobs[index]();
  }
}

class Promise {
  static queue = new Queue();

  state = 'pending';
  value = undefined;
  /** The reactions to the settlement: each is `{ onFulfilled, onRejected, derived }` or `{ follower }`. */
  reactions = [];

  static deferred() {
    const promise = new this();
    return { promise, ...promise.resolvers() };
  }

  static resolved(value) {
    const { promise, resolve } = this.deferred();
    resolve(value);
    return promise;
  }

  static rejected(reason) {
    const { promise, reject } = this.deferred();
    reject(reason);
    return promise;
  }

  /** 2.2 */
  then(onFulfilled, onRejected) {
    const derived = new this.constructor();
    this.register({ onFulfilled, onRejected, derived });
    return derived;
  }

  /** 2.2.6: reactions keep the order of their registrations. */
  register(reaction) {
    if (this.state === 'pending') this.reactions.push(reaction);
    else this.schedule(reaction);
  }

  /** 2.1: a promise can change only once, while it is pending. */
  settle(state, value) {
    if (this.state !== 'pending') return;
    this.state = state;
    this.value = value;
    const { reactions } = this;
    this.reactions = [];
    this.release(reactions);
  }

  release(reactions) {
    for (const reaction of reactions) this.schedule(reaction);
  }

  /** 2.2.4 */
  schedule(reaction) {
    this.constructor.queue.add(() => this.react(reaction));
  }

  react(reaction) {
    if (reaction.follower !== undefined) return reaction.follower.settle(this.state, this.value);
    const handler = this.state === 'fulfilled' ? reaction.onFulfilled : reaction.onRejected;
    return typeof handler === 'function' ? this.run(handler, reaction.derived) : this.pass(reaction.derived);
  }

  /** 2.2.7.1 and 2.2.7.2 */
  run(handler, derived) {
    let result;
    try {
      result = this.call(handler);
    } catch (error) {
      derived.settle('rejected', error);
      return;
    }
    derived.resolution(result);
  }

  /** 2.2.5: as a plain function. */
  call(handler) {
    return handler(this.value);
  }

  /** 2.2.7.3 and 2.2.7.4 */
  pass(derived) {
    derived.settle(this.state, this.value);
  }

  /** 2.3.3.3.3: of a pair, only the first call counts. */
  resolvers() {
    let isUsed = false;
    const once = (effect) => (value) => {
      if (isUsed) return;
      isUsed = true;
      effect(value);
    };
    return {
      resolve: once((value) => this.resolution(value)),
      reject: once((reason) => this.settle('rejected', reason)),
    };
  }

  /** 2.3 */
  resolution(x) {
    if (x === this) this.settle('rejected', new TypeError('A promise cannot be resolved with itself.'));
    else if (x instanceof this.constructor) this.follow(x);
    else if (this.mayHaveThen(x)) this.assimilate(x);
    else this.settle('fulfilled', x);
  }

  mayHaveThen(x) {
    return (typeof x === 'object' && x !== null) || typeof x === 'function';
  }

  /** 2.3.2 */
  follow(promise) {
    promise.register({ follower: this });
  }

  /** 2.3.3.1 and 2.3.3.2: `then` is read once. */
  assimilate(x) {
    let then;
    try {
      then = this.readThen(x);
    } catch (error) {
      this.settle('rejected', error);
      return;
    }
    this.useThen(x, then);
  }

  readThen(x) {
    return x.then;
  }

  /** 2.3.3.3 and 2.3.3.4 */
  useThen(x, then) {
    if (typeof then === 'function') this.callThen(x, then);
    else this.settle('fulfilled', x);
  }

  /** 2.3.3.3.4: a `then` that throws rejects the promise, unless it has called a resolver before. */
  callThen(x, then) {
    const { resolve, reject } = this.resolvers();
    try {
      Reflect.apply(then, x, [resolve, reject]);
    } catch (error) {
      reject(error);
    }
  }
}

module.exports = { Promise, Queue };
