import aplus.Adapter;
import aplus.Host;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** CompletableFuture in its async forms. The executor has one thread, so the order of handlers is the library's. */
public class AsyncCompletableFutures implements Adapter<CompletableFuture<Object>> {
  private static final Executor EXECUTOR = Host.executor();

  public String library() { return "CompletableFuture (thenApplyAsync)"; }
  public String capabilities() {
    return "acceptance blocking-handlers ready-made threads cancellation:rejection await:blocking,limit,cancel";
  }
  public CompletableFuture<Object> deferred() { return new CompletableFuture<>(); }
  public boolean fulfill(CompletableFuture<Object> promise, Object value) { return promise.complete(value); }
  public boolean reject(CompletableFuture<Object> promise, Throwable reason) {
    return promise.completeExceptionally(reason);
  }
  public void cancel(CompletableFuture<Object> promise, Throwable reason) { promise.cancel(false); }
  public CompletableFuture<Object> fulfilled(Object value) { return CompletableFuture.completedFuture(value); }
  public CompletableFuture<Object> rejected(Throwable reason) { return CompletableFuture.failedFuture(reason); }

  public CompletableFuture<Object> then(
      CompletableFuture<Object> promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    if (ok == null && bad == null) return promise.thenApplyAsync(Function.identity(), EXECUTOR);
    if (bad == null) return flat(promise.thenApplyAsync(ok, EXECUTOR));
    if (ok == null) return flat(promise.exceptionallyAsync(bad, EXECUTOR));
    return flat(promise.handleAsync(
        (value, reason) -> reason == null ? ok.apply(value) : bad.apply(reason), EXECUTOR));
  }

  /** Makes a promise follow the promise that a handler returns, if it returns one. */
  @SuppressWarnings("unchecked")
  static CompletableFuture<Object> flat(CompletableFuture<Object> made) {
    return made.thenCompose(result -> result instanceof CompletableFuture<?> promise
        ? (CompletableFuture<Object>) promise : CompletableFuture.completedFuture(result));
  }

  /** Derived promises wrap reasons in a CompletionException, as documented. */
  public Throwable unwrap(Throwable reason) {
    return reason instanceof CompletionException && reason.getCause() != null ? reason.getCause() : reason;
  }
}
