// Determines when nothing can run any more.
//
// Microtasks and `process.nextTick` are drained before an immediate begins. At
// that point, only timers, immediates and the event loop's handles are left.

import { createRequire } from 'node:module';
import { activity, now, processorMilliseconds } from './activity.mjs';
import { constants } from './constants.mjs';
import {
  acceptOpenResources, hasUnknownResources, isTicking, livingThreads, untilNextTimer,
} from './sources.mjs';
import { Computation, threadsAtWork } from './threads.mjs';

const { setTimeout, setImmediate } = createRequire(import.meta.url)('node:timers');
const { assign } = Object;

/**
 * A phase waits for timers that are due within this time, in milliseconds, unless the program asks for more.
 *
 * The official suite takes 50 ms as enough for everything to have happened. If a
 * library needs longer, its late events are reported.
 */
const usualHorizon = constants.usualHorizonMilliseconds;
/**
 * The most that a phase waits for a timer.
 *
 * A library may start its handlers with a timer of any length. Other libraries
 * have long timers for unrelated purposes. After a few waits that brought no
 * event, a phase waits only for timers about as near as those that did.
 */
const farthestHorizon = constants.farthestHorizonMilliseconds;
/**
 * How long the library may stay busy without any event before the phase is only `bounded`, in milliseconds of nominal
 * or processor time. The time limit of a request may lower it. The time of threads that compute does not count.
 */
const busyLimit = 1000;
/** The least time added for each event so far: a chain of promises may need a timeout for each link. */
const busyLimitPerEvent = 10;
/** Open handles do not count as busy before this many turns, however long those took. */
const fewestBusyTurns = 1000;
/** After how many turns without activity the host checks whether threads work on open handles. */
const turnsUntilGlance = 50;
/** After how many phases that waited for unseen code, without any event, the host assumes that there is none. */
const trialPhases = 9;
/** By which factor the number of late events must grow before a new series of such phases. */
const trialFactor = 8;
/** The weight of such a phase in which the library ran handlers: unseen code would have run them. */
const weightOfHandlers = 3;
/** Turns in which nothing ran: a message between ports is delivered in the turn after it was sent. */
const quietTurns = 3;

/** Blocks that wait for a turn of their own. */
let turns = 0;
/** How long the last phase of a run waited for unseen code, in milliseconds. */
let lastHorizon = usualHorizon;
/** How many waits for a timer beyond the usual horizon brought no event. */
let fruitless = 0;
/** The longest of those waits that brought an event, in milliseconds. */
let longestWait = 0;
/** Whether the library runs unseen code, from a source that the host cannot watch: an event came with nothing left. */
let isDoubtful = false;
/**
 * How many phases must still pass before the host assumes that it does not.
 *
 * An event of an earlier run may come after a later run has called the library.
 * Then either that call or unseen code caused the event.
 */
let trials = 0;
/** How many such events have come. */
let setOff = 0;
/** The number of such events at which the next series of trial phases begins. */
let nextTrial = 1;
/** How many threads were still working when the host gave up. */
let acceptedThreads = 0;

/**
 * Notes that an event came after its run was over.
 *
 * @param {boolean} isSetOff Whether a later run may have caused it. If not, no phase is `proved` from now on. If so,
 *   none is `proved` until some phases have waited for unseen code and none has shown.
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

/** Runs the library's own queue; returns whether there was something in it. */
let drain = () => false;

/** Sets the function that runs the library's own queue. */
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
 * @param {{ longest: number, patience: number, end: number }} durations The longest duration in the program, and how
 *   long the host waits without progress before it gives up, in milliseconds; and when it gives up on threads that
 *   still compute.
 * @param {number} recorded How many events the run has so far; 0 after the last run.
 * @param {(strength: 'proved' | 'bounded' | 'running', computation?: object) => void} done
 */
export function whenQuiet({ longest, patience, end: latest }, recorded, done) {
  const horizon = Math.max(usualHorizon, 2 * longest);
  /** How long to wait for unseen code: after the last run, as long as its last phase did. */
  const unseen = recorded > 0 ? horizon : lastHorizon;
  lastHorizon = unseen;
  const farthest = Math.min(farthestHorizon, patience);
  const limit = Math.min(busyLimit, patience) + 2 * horizon;
  const timerLimit = () =>
    limit + Math.min(Math.max(activity.longestDelay, busyLimitPerEvent), farthest) * recorded;
  let seen = { events: -1, callbacks: -1 };
  /** When something last happened, by three clocks. Processor time is read only when needed, as that is slow. */
  const last = { clock: now(), nominal: activity.nominal, used: undefined };
  let rested = last.clock;
  let quiet = 0;
  let busy = 0;
  /** Whether in the last turn nothing visible ran or was about to run. */
  let wasIdle = false;
  let knownThen = activity.known;
  const callsBefore = activity.calls;
  /** The current wait for a timer beyond the horizon. */
  let far;
  const computation = new Computation();
  const end = (strength) => {
    if (far !== undefined) fruitless += 1;
    if (trials > 0 && recorded > 0) trials -= activity.calls > callsBefore ? weightOfHandlers : 1;
    done(strength);
  };
  /** How many times in a row the library's queue has run without an event. */
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
    // An event came with nothing left to run: no timer or message of this thread caused it.
    const isUnseen = wasIdle && seen.events !== events && knownThen === known;
    if (isUnseen && trials > 0 && livingThreads() === 0) isDoubtful = true;
    if (seen.events !== events) last.nominal = activity.nominal;
    // Activity of known sources is limited by the nominal time alone.
    if (!isSame) {
      assign(last, { clock: present, used: undefined });
      busy = 0;
    }
    const isOpen = hasUnknownResources();
    // Threads also serve files and the like. Checking them in every turn would take processor time from them.
    const isAtWork = (mayBeUnseen() || isOpen && busy >= turnsUntilGlance) && threadsAtWork() > acceptedThreads;
    if (!isSame || isAtWork) rested = present;
    const visible = turns > 0 ? 0 : untilVisible(horizon, farthest);
    const wait = visible ?? (isAtWork ? constants.kernelPauseMilliseconds : untilUnseenQuiet(rested, unseen));
    if (wait > horizon) far ??= { since: present, events };
    // The end of an unknown resource runs library code that is not counted. So does a message from a thread: one sent
    // just now arrives in the next turn.
    quiet = isOpen || wait !== undefined ? 0 : isSame ? quiet + 1 : 1;
    wasIdle = !isOpen && visible === undefined && knownThen === known;
    knownThen = known;
    seen = { events, callbacks };
    if (wait === undefined) busy += 1;
    const isComputing = isAtWork && computation.look(events);
    if (isComputing) {
      // Their time is not that of a library that never rests.
      assign(last, { clock: present, nominal: activity.nominal, used: undefined });
    }
    if (isAtWork || busy > turnsUntilGlance) last.used ??= processorMilliseconds();
    const isOverLimit = () => processorMilliseconds() - last.used > limit;
    const hasBusyHandles = busy > fewestBusyTurns && present - last.clock > limit && isOverLimit();
    if (wait === undefined && quiet >= quietTurns) {
      end(isTicking() || mayBeUnseen() ? 'bounded' : 'proved');
    } else if (isComputing && computation.elapsed > patience && present > latest) {
      const { used, elapsed } = computation;
      done('running', { used: Math.round(used), elapsed: Math.round(elapsed) });
    } else if (hasBusyHandles || activity.nominal - last.nominal > timerLimit() || isAtWork && isOverLimit()) {
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

/** Milliseconds until the first timer that the phase waits for; undefined if there is none. */
function untilVisible(horizon, farthest) {
  const wait = untilNextTimer(horizon);
  return wait > reach(horizon, farthest) ? undefined : wait;
}

/** How far ahead a phase waits for timers, in milliseconds, judging by earlier waits. */
function reach(horizon, farthest) {
  const isFruitless = fruitless >= constants.fruitlessWaits;
  return Math.max(horizon, isFruitless ? Math.min(2 * longestWait, farthest) : farthest);
}

/** Whether unseen library code may still run. */
function mayBeUnseen() {
  return isDoubtful || trials > 0 || livingThreads() > 0 || activity.unanswered > 0;
}

/** Milliseconds for which a thread or other unseen code may still run; undefined if that is over. */
function untilUnseenQuiet(since, horizon) {
  const rest = mayBeUnseen() ? since + horizon - now() : 0;
  return rest > 0 ? rest : undefined;
}
