// Wraps the functions that schedule code, so that the host knows what may run later.
//
// Timers are wrapped before the library loads, because the runtime does not
// list unref'd ones. Neither does it list messages between ports, so their
// senders are wrapped too. It lists everything else.

import { createRequire, syncBuiltinESMExports } from 'node:module';
import { activity, now } from './activity.mjs';
import { watchMessages } from './messages.mjs';
import { assureRoom } from './stack.mjs';

const require = createRequire(import.meta.url);
const timers = require('node:timers');
const timersPromises = require('node:timers/promises');
const { Map, WeakMap } = globalThis;
const { apply } = Reflect;
const { assign, defineProperties, getOwnPropertyDescriptors, getPrototypeOf } = Object;
const { setTimeout, setInterval, setImmediate, clearTimeout } = timers;
const listResources = process.getActiveResourcesInfo.bind(process);

/** The nominal time of an immediate or a message, in milliseconds: a chain of them takes time, too. */
const immediateDelay = 0.01;
/** An interval may count as idle after this many ticks without an event. */
const idleTicks = 3;
/** The longest delay that a timer may have, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Timers and immediates that have yet to run: their handles, and what is known about them. */
const pending = new Map();
/** What is known about timeouts, which `refresh` may arm again. */
const timeouts = new WeakMap();
/** Timeouts of `timers/promises`, whose handles stay inside the runtime. */
let sleeps = [];
/** How many resources of each kind the host does not wait for: its own, and those it gave up on. */
let accepted = new Map();
let countThreads = () => 0;

/** Wraps everything that schedules a later turn. Must be called before the library loads. */
export function wrapSources() {
  wrap('setImmediate', setImmediate, () => ({ due: 0, at: activity.nominal + immediateDelay, delay: 0 }));
  wrap('setTimeout', setTimeout, (delay) => armed({ delay }));
  wrap('setInterval', setInterval, (delay) => armed({ delay, repeats: true }));
  wrapRefresh();
  wrapSleep();
  countThreads = watchMessages(() => {
    activity.callbacks += 1;
    activity.known += 1;
    activity.nominal += immediateDelay;
  });
  syncBuiltinESMExports();
}

function wrap(name, original, describe) {
  const wrapped = (callback, ...rest) => {
    if (typeof callback !== 'function') return original(callback, ...rest);
    assureRoom();
    const entry = { ...describe(name === 'setImmediate' ? 0 : milliseconds(rest[0])), run: activity.runs };
    const handle = original(function (...values) {
      return run(this, handle, entry, callback, values);
    }, ...rest);
    pending.set(handle, entry);
    if (name === 'setTimeout') timeouts.set(handle, entry);
    return handle;
  };
  defineProperties(wrapped, getOwnPropertyDescriptors(original));
  timers[name] = wrapped;
  globalThis[name] = wrapped;
}

/** Notes when a timer that is armed now is due, by the clock and in nominal time. */
function armed(entry) {
  return assign(entry, { due: now() + entry.delay, at: activity.nominal + entry.delay });
}

/** Runs a wrapped callback. Counts the ticks of an interval since the last event. */
function run(receiver, handle, entry, callback, values) {
  activity.nominal = Math.max(activity.nominal, entry.at);
  activity.known += 1;
  if (entry.repeats) {
    armed(entry);
    if (entry.seen !== activity.events) assign(entry, { seen: activity.events, ticks: 0, since: now() });
    entry.ticks += 1;
  } else {
    activity.callbacks += 1;
    activity.longestDelay = Math.max(activity.longestDelay, entry.delay);
    pending.delete(handle);
  }
  activity.armedIn = entry.run;
  try {
    return apply(callback, receiver, values);
  } finally {
    activity.armedIn = undefined;
  }
}

/** Wraps `refresh`, which arms a timeout again, even one that has fired. */
function wrapRefresh() {
  const sample = setTimeout(() => {}, 1);
  clearTimeout(sample);
  const prototype = getPrototypeOf(sample);
  const { refresh } = prototype;
  prototype.refresh = function () {
    const entry = timeouts.get(this);
    if (entry !== undefined) pending.set(this, armed(entry));
    return apply(refresh, this, []);
  };
}

/** Wraps the promise form of a timeout. It does not expose its handle, so only the due time is known. */
function wrapSleep() {
  const { setTimeout: sleep } = timersPromises;
  timersPromises.setTimeout = (delay, ...rest) => {
    sleeps.push(armed({ delay: milliseconds(delay) }));
    return sleep(delay, ...rest);
  };
}

/** The delay that the runtime uses for a given one, in milliseconds. */
function milliseconds(delay) {
  const number = Number(delay);
  return number >= 1 && number <= longestTimer ? number : 1;
}

/** Milliseconds until the first timer that is not an idle interval; undefined if there is none. */
export function untilNextTimer(horizon) {
  if (pending.size === 0 && sleeps.length === 0) return undefined;
  const present = now();
  let first = Infinity;
  for (const [handle, entry] of pending) {
    // The runtime sets this on a cleared timer, however it was cleared.
    if (handle._destroyed) pending.delete(handle);
    else if (!isIdle(entry, present, horizon)) first = Math.min(first, entry.due);
  }
  // Timers run before immediates, so a sleep that is over has ended by the next turn.
  for (const { due, at } of sleeps) {
    first = Math.min(first, due);
    if (due <= present) activity.nominal = Math.max(activity.nominal, at);
  }
  sleeps = sleeps.filter(({ due }) => due > present);
  return first === Infinity ? undefined : Math.max(0, first - present);
}

/** Whether an interval has ticked several times, and for at least the horizon, without any event. */
function isIdle(entry, present, horizon) {
  return entry.repeats && entry.seen === activity.events && entry.ticks >= idleTicks
    && present - entry.since >= horizon;
}

/** Whether an interval is armed. There is no proof that it will stay idle. */
export function isTicking() {
  for (const entry of pending.values()) if (entry.repeats) return true;
  return false;
}

/** How many threads of the library are alive. */
export function livingThreads() {
  return countThreads();
}

/** Stops waiting for the resources that are open now. */
export function acceptOpenResources() {
  accepted = openResources();
}

/** Whether the event loop waits for more than the accepted resources. Those that have ended are no longer accepted. */
export function hasUnknownResources() {
  const open = openResources();
  for (const [kind, number] of accepted) {
    if ((open.get(kind) ?? 0) < number) accepted.set(kind, open.get(kind) ?? 0);
  }
  for (const [kind, number] of open) if (number > (accepted.get(kind) ?? 0)) return true;
  return false;
}

/** What the event loop still waits for, by kind, without known timers and ports. */
function openResources() {
  const numbers = new Map();
  for (const kind of listResources()) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  numbers.delete('MessagePort');
  if (numbers.has('Timeout')) {
    let known = sleeps.length;
    for (const handle of pending.keys()) if (handle.hasRef()) known += 1;
    numbers.set('Timeout', numbers.get('Timeout') - known);
  }
  return numbers;
}
