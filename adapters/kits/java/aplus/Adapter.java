package aplus;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * How to make, settle and observe a promise of a library. The author of an adapter implements this.
 *
 * <p>An adapter decides nothing. The host never calls a method whose capability `capabilities` does not name.
 *
 * @param <P> The library's promise. `deferred` returns one too, which only its creator may settle.
 */
public interface Adapter<P> extends LibraryAdapter {
  /**
   * What the library can do, as words separated by spaces: `threads` where threads may share a promise, `parallel`,
   * `blocking-handlers`, `acceptance`, `ready-made`, `adopting-resolve`, `cancellation:PROFILE`,
   * `combinators:KIND,KIND`, `await:blocking,limit,cancel`.
   */
  @Override
  default String capabilities() {
    return "";
  }

  /** Makes a pending promise. */
  P deferred();

  /** Fulfills a promise of `deferred`. With `acceptance`, returns whether this call settled it. */
  boolean fulfill(P promise, Object value);

  /** Rejects a promise of `deferred`. With `acceptance`, returns whether this call settled it. */
  boolean reject(P promise, Throwable reason);

  /**
   * Registers handlers through the library's own call and returns the promise that it returns.
   *
   * @param onFulfilled Null where there is none. It may return a promise.
   * @param onRejected Likewise. It takes the reason exactly as the library passes it.
   */
  P then(P promise, Function<Object, Object> onFulfilled, Function<Throwable, Object> onRejected);

  /** Resolves a promise of `deferred`. The value is a promise only with `adopting-resolve`. */
  default boolean resolve(P promise, Object value) {
    return fulfill(promise, value);
  }

  /** For `ready-made`: makes a promise that is fulfilled from the start. */
  default P fulfilled(Object value) {
    throw new UnsupportedOperationException();
  }

  /** For `ready-made`: makes a promise that is rejected from the start. */
  default P rejected(Throwable reason) {
    throw new UnsupportedOperationException();
  }

  /** For `cancellation`: cancels a promise. The reason is null where there is none. */
  default void cancel(P promise, Throwable reason) {
    throw new UnsupportedOperationException();
  }

  /** For `combinators`: calls the library's own. Milliseconds, times and call are null where a kind takes none. */
  default P combine(String kind, List<P> promises, Long milliseconds, Long times, Function<Object, Object> call) {
    throw new UnsupportedOperationException();
  }

  /**
   * For `await:blocking`: blocks the calling thread until a promise is settled, by the library's own getter, and returns
   * its value or throws its reason. By default that is `get` of a `java.util.concurrent.Future`.
   *
   * @param milliseconds A time limit; null unless `await:limit` is claimed.
   * @throws InterruptedException With `await:cancel`, where an interruption ends the wait.
   */
  default Object await(P promise, Long milliseconds) throws Throwable {
    if (!(promise instanceof Future<?> future)) throw new UnsupportedOperationException();
    try {
      return milliseconds == null ? future.get() : future.get(milliseconds, TimeUnit.MILLISECONDS);
    } catch (ExecutionException error) {
      throw error.getCause();
    }
  }
}
