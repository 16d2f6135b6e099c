import aplus.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The library: a promise that ends the process where `APLUS_TRAP` says. */
final class Promise {
  private final List<Runnable> reactions = new ArrayList<>();
  private boolean isSettled;
  private Object value;
  private Throwable reason;

  private static void at(String place) {
    if (place.equals(System.getenv("APLUS_TRAP"))) System.exit(3);
  }

  synchronized boolean settle(Object value, Throwable reason) {
    at("settle");
    if (isSettled) return false;
    isSettled = true;
    this.value = value;
    this.reason = reason;
    reactions.forEach(Host.executor()::execute);
    reactions.clear();
    return true;
  }

  private void resolve(Object result) {
    if (result == this) {
      at("self");
      settle(null, new IllegalStateException("a promise that waits for itself"));
    } else if (result instanceof Promise other) {
      other.react(() -> settle(other.value, other.reason));
    } else {
      settle(result, null);
    }
  }

  private synchronized void react(Runnable reaction) {
    Runnable job = () -> {
      at("before");
      reaction.run();
      at("after");
    };
    if (isSettled) Host.executor().execute(job);
    else reactions.add(job);
  }

  Promise then(Function<Object, Object> ok, Function<Throwable, Object> bad) {
    at("then");
    Promise derived = new Promise();
    react(() -> {
      Object result;
      try {
        if (reason == null && ok != null) result = ok.apply(value);
        else if (reason != null && bad != null) result = bad.apply(reason);
        else {
          derived.settle(value, reason);
          return;
        }
      } catch (Throwable error) {
        derived.settle(null, error);
        return;
      }
      derived.resolve(result);
    });
    return derived;
  }
}
