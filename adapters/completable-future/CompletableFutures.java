import aplus.Adapter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** CompletableFuture in its plain forms: the thread that settles a promise runs its handlers. */
public class CompletableFutures implements Adapter<CompletableFuture<Object>> {
  public String library() { return "CompletableFuture (thenApply)"; }
  public String capabilities() {
    return "acceptance ready-made threads cancellation:rejection await:blocking,limit,cancel";
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
    if (ok == null && bad == null) return promise.thenApply(Function.identity());
    if (bad == null) return flat(promise.thenApply(ok));
    if (ok == null) return flat(promise.exceptionally(bad));
    return flat(promise.handle((value, reason) -> reason == null ? ok.apply(value) : bad.apply(reason)));
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
