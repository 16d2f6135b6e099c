package aplus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Performs the verbs that involve several threads. */
final class Lanes {
  /** How often a thread that spins looks before it yields once. */
  private static final int LOOKS_PER_YIELD = 1000;

  private static final AtomicInteger performances = new AtomicInteger();

  private final Run run;
  private final Recorder recorder;

  Lanes(Run run) {
    this.run = run;
    this.recorder = run.recorder;
  }

  /** Performs lanes: starts one thread for each at a common barrier, and joins them. */
  @SuppressWarnings("unchecked")
  void perform(Map<String, Object> step, Context context) {
    List<Object> lanes = (List<Object>) step.get("lanes");
    long frame = recorder.begin(recorder.frame("lanes", context).add("count", lanes.size()));
    CyclicBarrier barrier = new CyclicBarrier(lanes.size());
    AtomicInteger missing = new AtomicInteger(lanes.size());
    boolean canRunAtOnce = lanes.size() <= Runtime.getRuntime().availableProcessors();
    // Lanes that always start together would meet in the same places again and again.
    int spread = 1 << performances.getAndIncrement() % 9;
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < lanes.size(); number += 1) {
      int lane = number;
      List<Object> steps = (List<Object>) lanes.get(lane);
      threads.add(new Thread(() -> Host.guarded(() -> {
        Names.await(barrier::await);
        start(missing, canRunAtOnce, ThreadLocalRandom.current().nextInt(spread));
        recorder.note(recorder.entry("lane", context).add("lane", lane));
        run.verbs.perform(steps, context);
        return null;
      })));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      run.await(milliseconds -> {
        thread.join(milliseconds);
        return !thread.isAlive();
      });
    }
    recorder.end(recorder.ending(frame, context));
  }

  /**
   * Lets a lane start as many looks at nothing after the last one has arrived. Those that wake up first
   * spin, where every lane has a processor: threads wake up some microseconds apart.
   */
  private static void start(AtomicInteger missing, boolean canRunAtOnce, int offset) {
    missing.decrementAndGet();
    for (int looks = 1; canRunAtOnce && missing.get() > 0; looks += 1) {
      if (looks % LOOKS_PER_YIELD == 0) Thread.yield();
      else Thread.onSpinWait();
    }
    for (int rest = offset; rest > 0; rest -= 1) Thread.onSpinWait();
  }

  /** Waits for a mark. */
  void await(Map<String, Object> step, Context context) {
    String name = (String) step.get("wait");
    long frame = recorder.begin(recorder.frame("wait", context).add("name", name));
    CountDownLatch gate = run.names().gate(context.name(name));
    run.await(milliseconds -> gate.await(milliseconds, TimeUnit.MILLISECONDS));
    recorder.end(recorder.ending(frame, context));
  }
}
