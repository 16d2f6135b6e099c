// Counts what happens, over all runs. What is the same in two turns has not moved in between.

export const activity = {
  /** Events that were recorded. */
  events: 0,
  /** Calls of user code by the library. */
  calls: 0,
  /** Wrapped callbacks that ran, and messages that were sent; without the ticks of intervals. */
  callbacks: 0,
  /** The same with the ticks of intervals and with exceptions that went uncaught. */
  known: 0,
  /**
   * The nominal time in milliseconds: what the timers that ran were asked to wait, one after another.
   *
   * A busy machine delays every timer, so that the clock cannot tell a library
   * that is at work from one that never comes to rest.
   */
  nominal: 0,
  /** The longest delay of a time-out that ran, in milliseconds. */
  longestDelay: 0,
  /** Runs that have begun. */
  runs: 0,
  /** In which of them the timer or immediate was armed whose callback runs. */
  armedIn: undefined,
};

const clock = process.hrtime.bind(process);
const processorTime = process.cpuUsage.bind(process);

/** The time in milliseconds. */
export function now() {
  const [seconds, nanoseconds] = clock();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The processor time of the process in milliseconds, which stands still where others have the machine. */
export function processorMilliseconds() {
  const { user, system } = processorTime();
  return (user + system) / 1000;
}

/** Notes that a run begins. */
export function beginRun() {
  activity.runs += 1;
}

/** Whether the callback of a timer or immediate runs that was armed before the present run. */
export function isOfEarlierRun() {
  return activity.armedIn < activity.runs;
}

/** Notes that an exception went uncaught: what it kept from running runs in the next turn. */
export function noteUncaught() {
  activity.known += 1;
}
