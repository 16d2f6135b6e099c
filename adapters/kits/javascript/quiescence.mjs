// Knows when nothing can run any more, by wrapping what could run later.
//
// Microtasks and `process.nextTick` are drained before an immediate begins, so
// from there only timers, immediates and the event loop's handles are left.
// Timers are wrapped before the library loads, because the runtime does not
// list those that were unref'd; so are the senders of messages, which it does
// not list either. It lists the rest.

import { createRequire, syncBuiltinESMExports } from 'node:module';
import { watchMessages } from './messages.mjs';
import { assureRoom } from './stack.mjs';
import { threadsAtWork } from './threads.mjs';

const timers = createRequire(import.meta.url)('node:timers');
const { Map, WeakMap } = globalThis;
const { assign, defineProperties, getOwnPropertyDescriptors, getPrototypeOf } = Object;
const { setTimeout, setInterval, setImmediate, clearTimeout } = timers;
const clock = process.hrtime.bind(process);
const processorTime = process.cpuUsage.bind(process);
const listResources = process.getActiveResourcesInfo.bind(process);

/**
 * How far ahead a timer holds a phase, unless the scenario asks for more.
 *
 * The official suite calls 50 ms "everything that can happen has happened". A
 * library that needs longer is not lost: its late events are reported.
 */
const usualHorizon = 50;
/**
 * How far ahead a timer holds a phase at the most.
 *
 * A library may start its handlers with a timer of any length. Others have timers
 * for purposes of their own: after a few waits of which nothing came, one is held
 * to be such a timer unless it is as near as those that something came of.
 */
const farthestHorizon = 1000;
/** After how many waits of which nothing came timers are held to be of no concern. */
const fruitlessWaits = 3;
/** How long the library may keep itself busy without any event until the phase is only `bounded`. */
const patience = 1000;
/** How much longer for each event so far, at the least: a chain of promises may need a time-out for each link. */
const patiencePerEvent = 10;
/** Fewer turns than this are not enough to call open handles busy, however long they took. */
const fewestBusyTurns = 1000;
/** What an immediate or a message adds to the nominal time, in milliseconds: a chain of them takes some, too. */
const immediateDelay = 0.01;
/** After how many turns without anything it is asked whether threads work on what is open. */
const turnsUntilGlance = 50;
/** How long to let threads work until they are looked at again, in milliseconds. */
const glance = 2;
/** After how many phases that waited for what cannot be seen, and in which nothing came, it is held to be nothing. */
const trialPhases = 9;
/** How many times as many late events must have come before phases are asked once more. */
const trialFactor = 8;
/** As how many of them one counts in which the library ran handlers: it would have run them from there. */
const weightOfHandlers = 3;
/** Turns in which nothing ran: a message between ports is delivered in the turn after it was sent. */
const quietTurns = 3;

/** Handles of timers and immediates that have yet to run, with what is known about them. */
const pending = new Map();
/** What is known about time-outs that may be armed again by `refresh`. */
const timeouts = new WeakMap();
/** The sleeps of `timers/promises`, whose handles nobody gets. */
let sleeps = [];
/** How many resources of each kind belong to the process, or outlived all patience. */
let accepted = new Map();
/** Blocks that wait for a turn of their own. */
let turns = 0;
/** How long the last phase of a run waited for what cannot be seen. */
let lastHorizon = usualHorizon;
/** How many events were recorded, over all runs. */
let events = 0;
/** How many waits for a timer beyond the usual horizon nothing came of. */
let fruitless = 0;
/** The longest of those that something came of, in milliseconds. */
let longestWait = 0;
/** The longest delay of a time-out that ran, in milliseconds. */
let longestDelay = patiencePerEvent;
/** How many times the library called user code, over all runs. */
let calls = 0;
/** How many wrapped callbacks ran, and messages were sent. */
let callbacks = 0;
/** How many threads of the library's own there are. */
let threads = () => 0;
/** How many wrapped callbacks ran, ticks of intervals, too, messages were sent, and exceptions went uncaught. */
let known = 0;
/** Whether the library takes turns from what cannot be seen here: an event came although nothing was left. */
let isDoubtful = false;
/**
 * What phases have yet to show that it does not.
 *
 * An event of an earlier run that comes after a later one has called the library
 * may be set off by that call, or come from what cannot be seen here.
 */
let trials = 0;
/** How many such events there were. */
let setOff = 0;
/** Which of them asks phases to show it again. */
let nextTrial = 1;
/** How many runs have begun. */
let runs = 0;
/** In which of them the timer or immediate was armed whose callback runs. */
let armedIn;
/** How many threads were still at work when all patience was at an end. */
let acceptedThreads = 0;
/**
 * The nominal time in milliseconds: what the timers that ran were asked to wait, one after another.
 *
 * A busy machine delays every timer, so that the clock cannot tell a library
 * that is at work from one that never comes to rest.
 */
let nominal = 0;

/** Tells that an event was recorded. */
export function noteEvent() {
  events += 1;
}

/** Tells that an exception went uncaught: what it kept from running runs in the next turn. */
export function noteUncaught() {
  known += 1;
}

/** Tells that the library called user code. */
export function noteCall() {
  calls += 1;
}

/** Tells that a run begins. */
export function beginRun() {
  runs += 1;
}

/** Whether the callback of a timer or immediate runs that was armed before the present run. */
export function isOfEarlierRun() {
  return armedIn < runs;
}

/**
 * Tells that an event came after its run was over.
 *
 * @param {boolean} isSetOff Whether a later run may have set it off. If not, no phase is proved from now on; if it may,
 *   none is until some have waited for more of the kind, and nothing came by itself.
 */
export function noteLateEvent(isSetOff) {
  if (!isSetOff) {
    isDoubtful = true;
    return;
  }
  setOff += 1;
  if (setOff < nextTrial) return;
  trials = trialPhases;
  nextTrial *= trialFactor;
}

/** From now on no phase is proved. */
export function beDoubtful() {
  isDoubtful = true;
}

/** Performs a block soon, on a clean stack. */
export function onTurn(block) {
  turns += 1;
  setImmediate(() => {
    turns -= 1;
    block();
  });
}

/** Takes what is open now as belonging to the process. */
export function acceptOpenResources() {
  accepted = openResources();
}

/**
 * Calls back on a clean stack, with the strength of the evidence, once nothing can run any more.
 *
 * @param {number} longest The longest duration in the scenario, in milliseconds.
 * @param {number} recorded How many events the run has so far; 0 where the phase is none of a run.
 * @param {(strength: 'proved' | 'bounded') => void} done
 */
export function whenQuiet(longest, recorded, done) {
  const horizon = Math.max(usualHorizon, 2 * longest);
  /** For how long what cannot be seen is waited for: after the last run, as long as its phases did. */
  const unseen = recorded > 0 ? horizon : lastHorizon;
  lastHorizon = unseen;
  const limit = patience + 2 * horizon;
  const timerLimit = () => limit + Math.min(longestDelay, farthestHorizon) * recorded;
  let seen = { events: -1, callbacks: -1 };
  let last = { clock: now(), nominal, used: used() };
  let rested = now();
  let quiet = 0;
  let busy = 0;
  /** Whether nothing ran in the last turn that can be seen, and nothing was about to. */
  let wasStill = false;
  let knownThen = known;
  const callsBefore = calls;
  /** The wait for a timer beyond the horizon that is under way. */
  let far;
  const end = (strength) => {
    if (far !== undefined) fruitless += 1;
    if (trials > 0 && recorded > 0) trials -= calls > callsBefore ? weightOfHandlers : 1;
    done(strength);
  };
  const look = () => {
    if (far !== undefined && far.events !== events) {
      longestWait = Math.max(longestWait, now() - far.since);
      far = undefined;
    }
    const isSame = seen.events === events && seen.callbacks === callbacks;
    // Nothing was left, and an event came: neither timer nor message of this thread brought it.
    const isUnseen = wasStill && seen.events !== events && knownThen === known;
    if (isUnseen && trials > 0 && threads() === 0) isDoubtful = true;
    if (seen.events !== events) last.nominal = nominal;
    // What is known to run is bounded by the nominal time alone.
    if (!isSame) {
      assign(last, { clock: now(), used: used() });
      busy = 0;
    }
    const isOpen = hasUnknownResources();
    // Threads answer for files and the like as well: to look on all the time would take the processor from them.
    const isAtWork = (mayBeUnseen() || isOpen && busy >= turnsUntilGlance) && threadsAtWork() > acceptedThreads;
    if (!isSame || isAtWork) rested = now();
    const visible = turns > 0 ? 0 : untilNextTimer(horizon);
    const wait = visible ?? (isAtWork ? glance : untilTheUnseenRests(rested, unseen));
    if (wait > horizon) far ??= { since: now(), events };
    // What ends an unknown resource runs library code that nobody counts, and so does the answer of a thread: one that
    // was sent just now arrives in the next turn.
    quiet = isOpen || wait !== undefined ? 0 : isSame ? quiet + 1 : 1;
    wasStill = !isOpen && visible === undefined && knownThen === known;
    knownThen = known;
    seen = { events, callbacks };
    if (wait === undefined) busy += 1;
    const isTired = used() - last.used > limit;
    const hasBusyHandles = busy > fewestBusyTurns && now() - last.clock > limit && isTired;
    if (wait === undefined && quiet >= quietTurns) {
      end(isTicking() || mayBeUnseen() ? 'bounded' : 'proved');
    } else if (hasBusyHandles || nominal - last.nominal > timerLimit() || isAtWork && isTired) {
      acceptOpenResources();
      acceptedThreads = isAtWork || mayBeUnseen() ? threadsAtWork() : 0;
      end('bounded');
    } else if (wait > 1) {
      setTimeout(() => setImmediate(look), wait);
    } else {
      setImmediate(look);
    }
  };
  setImmediate(look);
}

/** How far ahead a timer holds a phase, in milliseconds. */
function foresight(horizon) {
  const farthest = fruitless < fruitlessWaits ? farthestHorizon : Math.min(2 * longestWait, farthestHorizon);
  return Math.max(horizon, farthest);
}

/** Wraps what makes later turns, before the library can take hold of it. */
export function wrapSources() {
  wrap('setImmediate', setImmediate, () => ({ due: 0, at: nominal + immediateDelay, delay: 0 }));
  wrap('setTimeout', setTimeout, (delay) => armed({ delay }));
  wrap('setInterval', setInterval, (delay) => armed({ delay, repeats: true }));
  wrapRefresh();
  wrapSleep();
  threads = watchMessages(() => {
    callbacks += 1;
    known += 1;
    nominal += immediateDelay;
  });
  syncBuiltinESMExports();
}

function wrap(name, original, describe) {
  const wrapped = (callback, ...rest) => {
    if (typeof callback !== 'function') return original(callback, ...rest);
    assureRoom();
    const entry = { ...describe(name === 'setImmediate' ? 0 : milliseconds(rest[0])), run: runs };
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

/** Notes when a timer is due from now on, by the clock and in nominal time. */
function armed(entry) {
  return assign(entry, { due: now() + entry.delay, at: nominal + entry.delay });
}

/** Runs a wrapped callback; of an interval, counts the ticks since the last event. */
function run(receiver, handle, entry, callback, values) {
  nominal = Math.max(nominal, entry.at);
  known += 1;
  if (entry.repeats) {
    armed(entry);
    if (entry.seen !== events) assign(entry, { seen: events, ticks: 0, since: now() });
    entry.ticks += 1;
  } else {
    callbacks += 1;
    longestDelay = Math.max(longestDelay, entry.delay);
    pending.delete(handle);
  }
  armedIn = entry.run;
  try {
    return callback.apply(receiver, values);
  } finally {
    armedIn = undefined;
  }
}

/** Whether an interval ticked for a horizon, and several times, without any event. */
function isIdle(entry, present, horizon) {
  return entry.repeats && entry.seen === events && entry.ticks >= quietTurns
    && present - entry.since >= horizon;
}

/** Whether an interval is armed: nobody can prove that it will stay idle. */
function isTicking() {
  for (const entry of pending.values()) if (entry.repeats) return true;
  return false;
}

/** `refresh` arms a time-out again, even one that has fired. */
function wrapRefresh() {
  const sample = setTimeout(() => {}, 1);
  clearTimeout(sample);
  const prototype = getPrototypeOf(sample);
  const { refresh } = prototype;
  prototype.refresh = function () {
    const entry = timeouts.get(this);
    if (entry !== undefined) pending.set(this, armed(entry));
    return refresh.call(this);
  };
}

/** The promise form of a time-out keeps its handle to itself: only the due time can be known. */
function wrapSleep() {
  const { setTimeout: sleep } = timers.promises;
  timers.promises.setTimeout = (delay, ...rest) => {
    sleeps.push(armed({ delay: milliseconds(delay) }));
    return sleep(delay, ...rest);
  };
}

/** Milliseconds until the first timer that holds a phase; undefined where there is none. */
function untilNextTimer(horizon) {
  if (pending.size === 0 && sleeps.length === 0) return undefined;
  const present = now();
  let first = Infinity;
  for (const [handle, entry] of pending) {
    // The runtime marks what was cleared, by whatever function or method.
    if (handle._destroyed) pending.delete(handle);
    else if (!isIdle(entry, present, horizon)) first = Math.min(first, entry.due);
  }
  // Timers run before immediates, so a sleep that is over has ended by the next turn.
  for (const { due, at } of sleeps) {
    first = Math.min(first, due);
    if (due <= present) nominal = Math.max(nominal, at);
  }
  sleeps = sleeps.filter(({ due }) => due > present);
  return first - present > foresight(horizon) ? undefined : Math.max(0, first - present);
}

/** Whether library code may run that nobody can see coming. */
function mayBeUnseen() {
  return isDoubtful || trials > 0 || threads() > 0;
}

/** Milliseconds for which a thread, or what came late before, may still answer: nobody can see whether it will. */
function untilTheUnseenRests(since, horizon) {
  const rest = mayBeUnseen() ? since + horizon - now() : 0;
  return rest > 0 ? rest : undefined;
}

/** Whether the event loop waits for more than what was accepted; what has ended is accepted no longer. */
function hasUnknownResources() {
  const open = openResources();
  for (const [kind, number] of accepted) {
    if ((open.get(kind) ?? 0) < number) accepted.set(kind, open.get(kind) ?? 0);
  }
  for (const [kind, number] of open) if (number > (accepted.get(kind) ?? 0)) return true;
  return false;
}

/** What the event loop still waits for, by kind; without timers that are known and without ports. */
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

/** What the runtime makes of a delay. */
function milliseconds(delay) {
  const number = Number(delay);
  return number >= 1 && number <= 2147483647 ? number : 1;
}

/** The processor time of the process, in milliseconds: unlike the clock, it stands still where others have the machine. */
function used() {
  const { user, system } = processorTime();
  return (user + system) / 1000;
}

function now() {
  const [seconds, nanoseconds] = clock();
  return seconds * 1000 + nanoseconds / 1e6;
}
