// Checks a callback inside any test: that it comes exactly once, when and where it should.
'use strict';

const { AssertionError } = require('node:assert');

// How long to wait for the event loop to run out once the callback was called, in milliseconds. A second call that
// comes later still fails the test run.
const patience = 100;

/**
 * Calls a function that takes a callback, and resolves with the arguments of the only call.
 *
 *     const [error, data] = await aplus.callback((done) => fs.readFile(path, done), { timing: 'later' });
 *
 * Node says when nothing keeps its event loop alive, so nothing sleeps here.
 */
async function callback(start, { timing = 'either', context, within = 1000 } = {}) {
  check(start, timing, context, within);
  const calls = [];
  let hasReturned = false;
  let isOver = false;
  let changed = () => {};
  const done = (...values) => {
    const call = { values, isInside: !hasReturned, isOnContext: context === undefined || Boolean(context()), stack: place(done) };
    calls.push(call);
    if (isOver) setImmediate(() => { throw failure(`the callback was called again, after the wait for it was over${call.stack}`); });
    changed();
  };
  start(done);
  hasReturned = true;
  const why = await new Promise((resolve) => {
    let timer;
    const end = (reason) => {
      clearTimeout(timer);
      unlisten();
      changed = () => {};
      resolve(reason);
    };
    const limit = (milliseconds) => {
      clearTimeout(timer);
      // It does not keep the event loop alive itself.
      timer = setTimeout(() => end('limit'), milliseconds).unref();
    };
    const unlisten = whenEmpty(() => end('empty'));
    limit(calls.length > 0 ? patience : within);
    changed = () => limit(patience);
  });
  isOver = true;
  judge(calls, { timing, within, why });
  return calls[0].values;
}

/** Refuses arguments that mean nothing. */
function check(start, timing, context, within) {
  if (typeof start !== 'function') throw new TypeError(`expected a function that takes the callback, found ${typeof start}`);
  if (!['later', 'at-once', 'either'].includes(timing)) {
    throw new TypeError(`timing is ${JSON.stringify(timing)}; expected "later", "at-once" or "either"`);
  }
  if (context !== undefined && typeof context !== 'function') throw new TypeError('context must be a function');
  if (!(within >= 0)) throw new TypeError(`within is ${within}; expected milliseconds`);
}

/** Throws what is wrong with the calls. */
function judge(calls, { timing, within, why }) {
  const [first, second] = calls;
  if (first === undefined && why === 'empty') {
    throw failure('the callback was never called: nothing keeps the event loop alive');
  }
  if (first === undefined) {
    const open = process.getActiveResourcesInfo().join(', ');
    throw failure(`the callback was not called within ${within} ms. It may still come: open are ${open}`);
  }
  if (second !== undefined) {
    const times = calls.length === 2 ? 'twice' : `${calls.length} times`;
    throw failure(`the callback was called ${times}; expected once. The second call was${second.stack}`);
  }
  if (timing === 'later' && first.isInside) {
    throw failure(`the callback was called before the function returned; expected later${first.stack}`);
  }
  if (timing === 'at-once' && !first.isInside) {
    throw failure(`the callback was called after the function had returned; expected at once${first.stack}`);
  }
  if (!first.isOnContext) throw failure(`the callback was called where context() is false${first.stack}`);
}

function failure(message) {
  return new AssertionError({ message, stackStartFn: callback });
}

/** Where a call comes from: the functions outside this one, innermost first. */
function place(callee) {
  const trace = {};
  Error.captureStackTrace(trace, callee);
  const lines = trace.stack.split('\n').slice(1, 5).map((line) => `\n${line}`).join('');
  return lines || '\n    at the event loop';
}

const waiting = new Set();
/** The listeners of others, such as those of a test runner, which would end the tests. */
let others = [];

/** Calls back once nothing keeps the event loop alive; returns a function that ends the wait. */
function whenEmpty(found) {
  if (waiting.size === 0) {
    others = process.rawListeners('beforeExit');
    process.removeAllListeners('beforeExit');
    process.on('beforeExit', onEmpty);
  }
  waiting.add(found);
  return () => {
    if (!waiting.delete(found) || waiting.size > 0) return;
    process.removeListener('beforeExit', onEmpty);
    for (const listener of others) process.on('beforeExit', listener);
  };
}

function onEmpty() {
  // The test goes on, so the loop must.
  setImmediate(() => {});
  for (const found of [...waiting]) found();
}

module.exports = { callback };
