package aplus;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Determines whether anything can still run. */
final class Quiescence {
  private static final int LONGEST_NAME = 15;
  private static final Path PROCESSES = Path.of("/proc");

  private final SerialExecutor executor;
  private final ThreadGroup root;
  /** Threads that wait in the host for another one: their time limit only begins the next look. */
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

  Quiescence(SerialExecutor executor) {
    this.executor = executor;
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) group = group.getParent();
    root = group;
  }

  /** The strength of the evidence that nothing but the calling thread can run any more, or null if something may. */
  String look(Recorder recorder) throws InterruptedException {
    long events = recorder.count();
    long submitted = executor.submitted();
    boolean isIdle = executor.isIdle();
    if (!isIdle && !waits(executor.thread())) return null;
    List<Thread> threads = workers();
    List<Thread> others = new ArrayList<>(threads);
    if (isIdle) others.remove(executor.thread());
    String strength = others.isEmpty() ? "proved" : sleep(others) ? "quiescent" : null;
    // What came or ended meanwhile may have done what the look missed.
    boolean isSame = executor.submitted() == submitted && executor.isIdle() == isIdle && recorder.count() == events;
    return isSame && workers().equals(threads) ? strength : null;
  }

  /** Says that the calling thread begins to wait for another one. */
  void beginWait() {
    waiting.add(Thread.currentThread());
  }

  void endWait() {
    waiting.remove(Thread.currentThread());
  }

  /** Whether all threads that may run code of the library wait, with a time limit or without. */
  boolean isAllWaiting() {
    return executor.isIdle() && workers().stream()
        .allMatch(thread -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
  }

  /** All threads except the calling one and the JVM's own, of which those count that wait for a child process: they may call back. */
  List<Thread> workers() {
    Thread[] all = new Thread[root.activeCount() + 16];
    int count = root.enumerate(all);
    while (count == all.length) count = root.enumerate(all = new Thread[2 * count]);
    List<Thread> workers = new ArrayList<>();
    for (int index = 0; index < count; index += 1) {
      Thread thread = all[index];
      boolean isOther = thread != Thread.currentThread();
      if (isOther && (!isOfMachine(thread.getThreadGroup()) || hasChild(thread))) workers.add(thread);
    }
    return workers;
  }

  private static boolean hasChild(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE && thread.getName().startsWith("process reaper");
  }

  /** Whether a group holds the JVM's own threads: the root group, or a child of it. A dead thread's group is null. */
  private boolean isOfMachine(ThreadGroup group) {
    return group == null || group == root || group.getName().equals("InnocuousThreadGroup");
  }

  /** Whether all these threads wait for another thread, and none has run for a moment. */
  private boolean sleep(List<Thread> threads) throws InterruptedException {
    if (!threads.stream().allMatch(this::waits)) return false;
    Set<String> names = threads.stream()
        .map(thread -> thread.getName().substring(0, Math.min(LONGEST_NAME, thread.getName().length())))
        .collect(Collectors.toSet());
    try {
      Map<String, String> before = counters(names);
      Thread.sleep(Constants.KERNEL_PAUSE_MILLISECONDS);
      boolean wait = threads.stream().allMatch(this::waits);
      return wait && before.size() >= threads.size() && before.equals(counters(names));
    } catch (IOException error) {
      // The kernel does not show it, a thread runs, or one has just ended.
      return false;
    }
  }

  /**
   * Whether a thread waits without a time limit, in the host for another thread, or for work in the queue of its pool.
   *
   * <p>One that is blocked by a monitor does not count: the JVM may wake it after a time of its own.
   */
  private boolean waits(Thread thread) {
    if (waiting.contains(thread)) return true;
    return switch (thread.getState()) {
      case WAITING -> true;
      case TIMED_WAITING -> isIdleWorker(thread.getStackTrace());
      default -> false;
    };
  }

  private static boolean isIdleWorker(StackTraceElement[] frames) {
    boolean isWorker = false;
    for (StackTraceElement frame : frames) {
      // The queues of timers: DelayedWorkQueue and DelayQueue.
      if (frame.getClassName().contains("Delay")) return false;
      String place = frame.getClassName() + "." + frame.getMethodName();
      isWorker |= place.equals("java.util.concurrent.ForkJoinPool.awaitWork")
          || place.equals("java.util.concurrent.ThreadPoolExecutor.getTask");
    }
    return isWorker;
  }

  /**
   * The kernel's counters of how often each thread with one of these names ran.
   *
   * <p>A thread that the JVM keeps waiting, for a lock of its own or for a collection of garbage, sleeps like one that
   * waits for the library. Then a thread of the JVM runs, or would if it had a processor.
   *
   * @throws IOException Where a thread of the process but the calling one does not sleep, or the kernel does not show it.
   */
  private static Map<String, String> counters(Set<String> names) throws IOException {
    Map<String, String> counters = new HashMap<>();
    Path mine = PROCESSES.resolve(Files.readSymbolicLink(PROCESSES.resolve("thread-self")));
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(mine.getParent())) {
      for (Path task : tasks) {
        if (task.equals(mine)) continue;
        String status = Files.readString(task.resolve("stat"));
        int end = status.lastIndexOf(')');
        if (!status.startsWith("S", end + 2)) throw new IOException("a thread runs");
        if (!names.contains(status.substring(status.indexOf('(') + 1, end).strip())) continue;
        counters.put(task.toString(), Files.readString(task.resolve("schedstat")));
      }
    }
    return counters;
  }
}
