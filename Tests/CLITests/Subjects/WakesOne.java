import aplus.Adapter;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A faulty library: of the threads that wait for a future, its settlement wakes only one. */
public class WakesOne implements Adapter<WakesOne.Slow> {
  static class Slow extends CompletableFuture<Object> {
    private boolean isDone;

    @Override
    public synchronized Object get() throws InterruptedException, java.util.concurrent.ExecutionException {
      while (!isDone) wait();
      return super.get();
    }

    synchronized boolean end(Object value, Throwable reason) {
      boolean isFirst = reason == null ? complete(value) : completeExceptionally(reason);
      isDone = true;
      notify();
      return isFirst;
    }
  }

  public String library() { return "wakes one"; }
  public String capabilities() { return "threads await:blocking"; }
  public Slow deferred() { return new Slow(); }
  public boolean fulfill(Slow promise, Object value) { return promise.end(value, null); }
  public boolean reject(Slow promise, Throwable reason) { return promise.end(null, reason); }

  public Slow then(Slow promise, Function<Object, Object> ok, Function<Throwable, Object> bad) {
    Slow derived = new Slow();
    promise.whenComplete((value, reason) -> {
      Object result = reason == null ? ok == null ? value : ok.apply(value) : bad == null ? reason : bad.apply(reason);
      derived.end(result, null);
    });
    return derived;
  }
}
