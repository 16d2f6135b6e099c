'use strict';

// A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
//
// In the library: `then` (an exit), `nested` (a `then` that a handler calls: an abort), `throw` (an exit on what a handler
// throws), `accessor` (an exit on what an accessor of `then` throws), `resolver` (an exit in a resolver's call), `stack` (a `then`
// that calls itself for ever), `job` (a job that throws). Elsewhere: `load`, `make`, `queue` (a job of no promise), `kill` (a
// `then` in which somebody else ends the process).

const place = process.env.APLUS_CRASH;

/** Ends the process where the place is the one that is asked for. */
function crash(here) {
  if (place === here) process.exit(3);
}

const jobs = [];

function enqueue(job) {
  jobs.push(job);
  if (jobs.length === 1) process.nextTick(work);
}

function work() {
  while (jobs.length > 0) jobs.shift()();
}

let isHandling = false;

class Crashing {
  reactions = [];

  settle(state, value) {
    if (this.state !== undefined) return;
    Object.assign(this, { state, value });
    this.reactions.forEach(enqueue);
    setImmediate(() => {
      crash('queue');
      if (place === 'job') throw new Error('a job that fails');
    });
  }

  /** A pair of functions, of which the first call counts. */
  resolvers() {
    let isOpen = true;
    const once = (settle) => (value) => {
      crash('resolver');
      if (isOpen) settle(value);
      isOpen = false;
    };
    return [once((value) => this.resolve(value)), once((reason) => this.settle('rejected', reason))];
  }

  resolve(value) {
    if (value === this) return this.settle('rejected', new TypeError('a promise that waits for itself'));
    if (Object(value) !== value) return this.settle('fulfilled', value);
    let then;
    try {
      then = value.then;
    } catch (reason) {
      crash('accessor');
      return this.settle('rejected', reason);
    }
    if (typeof then !== 'function') return this.settle('fulfilled', value);
    return enqueue(() => {
      const [resolve, reject] = this.resolvers();
      try {
        then.call(value, resolve, reject);
      } catch (reason) {
        reject(reason);
      }
    });
  }

  then(ok, bad) {
    crash('then');
    if (place === 'stack') return this.then(ok, bad);
    if (place === 'nested' && isHandling) process.abort();
    if (place === 'kill') process.kill(process.pid, 'SIGKILL');
    const derived = new Crashing();
    const react = () => {
      const handler = this.state === 'fulfilled' ? ok : bad;
      if (typeof handler !== 'function') {
        if (this.state === 'fulfilled') derived.resolve(this.value);
        else derived.settle(this.state, this.value);
        return;
      }
      isHandling = true;
      try {
        derived.resolve((0, handler)(this.value));
      } catch (reason) {
        crash('throw');
        derived.settle('rejected', reason);
      } finally {
        isHandling = false;
      }
    };
    if (this.state === undefined) this.reactions.push(react);
    else enqueue(react);
    return derived;
  }
}

crash('load');

exports.library = 'a promise that crashes';
exports.deferred = () => {
  crash('make');
  const promise = new Crashing();
  let isOpen = true;
  const once = (settle) => (value) => {
    if (isOpen) settle(value);
    isOpen = false;
  };
  return {
    promise, resolve: once((value) => promise.resolve(value)), reject: once((reason) => promise.settle('rejected', reason)),
  };
};
