// Knows when nothing can run any more.
//
// Microtasks and `process.nextTick` are drained before an immediate begins, so
// from there only timers, immediates and the event loop's handles are left.

import { createRequire } from 'node:module';
import { activity, now, processorMilliseconds } from './activity.mjs';
import { constants } from './constants.mjs';
import {
  acceptOpenResources, hasUnknownResources, isTicking, livingThreads, untilNextTimer,
} from './sources.mjs';
import { threadsAtWork } from './threads.mjs';

const { setTimeout, setImmediate } = createRequire(import.meta.url)('node:timers');
const { assign } = Object;

/**
 * How far ahead a timer holds a phase, in milliseconds, unless the program asks for more.
 *
 * The official suite calls 50 ms "everything that can happen has happened". A
 * library that needs longer is not lost: its late events are reported.
 */
const usualHorizon = constants.usualHorizonMilliseconds;
/**
 * How far ahead a timer holds a phase at the most.
 *
 * A library may start its handlers with a timer of any length. Others have timers
 * for purposes of their own: after a few waits of which nothing came, one is held
 * to be such a timer unless it is as near as those that something came of.
 */
const farthestHorizon = constants.farthestHorizonMilliseconds;
/**
 * How long the library may keep itself busy without any event until the phase is only `bounded`, in milliseconds of
 * nominal or processor time; less where the runner has less patience.
 */
const busyLimit = 1000;
/** How much longer for each event so far, at the least: a chain of promises may need a time-out for each link. */
const busyLimitPerEvent = 10;
/** Fewer turns than this are not enough to call open handles busy, however long they took. */
const fewestBusyTurns = 1000;
/** After how many turns without anything the host asks whether threads work on what is open. */
const turnsUntilGlance = 50;
/** After how many phases that waited for what cannot be seen, and in which nothing came, it is held to be nothing. */
const trialPhases = 9;
/** How many times as many late events must have come before phases are asked once more. */
const trialFactor = 8;
/** As how many of them a phase counts in which the library ran handlers: it would have run them from there. */
const weightOfHandlers = 3;
/** Turns in which nothing ran: a message between ports is delivered in the turn after it was sent. */
const quietTurns = 3;

/** Blocks that wait for a turn of their own. */
let turns = 0;
/** How long the last phase of a run waited for what cannot be seen. */
let lastHorizon = usualHorizon;
/** How many waits for a timer beyond the usual horizon nothing came of. */
let fruitless = 0;
/** The longest of those that something came of, in milliseconds. */
let longestWait = 0;
/** Whether the library takes turns from what cannot be seen here: an event came although nothing was left. */
let isDoubtful = false;
/**
 * How many phases have yet to show that it does not.
 *
 * An event of an earlier run that comes after a later one has called the library
 * may be set off by that call, or come from what cannot be seen here.
 */
let trials = 0;
/** How many such events there were. */
let setOff = 0;
/** Which of them asks phases to show it again. */
let nextTrial = 1;
/** How many threads were still at work when the host gave up. */
let acceptedThreads = 0;

/**
 * Notes that an event came after its run was over.
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

/** Lets a queue of the library's own run; whether there was something in it. */
let drain = () => false;

/** Has a queue of the library's own run wherever nothing else is about to. */
export function drainWith(run) {
  drain = run;
}

/** Performs a block soon, on a clean stack. */
export function onTurn(block) {
  turns += 1;
  setImmediate(() => {
    turns -= 1;
    block();
  });
}

/**
 * Calls back on a clean stack, with the strength of the evidence, once nothing can run any more.
 *
 * @param {{ longest: number, patience: number }} durations The longest duration in the program, and how long the host
 *   waits before it gives up, in milliseconds.
 * @param {number} recorded How many events the run has so far; 0 where the phase is none of a run.
 * @param {(strength: 'proved' | 'bounded') => void} done
 */
export function whenQuiet({ longest, patience }, recorded, done) {
  const horizon = Math.max(usualHorizon, 2 * longest);
  /** For how long what cannot be seen is waited for: after the last run, as long as its phases did. */
  const unseen = recorded > 0 ? horizon : lastHorizon;
  lastHorizon = unseen;
  const farthest = Math.min(farthestHorizon, patience);
  const limit = Math.min(busyLimit, patience) + 2 * horizon;
  const timerLimit = () =>
    limit + Math.min(Math.max(activity.longestDelay, busyLimitPerEvent), farthest) * recorded;
  let seen = { events: -1, callbacks: -1 };
  /** When something happened last, by three clocks; the processor's is read late, as reading it takes long. */
  const last = { clock: now(), nominal: activity.nominal, used: undefined };
  let rested = last.clock;
  let quiet = 0;
  let busy = 0;
  /** Whether nothing ran in the last turn that can be seen, and nothing was about to. */
  let wasStill = false;
  let knownThen = activity.known;
  const callsBefore = activity.calls;
  /** The wait for a timer beyond the horizon that is under way. */
  let far;
  const end = (strength) => {
    if (far !== undefined) fruitless += 1;
    if (trials > 0 && recorded > 0) trials -= activity.calls > callsBefore ? weightOfHandlers : 1;
    done(strength);
  };
  /** How often the library's queue has run without an event. */
  let drained = 0;
  const look = () => {
    const before = activity.events;
    if (drain()) {
      drained = activity.events === before ? drained + 1 : 0;
      activity.callbacks += 1;
      if (drained > constants.fruitlessDrains) end('bounded');
      else setImmediate(look);
      return;
    }
    const { events, callbacks, known } = activity;
    const present = now();
    if (far !== undefined && far.events !== events) {
      longestWait = Math.max(longestWait, present - far.since);
      far = undefined;
    }
    const isSame = seen.events === events && seen.callbacks === callbacks;
    // Nothing was left, and an event came: neither timer nor message of this thread brought it.
    const isUnseen = wasStill && seen.events !== events && knownThen === known;
    if (isUnseen && trials > 0 && livingThreads() === 0) isDoubtful = true;
    if (seen.events !== events) last.nominal = activity.nominal;
    // What is known to run is bounded by the nominal time alone.
    if (!isSame) {
      assign(last, { clock: present, used: undefined });
      busy = 0;
    }
    const isOpen = hasUnknownResources();
    // Threads answer for files and the like as well: to look on all the time would take the processor from them.
    const isAtWork = (mayBeUnseen() || isOpen && busy >= turnsUntilGlance) && threadsAtWork() > acceptedThreads;
    if (!isSame || isAtWork) rested = present;
    const visible = turns > 0 ? 0 : untilVisible(horizon, farthest);
    const wait = visible ?? (isAtWork ? constants.kernelPauseMilliseconds : untilTheUnseenRests(rested, unseen));
    if (wait > horizon) far ??= { since: present, events };
    // What ends an unknown resource runs library code that is not counted, and so does the answer of a thread: one that
    // was sent just now arrives in the next turn.
    quiet = isOpen || wait !== undefined ? 0 : isSame ? quiet + 1 : 1;
    wasStill = !isOpen && visible === undefined && knownThen === known;
    knownThen = known;
    seen = { events, callbacks };
    if (wait === undefined) busy += 1;
    if (isAtWork || busy > turnsUntilGlance) last.used ??= processorMilliseconds();
    const isTired = () => processorMilliseconds() - last.used > limit;
    const hasBusyHandles = busy > fewestBusyTurns && present - last.clock > limit && isTired();
    if (wait === undefined && quiet >= quietTurns) {
      end(isTicking() || mayBeUnseen() ? 'bounded' : 'proved');
    } else if (hasBusyHandles || activity.nominal - last.nominal > timerLimit() || isAtWork && isTired()) {
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

/** Milliseconds until the first timer that holds a phase; undefined where there is none. */
function untilVisible(horizon, farthest) {
  const wait = untilNextTimer(horizon);
  return wait > reach(horizon, farthest) ? undefined : wait;
}

/** How far ahead a timer holds a phase, in milliseconds, by what came of earlier waits. */
function reach(horizon, farthest) {
  const isFruitless = fruitless >= constants.fruitlessWaits;
  return Math.max(horizon, isFruitless ? Math.min(2 * longestWait, farthest) : farthest);
}

/** Whether library code may run that cannot be seen coming. */
function mayBeUnseen() {
  return isDoubtful || trials > 0 || livingThreads() > 0;
}

/** Milliseconds for which a thread, or what came late before, may still answer, which cannot be seen. */
function untilTheUnseenRests(since, horizon) {
  const rest = mayBeUnseen() ? since + horizon - now() : 0;
  return rest > 0 ? rest : undefined;
}
