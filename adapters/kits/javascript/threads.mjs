// Asks the kernel which threads of the process are at work.
//
// A thread is at work from the moment that it is woken, even while a busy
// machine has no processor for it. Only Linux shows this. On other systems, no
// thread is ever seen at work.

import { createRequire } from 'node:module';
import { now } from './activity.mjs';
import { constants } from './constants.mjs';

const { readdirSync, readFileSync } = createRequire(import.meta.url)('node:fs');
const directory = '/proc/self/task';
/** The kernel's states of a thread that runs or is about to run, and of one that waits for a disk. */
const atWork = 'RD';

/** How many threads are at work, apart from the current one. */
export function threadsAtWork() {
  try {
    return readdirSync(directory).filter((thread) => thread !== `${process.pid}` && isAtWork(thread)).length;
  } catch {
    return 0;
  }
}

function isAtWork(thread) {
  try {
    // The name, which may contain anything, is in parentheses.
    const status = readFileSync(`${directory}/${thread}/stat`, 'latin1');
    return atWork.includes(status[status.lastIndexOf(')') + 2]);
  } catch {
    // The thread has ended meanwhile.
    return false;
  }
}

/**
 * Whether other threads compute.
 *
 * A thread computes if it runs for at least half of the time in which no other one takes its processor. One that polls
 * with short sleeps does not.
 */
export class Computation {
  /** The milliseconds of processor time, and by the clock, in which threads have computed since the last event. */
  used = 0;
  elapsed = 0;
  #events = -1;
  #moment = 0;
  #shares;
  #isOn = false;

  /** Looks at the threads. An event begins anew. */
  look(events) {
    if (events !== this.#events) {
      this.#events = events;
      this.#shares = undefined;
      this.#isOn = false;
      this.used = 0;
      this.elapsed = 0;
    }
    const present = now();
    const elapsed = present - this.#moment;
    if (this.#shares !== undefined && elapsed < constants.computationStepMilliseconds) return this.#isOn;
    const latest = shares();
    if (this.#shares !== undefined) {
      this.elapsed += elapsed;
      this.#isOn = false;
      for (const [thread, share] of latest) {
        const before = this.#shares.get(thread) ?? { run: 0, wait: 0 };
        const ran = share.run - before.run;
        this.used += ran;
        if (ran >= elapsed / 100 && ran >= (elapsed - (share.wait - before.wait)) / 2) this.#isOn = true;
      }
    }
    this.#shares = latest;
    this.#moment = present;
    return this.#isOn;
  }
}

/** For how many milliseconds each other thread has run, and has waited for a processor. */
function shares() {
  const shown = new Map();
  try {
    for (const thread of readdirSync(directory)) {
      if (thread === `${process.pid}`) continue;
      try {
        const [run, wait] = readFileSync(`${directory}/${thread}/schedstat`, 'latin1').split(' ');
        shown.set(thread, { run: run / 1e6, wait: wait / 1e6 });
      } catch {
        // The thread has ended meanwhile.
      }
    }
  } catch {
    // Only Linux shows this.
  }
  return shown;
}
