// What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
// The guide: 'How to write an adapter', and the page of the kit for java.
import aplus.Adapter;
import java.util.function.Function;

public class MyLib implements Adapter<Example.Promise> {
  // FILL IN: what reports call your library
  public String library() { return "mylib"; }
  // FILL IN: what it can do; each method of aplus.Adapter says which word is about it
  public String capabilities() { return "acceptance adopting-resolve threads"; }
  // FILL IN: make a pending promise
  public Example.Promise deferred() { return new Example.Promise(); }
  // FILL IN: settle it, and say whether that took effect
  public boolean fulfill(Example.Promise promise, Object value) { return promise.fulfill(value); }
  public boolean reject(Example.Promise promise, Throwable reason) { return promise.reject(reason); }
  // FILL IN: resolve it with another promise; leave it out where there is no such thing
  public boolean resolve(Example.Promise promise, Object value) { return promise.resolve(value); }
  public Example.Promise then(
      Example.Promise promise, Function<Object, Object> onFulfilled, Function<Throwable, Object> onRejected) {
    // FILL IN: the call that registers two handlers, either of which may be null
    return promise.then(onFulfilled, onRejected);
  }
  // FILL IN: tell the error of a promise that is resolved with itself; leave it out where there is none
  public boolean isSelfResolution(Throwable reason) { return reason instanceof IllegalStateException; }
}
