package aplus;

import static aplus.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Performs the verbs that involve several threads. */
final class Lanes {
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
    Map<String, Object> fields = object("in", "lanes", "step", context.step(), "count", lanes.size());
    long frame = recorder.begin(fields, context.indices());
    CyclicBarrier barrier = new CyclicBarrier(lanes.size());
    List<Thread> threads = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane += 1) {
      Map<String, Object> event = object("e", "lane", "step", context.step(), "lane", lane);
      List<Object> steps = (List<Object>) lanes.get(lane);
      threads.add(new Thread(() -> Host.guarded(() -> {
        Names.await(barrier::await);
        recorder.note(event, context.indices());
        run.verbs.perform(steps, context);
        return null;
      })));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      boolean hasEnded = run.isOver(milliseconds -> {
        thread.join(milliseconds);
        return !thread.isAlive();
      });
      if (!hasEnded) run.stuck();
    }
    recorder.end(frame, object(), context.indices());
  }

  /** Waits for a mark. */
  void await(Map<String, Object> step, Context context) {
    String name = (String) step.get("wait");
    long frame = recorder.begin(object("in", "wait", "step", context.step(), "name", name), context.indices());
    CountDownLatch gate = run.names().gate(context.name(name));
    if (!run.isOver(milliseconds -> gate.await(milliseconds, TimeUnit.MILLISECONDS))) run.stuck();
    recorder.end(frame, object(), context.indices());
  }
}
