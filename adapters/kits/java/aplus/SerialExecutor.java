package aplus;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs tasks one by one, in the order of submission, and counts them. */
final class SerialExecutor implements Executor {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final AtomicLong submitted = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final Consumer<Throwable> uncaught;
  private final Thread thread = new Thread(this::work, "aplus-executor");

  /** Creates an executor whose thread starts with the first task. `uncaught` takes what tasks throw. */
  SerialExecutor(Consumer<Throwable> uncaught) {
    this.uncaught = uncaught;
    thread.setDaemon(true);
  }

  @Override
  public void execute(Runnable task) {
    if (submitted.getAndIncrement() == 0) thread.start();
    tasks.add(task);
  }

  /** The number of tasks submitted so far. */
  long submitted() {
    return submitted.get();
  }

  boolean isIdle() {
    // Read in this order, equal counts prove that there was a moment without a task, as `finished` grows last.
    long done = finished.get();
    return done == submitted.get();
  }

  Thread thread() {
    return thread;
  }

  private void work() {
    while (true) runNext();
  }

  /** A separate method, so that no frame keeps the last task alive while this waits. */
  private void runNext() {
    try {
      tasks.take().run();
    } catch (Throwable error) {
      uncaught.accept(error);
    } finally {
      finished.incrementAndGet();
    }
  }
}
