import static com.google.common.util.concurrent.Futures.*;

import aplus.Adapter;
import aplus.Host;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** ListenableFuture of Guava. The executor has one thread, so the order of handlers is the library's. */
public class GuavaFutures implements Adapter<ListenableFuture<Object>> {
  private static final Executor EXECUTOR = Host.executor();

  public String library() { return "Guava ListenableFuture"; }
  public String version() {
    Properties properties = new Properties();
    try (InputStream file = Futures.class.getResourceAsStream("/META-INF/maven/com.google.guava/guava/pom.properties")) {
      properties.load(file);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    return properties.getProperty("version");
  }
  public String capabilities() {
    return "acceptance adopting-resolve blocking-handlers ready-made threads cancellation:chain"
        + " await:blocking,limit,cancel";
  }
  public ListenableFuture<Object> deferred() { return SettableFuture.create(); }
  public boolean fulfill(ListenableFuture<Object> promise, Object value) { return settable(promise).set(value); }
  public boolean reject(ListenableFuture<Object> promise, Throwable reason) {
    return settable(promise).setException(reason);
  }
  public boolean resolve(ListenableFuture<Object> promise, Object value) {
    return value instanceof ListenableFuture<?> ? settable(promise).setFuture(lift(value)) : fulfill(promise, value);
  }
  public void cancel(ListenableFuture<Object> promise, Throwable reason) { promise.cancel(false); }
  public ListenableFuture<Object> fulfilled(Object value) { return immediateFuture(value); }
  public ListenableFuture<Object> rejected(Throwable reason) { return immediateFailedFuture(reason); }

  public ListenableFuture<Object> then(
      ListenableFuture<Object> promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    if (ok == null && bad == null) return transform(promise, value -> value, EXECUTOR);
    if (bad == null) return transformAsync(promise, value -> lift(ok.apply(value)), EXECUTOR);
    if (ok == null) return catchingAsync(promise, Throwable.class, reason -> lift(bad.apply(reason)), EXECUTOR);
    return whenAllComplete(promise).callAsync(() -> {
      Object value;
      try {
        value = getDone(promise);
      } catch (ExecutionException error) {
        return lift(bad.apply(error.getCause()));
      } catch (CancellationException error) {
        return lift(bad.apply(error));
      }
      return lift(ok.apply(value));
    }, EXECUTOR);
  }

  private static SettableFuture<Object> settable(ListenableFuture<Object> promise) {
    return (SettableFuture<Object>) promise;
  }

  /** The result of a handler as a future: the one that it returned, or a new one with its value. */
  @SuppressWarnings("unchecked")
  private static ListenableFuture<Object> lift(Object result) {
    return result instanceof ListenableFuture<?> ? (ListenableFuture<Object>) result : immediateFuture(result);
  }
}
