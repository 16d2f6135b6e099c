package aplus;

import static aplus.Json.object;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Whether threads compute.
 *
 * <p>A thread computes if it runs for at least half of the time; on a busy machine, which may leave it a part of that,
 * if it is running at two looks and gets at least a hundredth.
 */
final class Activity {
  private static final ThreadMXBean TIMES = ManagementFactory.getThreadMXBean();
  private static final int SHOWN_FRAMES = 12;
  /** How many functions of a thread that waits a phrase names. */
  private static final int NAMED_FRAMES = 5;

  /** The processor time of a thread so far, in nanoseconds, and whether it is running. */
  private record Share(long ran, boolean isRunning) {}

  private long count = -1;
  private long moment;
  private long start;
  private long used;
  private boolean isComputing;
  private Thread busiest;
  private Map<Thread, Share> shares;

  /** Whether one of these threads has computed since the last look. An event begins anew. */
  boolean isComputing(Supplier<List<Thread>> threads, long events) {
    long now = System.nanoTime();
    if (events != count) {
      count = events;
      moment = start = now;
      used = 0;
      isComputing = false;
      shares = null;
    }
    long elapsed = now - moment;
    if (elapsed < TimeUnit.MILLISECONDS.toNanos(Constants.COMPUTATION_STEP_MILLISECONDS)) return isComputing;
    Map<Thread, Share> before = shares;
    note(threads.get(), now);
    if (before == null) return false;
    isComputing = false;
    long most = 0;
    for (Map.Entry<Thread, Share> entry : shares.entrySet()) {
      Share earlier = before.getOrDefault(entry.getKey(), new Share(0, false));
      Share later = entry.getValue();
      long ran = later.ran - earlier.ran;
      used += ran;
      if (ran > most) {
        most = ran;
        busiest = entry.getKey();
      }
      boolean isRunning = earlier.isRunning && later.isRunning;
      isComputing |= 2 * ran >= elapsed || isRunning && 100 * ran >= elapsed;
    }
    return isComputing;
  }

  /** Nanoseconds since the last event. */
  long elapsed() {
    return moment - start;
  }

  /** How long threads have computed since the last event, and where, as a trace says it. */
  Map<String, Object> description() {
    StackTraceElement[] frames = busiest == null ? new StackTraceElement[0] : busiest.getStackTrace();
    List<Object> stack = Arrays.stream(frames).limit(SHOWN_FRAMES)
        .map(frame -> (Object) name(frame)).toList();
    return object("used", used / 1_000_000, "elapsed", elapsed() / 1_000_000, "stack", stack);
  }

  /** What each of these threads waits in, a phrase for each. */
  static List<Object> waits(List<Thread> threads) {
    long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
    return Arrays.stream(TIMES.getThreadInfo(ids, NAMED_FRAMES)).filter(Objects::nonNull)
        .map(info -> (Object) phrase(info)).toList();
  }

  private static String phrase(ThreadInfo info) {
    String owner = info.getLockOwnerName() == null ? "" : " that \"" + info.getLockOwnerName() + "\" holds";
    String lock = info.getLockName() == null ? "" : " for " + info.getLockName() + owner;
    String state = info.getThreadState().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    String frames = Arrays.stream(info.getStackTrace()).map(Activity::name).collect(Collectors.joining(" < "));
    return "thread \"" + info.getThreadName() + "\" (" + state + ")" + (lock.isEmpty() ? "" : " waits" + lock + ",")
        + " is in " + frames;
  }

  private static String name(StackTraceElement frame) {
    return frame.getClassName() + "." + frame.getMethodName();
  }

  private void note(List<Thread> threads, long now) {
    shares = new HashMap<>();
    for (Thread thread : threads) {
      // -1 for a thread that has ended, or where the machine does not measure it.
      long ran = Math.max(0, TIMES.getThreadCpuTime(thread.getId()));
      shares.put(thread, new Share(ran, thread.getState() == Thread.State.RUNNABLE));
    }
    moment = now;
  }
}
