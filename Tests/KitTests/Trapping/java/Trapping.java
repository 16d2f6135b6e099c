import aplus.Adapter;
import java.util.function.Function;

/** The adapter of a promise that traps. It traps itself at `adapter-then`, `adapter-settle` and `adapter-queue`. */
public class Trapping implements Adapter<Promise> {
  private static void at(String place) {
    if (place.equals(System.getenv("APLUS_TRAP"))) System.exit(3);
  }

  public String library() { return "a promise that traps"; }
  public Promise deferred() { return new Promise(); }
  public boolean fulfill(Promise promise, Object value) {
    at("adapter-settle");
    return promise.settle(value, null);
  }
  public boolean reject(Promise promise, Throwable reason) { return promise.settle(null, reason); }
  public Promise then(Promise promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    at("adapter-then");
    if (ok == null) return promise.then(null, bad);
    return promise.then(value -> {
      at("adapter-queue");
      return ok.apply(value);
    }, bad);
  }
}
