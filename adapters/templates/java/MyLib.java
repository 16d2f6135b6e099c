// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the kit for java.
import aplus.Adapter;
import java.util.function.Function;

public class MyLib implements Adapter<Example.Promise> {
  // FILL IN: the name of your library in reports
  public String library() { return "mylib"; }
  // FILL IN: its capabilities; the methods of aplus.Adapter name those that they belong to
  public String capabilities() { return "acceptance adopting-resolve threads"; }
  // FILL IN: make a pending promise
  public Example.Promise deferred() { return new Example.Promise(); }
  // FILL IN: settle it, and return whether that took effect
  public boolean fulfill(Example.Promise promise, Object value) { return promise.fulfill(value); }
  public boolean reject(Example.Promise promise, Throwable reason) { return promise.reject(reason); }
  // FILL IN: resolve it with another promise; omit this if your library cannot
  public boolean resolve(Example.Promise promise, Object value) { return promise.resolve(value); }
  public Example.Promise then(
      Example.Promise promise, Function<Object, Object> onFulfilled, Function<Throwable, Object> onRejected) {
    // FILL IN: the call that registers two handlers, either of which may be null; register all handlers the same way
    return promise.then(onFulfilled, onRejected);
  }
  // FILL IN: recognize the error of a promise that is resolved with itself; omit this if there is none
  public boolean isSelfResolution(Throwable reason) { return reason instanceof IllegalStateException; }
}
