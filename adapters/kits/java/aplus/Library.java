package aplus;

import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Calls the library, and records a frame for each call. */
final class Library {
  private static final Map<String, String> SETTLEMENTS =
      Map.of("fulfilled", "fulfill", "rejected", "reject", "resolved", "resolve");

  private final Run run;
  private final Recorder recorder;
  /** Null for a library without promises. */
  private final Adapter<Object> adapter;
  private final Set<String> claims;

  @SuppressWarnings("unchecked")
  Library(Run run, LibraryAdapter adapter, Set<String> claims) {
    this.run = run;
    this.recorder = run.recorder;
    this.adapter = adapter instanceof Adapter<?> promises ? (Adapter<Object>) promises : null;
    this.claims = claims;
  }

  /** The value that a call returned, which may be null. */
  private record Given(Object value) {}

  /** Makes a call that returns a promise, and binds that to the name in `as`. */
  void give(Map<String, Object> step, Context context, Entry begin, Supplier<Object> body) {
    String name = (String) step.get("as");
    Names names = run.names();
    names.whileBinding(name == null ? null : context.name(name), () -> {
      Given given = enter(begin, context, (end, promise) -> {
        if (promise != null) recorder.introduce(promise, "\"kind\":\"promise\",\"thenable\":true");
        end.value("gives", promise);
      }, body);
      if (name != null && given != null) names.bind(name, new Bound(given.value, false), context);
    });
  }

  /** Makes a call that returns nothing. */
  void call(Entry begin, Context context, Runnable body) {
    enter(begin, context, (end, nothing) -> {}, () -> {
      body.run();
      return null;
    });
  }

  /** Settles a promise by `fulfill`, `reject` or `resolve`. */
  void settle(Entry begin, Context context, Object promise, String verb, Object value) {
    enter(begin, context,
        (end, result) -> end.add("accepted", claims.contains("acceptance") ? result : null),
        () -> settle(promise, verb, value));
  }

  /** Makes a promise; returns null if the library threw instead. */
  Bound make(Map<String, Object> expression, Context context) {
    String state = (String) expression.get("promise");
    boolean isDue = expression.containsKey("when");
    Object value = run.values.evaluate(expression.get("with"), context);
    boolean isSettled = state.equals("fulfilled") || state.equals("rejected");
    boolean isReady = claims.contains("ready-made") && !isDue && isSettled;
    String shown = isDue ? "pending" : state;
    Entry begin = recorder.frame("make", context).add("promise", shown).add("door", isReady ? "ready" : "deferred");
    if (!shown.equals("pending")) begin.fixed("with", value);
    Given given = enter(begin, context, (end, promise) -> {
      recorder.introduce(promise, "\"kind\":\"promise\"");
      end.value("gives", promise);
    }, () -> {
      if (isReady) return state.equals("fulfilled") ? adapter.fulfilled(value) : adapter.rejected(Thrown.reason(value));
      Object promise = adapter.deferred();
      if (!shown.equals("pending")) settle(promise, SETTLEMENTS.get(state), value);
      return promise;
    });
    if (given == null) return null;
    if (isDue) settleWhenIdle(given.value, SETTLEMENTS.get(state), value, context);
    return new Bound(given.value, !isReady);
  }

  /** Records a frame around a call; returns null if the call threw. */
  private Given enter(Entry begin, Context context, BiConsumer<Entry, Object> describe, Supplier<Object> body) {
    long frame = recorder.begin(begin);
    Object value;
    try {
      value = body.get();
    } catch (Throwable error) {
      recorder.end(recorder.ending(frame, context).value("threw", error));
      return null;
    }
    Entry end = recorder.ending(frame, context);
    describe.accept(end, value);
    recorder.end(end);
    return new Given(value);
  }

  private void settleWhenIdle(Object promise, String verb, Object value, Context context) {
    Context place = context.at(null);
    run.idleBlocks().add(() -> {
      recorder.note(recorder.entry("block", place).fixed("due", promise));
      settle(recorder.frame(verb, place).value("on", promise).value("with", value), place, promise, verb, value);
    });
  }

  private boolean settle(Object promise, String verb, Object value) {
    return switch (verb) {
      case "reject" -> adapter.reject(promise, Thrown.reason(value));
      case "fulfill" -> adapter.fulfill(promise, value);
      default -> adapter.resolve(promise, value);
    };
  }
}
