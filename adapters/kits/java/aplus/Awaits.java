package aplus;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Starts tasks that await promises: each is a thread, which the library's own getter blocks. */
final class Awaits {
  /** The task whose code, which follows an await, this thread performs. */
  private static final ThreadLocal<Task> CURRENT = new ThreadLocal<>();

  private final Run run;
  private final Adapter<Object> adapter;

  Awaits(Run run, Adapter<Object> adapter) {
    this.run = run;
    this.adapter = adapter;
  }

  /** One await, with the code after it; either function may be null. */
  private record Await(
      Object promise, Long milliseconds, Function<Object, Object> onFulfilled, Function<Object, Object> onRejected) {}

  /** Stands for a task in traces; the code after an await may await again, which the same task does. */
  final class Task {
    private final boolean isCancelledBefore;
    private final Queue<Await> awaits = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::perform);

    private Task(boolean isCancelledBefore) {
      this.isCancelledBefore = isCancelledBefore;
    }

    void cancel() {
      thread.interrupt();
    }

    private void perform() {
      if (isCancelledBefore) thread.interrupt();
      for (Await next = awaits.poll(); next != null; next = awaits.poll()) {
        Object value;
        Function<Object, Object> code;
        try {
          value = adapter.await(next.promise, next.milliseconds);
          code = next.onFulfilled;
        } catch (Throwable error) {
          value = described(error);
          code = next.onRejected;
        }
        if (!resume(code, value)) return;
      }
    }

    /** Performs the code after an await; what that throws ends the task, and goes nowhere. */
    private boolean resume(Function<Object, Object> code, Object value) {
      if (code == null) return true;
      CURRENT.set(this);
      try {
        code.apply(value);
        return true;
      } catch (Throwable thrown) {
        return false;
      } finally {
        CURRENT.remove();
      }
    }
  }

  /** Describes the error of an interruption as a cancellation, unless the program made it. */
  private Throwable described(Throwable error) {
    return error instanceof InterruptedException
        ? run.recorder.introduce(error,
            "\"foreign\":true,\"kind\":\"error\",\"class\":\"InterruptedException\",\"message\":\"\","
                + "\"cancelled\":true")
        : error;
  }

  void perform(Map<String, Object> step, Context context) {
    Bound promise = run.names().bound((String) step.get("await"), context);
    if (promise == null) return;
    Recorder recorder = run.recorder;
    int number = recorder.nextRegistration();
    Function<Object, Object> ok = UserCode.named(
        run, step.get("ok"), new UserCode.Role("handler", number, "ok"), context);
    Function<Object, Object> bad = UserCode.named(
        run, step.get("bad"), new UserCode.Role("handler", number, "bad"), context);
    Task current = CURRENT.get();
    Task task = current != null
        ? current : recorder.introduce(new Task("before".equals(step.get("cancelled"))), "\"kind\":\"task\"");
    Entry begin = recorder.frame("await", context).fixed("on", promise.value()).add("reg", number).fixed("task", task)
        .add("ok", step.get("ok")).add("bad", step.get("bad"));
    run.library.give(step, context, begin, () -> {
      task.awaits.add(new Await(promise.value(), (Long) step.get("ms"), ok, bad));
      if (current == null) task.thread.start();
      return task;
    });
  }
}
