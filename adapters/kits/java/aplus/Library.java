package aplus;

import static aplus.Json.object;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
  void give(Map<String, Object> step, Context context, Map<String, Object> fields, Supplier<Object> body) {
    String name = (String) step.get("as");
    Names names = run.names();
    names.whileBinding(name == null ? null : context.name(name), () -> {
      Given given = enter(fields, context, promise -> {
        if (promise != null) recorder.introduce(promise, object("kind", "promise", "thenable", true));
        return object("gives", recorder.reference(promise));
      }, body);
      if (name != null && given != null) names.bind(name, new Bound(given.value, false), context);
    });
  }

  /** Makes a call that returns nothing. */
  void call(Map<String, Object> fields, Context context, Runnable body) {
    enter(fields, context, nothing -> object(), () -> {
      body.run();
      return null;
    });
  }

  /** Settles a promise by `fulfill`, `reject` or `resolve`. */
  void settle(Map<String, Object> fields, Context context, Object promise, String verb, Object value) {
    enter(fields, context,
        result -> object("accepted", claims.contains("acceptance") ? result : null),
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
    Object with = shown.equals("pending") ? null : recorder.reference(value);
    Map<String, Object> fields = object("in", "make", "promise", shown, "door", isReady ? "ready" : "deferred",
        "step", context.step(), "with", with);
    Given given = enter(fields, context, promise -> {
      recorder.introduce(promise, object("kind", "promise"));
      return object("gives", recorder.reference(promise));
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
  private Given enter(
      Map<String, Object> fields, Context context, Function<Object, Map<String, Object>> describe,
      Supplier<Object> body) {
    long frame = recorder.begin(fields, context.indices());
    Object value;
    try {
      value = body.get();
    } catch (Throwable error) {
      recorder.end(frame, object("threw", recorder.reference(error)), context.indices());
      return null;
    }
    recorder.end(frame, describe.apply(value), context.indices());
    return new Given(value);
  }

  private void settleWhenIdle(Object promise, String verb, Object value, Context context) {
    Object due = recorder.reference(promise);
    run.idleBlocks().add(() -> {
      recorder.note(object("e", "block", "due", due), context.indices());
      settle(object("in", verb, "on", due, "with", recorder.reference(value)), context, promise, verb, value);
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
