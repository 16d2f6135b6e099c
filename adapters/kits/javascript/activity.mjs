// Counters over all runs. If a counter is the same in two turns, nothing of its sort happened in between.

export const activity = {
  /** Recorded events. */
  events: 0,
  /** Calls of user code by the library. */
  calls: 0,
  /** Wrapped callbacks that ran, and messages sent, without the ticks of intervals. */
  callbacks: 0,
  /** The same, plus the ticks of intervals and uncaught exceptions. */
  known: 0,
  /**
   * The nominal time in milliseconds: the delays of the timers that ran, one after another.
   *
   * A busy machine delays every timer, so the clock cannot distinguish a library
   * that is still working from one that never stops.
   */
  nominal: 0,
  /** The longest delay of a timeout that ran, in milliseconds. */
  longestDelay: 0,
  /** Calls of the run that end by themselves and have not called their handlers: unseen code may work on them. */
  unanswered: 0,
  /** Runs that have begun. */
  runs: 0,
  /** The run in which the timer or immediate was armed whose callback is running; undefined outside of one. */
  armedIn: undefined,
};

const clock = process.hrtime.bind(process);
const processorTime = process.cpuUsage.bind(process);

/** The time in milliseconds. */
export function now() {
  const [seconds, nanoseconds] = clock();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The processor time of the process in milliseconds. It does not advance while other processes use the machine. */
export function processorMilliseconds() {
  const { user, system } = processorTime();
  return (user + system) / 1000;
}

/** Notes that a run begins. */
export function beginRun() {
  activity.runs += 1;
  activity.unanswered = 0;
}

/** Whether the running callback belongs to a timer or immediate that was armed before the current run. */
export function isOfEarlierRun() {
  return activity.armedIn < activity.runs;
}

/** Notes that a call that was open has called its handler, or will not. */
export function noteAnswer() {
  if (activity.unanswered > 0) activity.unanswered -= 1;
}

/** Notes an uncaught exception: the callbacks that it interrupted run in the next turn. */
export function noteUncaught() {
  activity.known += 1;
}
