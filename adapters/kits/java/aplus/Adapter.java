package aplus;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * How to make, settle and observe a promise of a library; what the author of an adapter implements.
 *
 * <p>It decides nothing. What `capabilities` does not name is never asked for.
 *
 * @param <P> The library's promise, also the one that `deferred` makes and only its maker may settle.
 */
public interface Adapter<P> {
  /** What the reports call the library. */
  String library();

  /** The library's version. */
  default String version() {
    return System.getProperty("java.version");
  }

  /**
   * The words for what the library can do, with spaces between them: `threads` where threads may share a promise,
   * `parallel`, `blocking-handlers`, `acceptance`, `ready-made`, `adopting-resolve`, `cancellation:PROFILE`,
   * `combinators:KIND,KIND`.
   */
  default String capabilities() {
    return "";
  }

  /** The best strength that quiescence reaches: `quiescent` for a library with threads of its own. */
  default String quiescence() {
    return "proved";
  }

  /** Makes a pending promise. */
  P deferred();

  /** Fulfills a promise of `deferred`; tells, for `acceptance`, whether that settled it. */
  boolean fulfill(P promise, Object value);

  /** Rejects a promise of `deferred`; tells, for `acceptance`, whether that settled it. */
  boolean reject(P promise, Throwable reason);

  /**
   * Registers handlers by the library's own call and gives what that gives.
   *
   * @param onFulfilled Null where there is none; what it returns may be a promise.
   * @param onRejected Likewise; it gets the reason as the library hands it on.
   */
  P then(P promise, Function<Object, Object> onFulfilled, Function<Throwable, Object> onRejected);

  /** Resolves a promise of `deferred`; with a promise only for `adopting-resolve`. */
  default boolean resolve(P promise, Object value) {
    return fulfill(promise, value);
  }

  /** For `ready-made`: a promise that is fulfilled from the start. */
  default P fulfilled(Object value) {
    throw new UnsupportedOperationException();
  }

  /** For `ready-made`: a promise that is rejected from the start. */
  default P rejected(Throwable reason) {
    throw new UnsupportedOperationException();
  }

  /** For `cancellation`: cancels; the reason is null where there is none. */
  default void cancel(P promise, Throwable reason) {
    throw new UnsupportedOperationException();
  }

  /** For `combinators`: the library's own; time in milliseconds, counts and calls are null where there are none. */
  default P combine(String kind, List<P> promises, Long milliseconds, Long times, Function<Object, Object> call) {
    throw new UnsupportedOperationException();
  }

  /** The reason in an exception that the library wraps around it; identity is judged after this. */
  default Throwable unwrap(Throwable reason) {
    return reason;
  }

  /** Whether this reason is the library's own word for a cancel. */
  default boolean isCancellation(Throwable reason) {
    return reason instanceof CancellationException;
  }

  /** Whether this reason is the library's own word for a time-out. */
  default boolean isTimeout(Throwable reason) {
    return reason instanceof TimeoutException;
  }

  /** Whether this reason is the library's own word for a promise that waits for itself; told as `TypeError`. */
  default boolean isSelfResolution(Throwable reason) {
    return false;
  }
}
