import aplus.Adapter;
import aplus.Host;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A promise that calls its handlers inside its own calls or, where APLUS_CALLS says so, a second later. */
public class Waiting implements Adapter<CompletableFuture<Object>> {
  private static final Executor EXECUTOR = executor(System.getenv().getOrDefault("APLUS_CALLS", ""));

  private static Executor executor(String word) {
    return switch (word) {
      case "timer" -> CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
      case "queue" -> delayQueue();
      case "sleep" -> task -> new Thread(() -> {
        try {
          Thread.sleep(1000);
        } catch (InterruptedException error) {
          throw new IllegalStateException(error);
        }
        task.run();
      }).start();
      case "executor" -> Host.executor();
      default -> Runnable::run;
    };
  }

  /** An executor whose thread waits for the time of each task in the queue of its pool. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Executor delayQueue() {
    DelayQueue queue = new DelayQueue<Later>();
    new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue).prestartCoreThread();
    return task -> queue.add(new Later(task, System.nanoTime() + TimeUnit.SECONDS.toNanos(1)));
  }

  private record Later(Runnable task, long due) implements Delayed, Runnable {
    @Override public void run() { task.run(); }
    @Override public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    @Override public int compareTo(Delayed other) { return Long.compare(due, ((Later) other).due); }
  }

  public String library() { return "waiting"; }
  public String capabilities() { return "threads blocking-handlers"; }
  public CompletableFuture<Object> deferred() { return new CompletableFuture<>(); }
  public boolean fulfill(CompletableFuture<Object> promise, Object value) { return promise.complete(value); }
  public boolean reject(CompletableFuture<Object> promise, Throwable reason) {
    return promise.completeExceptionally(reason);
  }
  public CompletableFuture<Object> then(
      CompletableFuture<Object> promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    return promise.handleAsync((value, reason) -> {
      if (reason == null) return ok == null ? value : ok.apply(value);
      return bad == null ? reason : bad.apply(reason);
    }, EXECUTOR);
  }
}
