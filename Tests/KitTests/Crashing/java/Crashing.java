import aplus.Adapter;
import aplus.Host;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import sun.misc.Unsafe;

/**
 * A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
 *
 * <p>In the library: `then` (a halt), `nested` (a `then` that a handler calls: a segmentation fault), `throw` (a halt on what a
 * handler throws), `stack` (a `then` that calls itself forever). Elsewhere: `load`, `make`, `queue` (a job of no promise), `kill` (a
 * `then` in which somebody else ends the process).
 *
 * <p>The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while).
 */
public class Crashing implements Adapter<Crashing.Promise> {
  private static final String PLACE = String.valueOf(System.getenv("APLUS_CRASH"));

  /** Ends the process where the place is the one that is asked for. */
  private static void crash(String place) {
    if (PLACE.equals(place)) Runtime.getRuntime().halt(3);
  }

  /** The library. */
  static final class Promise {
    private static final ThreadLocal<Boolean> IS_HANDLING = ThreadLocal.withInitial(() -> false);

    private final List<Runnable> reactions = new ArrayList<>();
    private boolean isSettled;
    private Object value;
    private Throwable reason;

    synchronized boolean settle(Object value, Throwable reason) {
      if (isSettled) return false;
      isSettled = true;
      this.value = value;
      this.reason = reason;
      // No smoke program has so many.
      if (PLACE.equals("pause") && reactions.size() == 4) {
        Host.executor().execute(() -> run("kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID"));
        for (int nap = 0; nap < 20; nap++) Host.executor().execute(() -> run("sleep 0.02"));
      }
      reactions.forEach(Host.executor()::execute);
      reactions.clear();
      Host.executor().execute(() -> crash("queue"));
      return true;
    }

    private void follow(Object result) {
      if (result instanceof Promise other) other.react(() -> settle(other.value, other.reason));
      else settle(result, null);
    }

    private synchronized void react(Runnable reaction) {
      if (isSettled) Host.executor().execute(reaction);
      else reactions.add(reaction);
    }

    Promise then(Function<Object, Object> ok, Function<Throwable, Object> bad) {
      crash("then");
      if (PLACE.equals("kill")) run("kill -KILL $PPID");
      if (PLACE.equals("stack")) return then(ok, bad);
      if (PLACE.equals("nested") && IS_HANDLING.get()) fault();
      Promise derived = new Promise();
      react(() -> {
        IS_HANDLING.set(true);
        try {
          if (reason == null) derived.follow(ok == null ? value : ok.apply(value));
          else if (bad == null) derived.settle(null, reason);
          else derived.follow(bad.apply(reason));
        } catch (RuntimeException error) {
          crash("throw");
          derived.settle(null, error);
        } finally {
          IS_HANDLING.set(false);
        }
      });
      return derived;
    }

    /** Writes where no memory is. */
    private static void fault() {
      try {
        Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        ((Unsafe) unsafe.get(null)).putAddress(0, 0);
      } catch (ReflectiveOperationException error) {
        throw new IllegalStateException(error);
      }
    }

    private static void run(String command) {
      try {
        new ProcessBuilder("sh", "-c", command).start().waitFor();
      } catch (IOException | InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }
  }

  public Crashing() { crash("load"); }
  public String library() { return "a promise that crashes"; }
  public Promise deferred() {
    crash("make");
    return new Promise();
  }
  public boolean fulfill(Promise promise, Object value) { return promise.settle(value, null); }
  public boolean reject(Promise promise, Throwable reason) { return promise.settle(null, reason); }
  public Promise then(Promise promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    return promise.then(ok, bad);
  }
}
