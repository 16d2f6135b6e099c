package aplus;

/**
 * The nanoseconds of a run, for its limits: from one look to the next at most a share of the patience.
 *
 * <p>If the process was stopped, or waited for a processor, the library had no time either.
 */
final class Clock {
  private final long longest;
  private long nanoseconds;
  private long moment = System.nanoTime();

  Clock(long patience) {
    longest = (long) (Constants.LONGEST_STEP_SHARE * patience);
  }

  synchronized long now() {
    long earlier = moment;
    moment = System.nanoTime();
    nanoseconds += Math.min(moment - earlier, longest);
    return nanoseconds;
  }
}
