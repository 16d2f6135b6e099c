import aplus.Adapter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A promise that calls handlers from within its settlement: a chain takes as much of the stack as it is long. */
public class Recursive implements Adapter<Recursive.Chain> {
  static final class Chain {
    private final List<Runnable> reactions = new ArrayList<>();
    private boolean isSettled;
    private Object value;
    private Throwable reason;

    boolean settle(Object value, Throwable reason) {
      if (isSettled) return false;
      isSettled = true;
      this.value = value;
      this.reason = reason;
      reactions.forEach(Runnable::run);
      return true;
    }

    Chain then(Function<Object, Object> ok, Function<Throwable, Object> bad) {
      Chain derived = new Chain();
      Runnable react = () -> {
        if (reason == null ? ok == null : bad == null) {
          derived.settle(value, reason);
          return;
        }
        Object result;
        try {
          result = reason == null ? ok.apply(value) : bad.apply(reason);
        } catch (RuntimeException | StackOverflowError error) {
          derived.settle(null, error);
          return;
        }
        derived.settle(result, null);
      };
      if (isSettled) react.run();
      else reactions.add(react);
      return derived;
    }
  }

  public String library() { return "a promise that calls itself"; }
  public Chain deferred() { return new Chain(); }
  public boolean fulfill(Chain promise, Object value) { return promise.settle(value, null); }
  public boolean reject(Chain promise, Throwable reason) { return promise.settle(null, reason); }
  public Chain then(Chain promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    return promise.then(ok, bad);
  }
}
