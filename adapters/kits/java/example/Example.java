import aplus.Adapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A conforming promise that runs its jobs on its own thread. The tests of the host use it. */
public class Example implements Adapter<Example.Promise> {
  /** The promise of the library under test. */
  static class Promise {
    private static final ThreadPoolExecutor JOBS =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());

    static {
      // With this, its thread waits for jobs with a time limit, as the threads of many pools do.
      JOBS.allowCoreThreadTimeOut(true);
    }

    private final List<Runnable> reactions = new ArrayList<>();
    private boolean isTaken;
    private boolean isSettled;
    private Object value;
    private Throwable reason;

    /** This and the next two fulfill, reject or resolve the promise; they return whether this call decided it. */
    boolean fulfill(Object value) {
      return decide(() -> settle(value, null));
    }

    boolean reject(Throwable reason) {
      return decide(() -> settle(null, reason));
    }

    boolean resolve(Object value) {
      return decide(() -> follow(value));
    }

    private boolean decide(Runnable decision) {
      synchronized (this) {
        if (isTaken) return false;
        isTaken = true;
      }
      decision.run();
      return true;
    }

    synchronized void settle(Object value, Throwable reason) {
      this.value = value;
      this.reason = reason;
      isSettled = true;
      reactions.forEach(JOBS::execute);
      reactions.clear();
      notifyAll();
    }

    /** Blocks the calling thread until the promise is settled; returns its value, or throws its reason. */
    synchronized Object get(Long milliseconds) throws Throwable {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds == null ? 0 : milliseconds);
      while (!isSettled) {
        long left = milliseconds == null ? 0 : TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1;
        if (milliseconds != null && System.nanoTime() >= end) throw new TimeoutException();
        wait(left);
      }
      if (reason != null) throw reason;
      return value;
    }

    void follow(Object result) {
      if (result == this) {
        settle(null, new IllegalStateException("a promise that waits for itself"));
      } else if (result instanceof Promise other) {
        other.react(() -> settle(other.value, other.reason));
      } else {
        settle(result, null);
      }
    }

    private synchronized void react(Runnable reaction) {
      if (isSettled) JOBS.execute(reaction);
      else reactions.add(reaction);
    }

    Promise derive() {
      return new Promise();
    }

    <A> Object call(Function<A, Object> handler, A argument) {
      return handler.apply(argument);
    }

    Promise then(Function<Object, Object> ok, Function<Throwable, Object> bad) {
      Promise derived = derive();
      react(() -> {
        try {
          if (reason == null) derived.resolve(ok == null ? value : call(ok, value));
          else if (bad == null) derived.reject(reason);
          else derived.resolve(call(bad, reason));
        } catch (Throwable error) {
          derived.reject(error);
        }
      });
      return derived;
    }
  }

  public String library() { return "a conforming promise"; }
  public String version() { return "1"; }
  public String capabilities() {
    return "acceptance adopting-resolve cancellation:rejection combinators:all threads await:blocking,limit,cancel";
  }
  public String quiescence() { return "quiescent"; }
  public Promise deferred() { return new Promise(); }
  public boolean fulfill(Promise promise, Object value) { return promise.fulfill(value); }
  public boolean reject(Promise promise, Throwable reason) { return promise.reject(reason); }
  public boolean resolve(Promise promise, Object value) { return promise.resolve(value); }
  public void cancel(Promise promise, Throwable reason) {
    promise.reject(reason == null ? new CancellationException() : reason);
  }
  public Promise combine(String kind, List<Promise> promises, Long ms, Long times, Function<Object, Object> call) {
    Promise all = new Promise();
    Object[] values = new Object[promises.size()];
    AtomicInteger left = new AtomicInteger(values.length);
    if (values.length == 0) all.fulfill(List.of());
    for (int index = 0; index < values.length; index += 1) {
      int place = index;
      promises.get(place).then(value -> {
        values[place] = value;
        return left.decrementAndGet() == 0 && all.fulfill(Arrays.asList(values));
      }, all::reject);
    }
    return all;
  }
  public Promise then(Promise promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    return promise.then(ok, bad);
  }
  public Object await(Promise promise, Long milliseconds) throws Throwable { return promise.get(milliseconds); }
  public boolean isSelfResolution(Throwable reason) { return reason instanceof IllegalStateException; }
}
