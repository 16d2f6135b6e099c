package aplus;

import static aplus.Json.object;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The performance of one program. */
@SuppressWarnings("unchecked")
final class Run {
  /** Seconds until a wait of the host counts as stuck, or a library that never rests as `bounded`. */
  private static final long PATIENCE = 6;
  /** So many more nanoseconds for each event so far: a library may pass on 100,000 links without one. */
  private static final long PATIENCE_PER_EVENT = 300_000;
  /** `combine` is looked for before the others: it may have members that are called like a verb. */
  private static final List<String> VERBS = List.of(
      "combine", "let", "fulfill", "reject", "resolve", "then", "mark", "later", "repeat", "lanes", "wait", "drop",
      "probe", "cancel");
  private static final Map<String, String> SETTLES =
      Map.of("fulfilled", "fulfill", "rejected", "reject", "resolved", "resolve");

  final Recorder recorder;
  private final Adapter<Object> adapter;
  private final Set<String> claims;
  private final Quiescence quiescence;
  private final Map<String, Object> program;
  private final Consumer<String> answer;
  private final boolean probes;

  private Names names;
  private Map<String, UserCode> shared;
  private Queue<Runnable> idleBlocks;
  private Queue<Runnable> turns;

  /**
   * Starts a run.
   *
   * @param message What the runner asks: a program, and how its events are told.
   * @param tell Gets the text of events that are told at once.
   * @param answer Gets the text of the trace.
   */
  Run(Adapter<?> adapter, Set<String> claims, Quiescence quiescence, Map<String, Object> message,
      BiConsumer<String, String> tell, Consumer<String> answer) {
    this.adapter = (Adapter<Object>) adapter;
    this.quiescence = quiescence;
    this.answer = answer;
    this.claims = claims;
    program = (Map<String, Object>) message.get("program");
    // Java has one nothing: it is written as the program calls it.
    String text = Json.text(program);
    Object nothing = text.matches(".*[:\\[,]null\\b.*") ? Json.NULL : object("is", "undefined");
    probes = text.contains("\"probe\":");
    long limit = (Long) message.getOrDefault("limit", Long.MAX_VALUE);
    recorder = new Recorder(adapter, nothing, message.get("stream") == Boolean.TRUE, tell, limit, this::overrun);
  }

  // ---- The run

  /** Performs all rounds. */
  void perform() throws InterruptedException {
    long rounds = (Long) program.getOrDefault("rounds", 1L);
    for (int round = 0; round < rounds; round += 1) {
      beginRound(round);
      perform((List<Object>) program.get("steps"), new Context(List.of(), null));
      phases();
      // Nothing can run any more, so that nothing can end what is open on another thread.
      if (recorder.isOpen()) stuck();
    }
    answer.accept(recorder.close("quiet"));
    // What promises still hold is not kept alive by names.
    beginRound(0);
  }

  private void beginRound(int round) {
    recorder.beginRound(round);
    names = new Names(recorder, probes, PATIENCE);
    shared = new ConcurrentHashMap<>();
    idleBlocks = new ConcurrentLinkedQueue<>();
    turns = new ConcurrentLinkedQueue<>();
  }

  /** Performs idle blocks, one a phase, until none is left. */
  private void phases() throws InterruptedException {
    while (true) {
      recorder.note(object("e", "phase", "strength", settleDown()), List.of());
      Runnable block = idleBlocks.poll();
      if (block == null) return;
      block.run();
    }
  }

  /** Lets the library run until nothing can; gives the strength of the evidence. */
  private String settleDown() throws InterruptedException {
    long since = System.nanoTime();
    long seen = recorder.count();
    while (true) {
      String strength = quiescence.look(recorder);
      long patience = TimeUnit.SECONDS.toNanos(PATIENCE) + PATIENCE_PER_EVENT * seen;
      boolean isLate = System.nanoTime() - since > patience;
      if (strength != null || isLate) {
        // What the library has queued may run before a turn or after it; here it does before.
        Runnable turn = turns.poll();
        if (turn == null) return strength != null ? strength : "bounded";
        turn.run();
      } else {
        LockSupport.parkNanos(20_000);
      }
      if (recorder.count() != seen) {
        seen = recorder.count();
        since = System.nanoTime();
      }
    }
  }

  /** Gives up: what is stuck cannot be undone in this process. */
  private void stuck() {
    answer.accept(recorder.close("stuck"));
    Runtime.getRuntime().halt(0);
  }

  /** Ends the process with the event that is one too many, wherever it came. */
  private void overrun() {
    answer.accept(recorder.overrunText());
    Runtime.getRuntime().halt(0);
  }

  /** Performs steps one after another, on the stack of the caller. */
  void perform(List<Object> steps, Context context) {
    for (Object element : steps) {
      Map<String, Object> step = (Map<String, Object>) element;
      String verb = VERBS.stream().filter(step::containsKey).findFirst().orElse("a verb that Java cannot express");
      Context inside = context.at(step.get("id"));
      switch (verb) {
        case "let" -> let(step, inside);
        case "fulfill", "reject", "resolve" -> settle(verb, step, inside);
        case "then" -> then(step, inside);
        case "combine" -> combine(step, inside);
        case "mark" -> mark(step, inside);
        case "later" -> later(step, context);
        case "repeat" -> repeat(step, context);
        case "lanes" -> lanes(step, context);
        case "wait" -> await(step, inside);
        case "drop" -> drop(step, inside);
        case "probe" -> probe(step, inside);
        case "cancel" -> cancel(step, inside);
        default -> throw new IllegalArgumentException(verb + ": " + Json.text(step));
      }
    }
  }

  // ---- Verbs

  private void let(Map<String, Object> step, Context context) {
    String name = (String) step.get("let");
    names.whileBinding(context.name(name), () -> {
      Bound made = evaluated(step.get("be"), context);
      if (made == null) {
        names.unbound(name, context);
        return;
      }
      names.bind(name, made, context);
      Object value = recorder.reference(made.value());
      recorder.note(object("e", "let", "step", context.step(), "name", name, "value", value), context.indices());
    });
  }

  private void settle(String verb, Map<String, Object> step, Context context) {
    Bound promise = names.bound((String) step.get(verb), context);
    if (promise == null) return;
    if (!promise.isDeferred()) {
      names.unbound((String) step.get(verb), context);
      return;
    }
    Object value = evaluate(step.get("with"), context);
    Map<String, Object> fields = object("in", verb, "step", context.step(), "on", recorder.reference(promise.value()),
        "with", recorder.reference(value));
    enter(fields, context, this::accepted, () -> settle(promise.value(), verb, value));
  }

  private void then(Map<String, Object> step, Context context) {
    Bound promise = names.bound((String) step.get("then"), context);
    if (promise == null) return;
    int number = recorder.nextRegistration();
    UserCode ok = closure(step.get("ok"), object("in", "handler", "reg", number, "slot", "ok"), context);
    UserCode bad = closure(step.get("bad"), object("in", "handler", "reg", number, "slot", "bad"), context);
    Map<String, Object> fields = object("in", "then", "step", context.step(), "on", recorder.reference(promise.value()),
        "reg", number, "ok", step.get("ok"), "bad", step.get("bad"));
    Function<Throwable, Object> onRejected = bad == null ? null : bad::apply;
    give(step, context, fields, () -> adapter.then(promise.value(), ok, onRejected));
  }

  private void combine(Map<String, Object> step, Context context) {
    String kind = (String) step.get("combine");
    List<Object> members = new ArrayList<>();
    List<Object> seen = new ArrayList<>();
    for (Object member : (List<Object>) step.get("of")) {
      members.add(evaluate(member, context));
      seen.add(recorder.reference(members.get(members.size() - 1)));
    }
    Map<String, Object> role = switch (kind) {
      case "finally" -> object("in", "handler", "slot", "finally");
      case "recover" -> object("in", "handler", "slot", "bad");
      default -> object("in", "task");
    };
    UserCode function = closure(step.get("call"), role, context);
    Map<String, Object> fields = object("in", "combine", "step", context.step(), "kind", kind, "of", seen);
    give(step, context, fields,
        () -> adapter.combine(kind, members, (Long) step.get("ms"), (Long) step.get("times"), function));
  }

  private void cancel(Map<String, Object> step, Context context) {
    Bound promise = names.bound((String) step.get("cancel"), context);
    if (promise == null) return;
    Throwable reason = step.containsKey("with") ? reason(evaluate(step.get("with"), context)) : null;
    Map<String, Object> fields = object("in", "cancel", "step", context.step(),
        "on", recorder.reference(promise.value()), "with", reason == null ? null : recorder.reference(reason));
    enter(fields, context, nothing -> object(), () -> {
      adapter.cancel(promise.value(), reason);
      return null;
    });
  }

  private void mark(Map<String, Object> step, Context context) {
    String name = (String) step.get("mark");
    recorder.note(object("e", "mark", "step", context.step(), "name", name), context.indices());
    names.gate(context.name(name)).countDown();
  }

  private void later(Map<String, Object> step, Context context) {
    Queue<Runnable> queue = step.get("later").equals("idle") ? idleBlocks : turns;
    queue.add(() -> {
      recorder.note(object("e", "block", "step", step.get("id")), context.indices());
      perform((List<Object>) step.get("do"), context);
    });
  }

  private void repeat(Map<String, Object> step, Context context) {
    for (int index = 0; index < (Long) step.get("repeat"); index += 1) {
      perform((List<Object>) step.get("do"), context.inRepeat(index));
    }
  }

  /** One thread each, one barrier, joins. */
  private void lanes(Map<String, Object> step, Context context) {
    List<Object> lanes = (List<Object>) step.get("lanes");
    Map<String, Object> fields = object("in", "lanes", "step", step.get("id"), "count", lanes.size());
    long frame = recorder.begin(fields, context.indices());
    CyclicBarrier barrier = new CyclicBarrier(lanes.size());
    List<Thread> threads = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane += 1) {
      Object event = object("e", "lane", "step", step.get("id"), "lane", lane);
      List<Object> steps = (List<Object>) lanes.get(lane);
      threads.add(new Thread(() -> Host.guarded(() -> {
        Names.await(barrier::await);
        recorder.note((Map<String, Object>) event, context.indices());
        perform(steps, context);
        return null;
      })));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      Names.await(() -> thread.join(TimeUnit.SECONDS.toMillis(PATIENCE)));
      if (thread.isAlive()) stuck();
    }
    recorder.end(frame, object(), context.indices());
  }

  private void await(Map<String, Object> step, Context context) {
    String name = (String) step.get("wait");
    long frame = recorder.begin(object("in", "wait", "step", context.step(), "name", name), context.indices());
    CountDownLatch gate = names.gate(context.name(name));
    Names.await(() -> gate.await(PATIENCE, TimeUnit.SECONDS));
    if (gate.getCount() > 0) stuck();
    recorder.end(frame, object(), context.indices());
  }

  private void drop(Map<String, Object> step, Context context) {
    List<Object> dropped = (List<Object>) step.get("drop");
    enter(object("in", "drop", "step", context.step(), "names", dropped), context, nothing -> object(), () -> {
      for (Object written : dropped) {
        names.drop(context.name((String) written));
        shared.remove(written);
      }
      return null;
    });
  }

  private void probe(Map<String, Object> step, Context context) {
    String name = (String) step.get("probe");
    System.gc();
    boolean isGone = names.isGone(context.name(name));
    recorder.note(object("e", "gone", "step", context.step(), "name", name, "yes", isGone), context.indices());
  }

  // ---- Calls into the library

  /** A call that gives a promise, which `as` names. */
  private void give(Map<String, Object> step, Context context, Map<String, Object> fields, Supplier<Object> body) {
    String name = (String) step.get("as");
    names.whileBinding(name == null ? null : context.name(name), () -> {
      Given given = enter(fields, context, promise -> {
        if (promise != null) recorder.introduce(promise, object("kind", "promise", "thenable", true));
        return object("gives", recorder.reference(promise));
      }, body);
      if (name != null && given != null) names.bind(name, new Bound(given.value, false), context);
    });
  }

  /** What a call gave. */
  private record Given(Object value) {}

  /** A frame around a call, whatever comes out; gives null where it threw. */
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

  private Map<String, Object> accepted(Object result) {
    return object("accepted", claims.contains("acceptance") ? result : null);
  }

  private boolean settle(Object promise, String verb, Object value) {
    return switch (verb) {
      case "reject" -> adapter.reject(promise, reason(value));
      case "fulfill" -> adapter.fulfill(promise, value);
      default -> adapter.resolve(promise, value);
    };
  }

  /** A value as what this language can throw; always the same for the same mark. */
  static RuntimeException reason(Object value) {
    if (value instanceof RuntimeException error) return error;
    return value instanceof Mark mark ? mark.thrown : new Thrown(value);
  }

  /** Makes a promise of the library; null where that threw. */
  private Bound make(Map<String, Object> expression, Context context) {
    String state = (String) expression.get("promise");
    boolean isDue = expression.containsKey("when");
    Object value = evaluate(expression.get("with"), context);
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
      if (isReady) return state.equals("fulfilled") ? adapter.fulfilled(value) : adapter.rejected(reason(value));
      Object promise = adapter.deferred();
      if (!shown.equals("pending")) settle(promise, SETTLES.get(state), value);
      return promise;
    });
    if (given == null) return null;
    if (isDue) settleWhenIdle(given.value, SETTLES.get(state), value, context);
    return new Bound(given.value, !isReady);
  }

  private void settleWhenIdle(Object promise, String verb, Object value, Context context) {
    Object due = recorder.reference(promise);
    idleBlocks.add(() -> {
      recorder.note(object("e", "block", "due", due), context.indices());
      Map<String, Object> fields = object("in", verb, "on", due, "with", recorder.reference(value));
      enter(fields, context, this::accepted, () -> settle(promise, verb, value));
    });
  }

  // ---- Values and names

  Map<String, Object> function(String name) {
    return ((Map<String, Map<String, Object>>) program.get("functions")).get(name);
  }

  /** A fresh function for a registration, or the one that all registrations share; null where none is named. */
  private UserCode closure(Object name, Map<String, Object> role, Context context) {
    if (name == null) return null;
    if (!(name instanceof String word)) throw new IllegalArgumentException("a handler that is no function");
    boolean isShared = function(word).containsKey("shared");
    UserCode made = isShared
        ? shared.computeIfAbsent(word, key -> new UserCode(this, key, role, context))
        : new UserCode(this, word, role, context);
    names.watch(word, made);
    return made;
  }

  /** The value of an expression. */
  Object evaluate(Object expression, Context context) {
    Bound made = evaluated(expression, context);
    return made == null ? names.mark("UNBOUND", "UNBOUND").value() : made.value();
  }

  /** The value of an expression; null where a promise could not be made. */
  private Bound evaluated(Object expression, Context context) {
    if (expression instanceof String name) return names.lookUp(name, context);
    if (!(expression instanceof Map)) return new Bound(expression == Json.NULL ? null : expression, false);
    Map<String, Object> value = (Map<String, Object>) expression;
    if (value.containsKey("promise")) return make(value, context);
    return new Bound(plain(value, context), false);
  }

  private Object plain(Map<String, Object> value, Context context) {
    if (value.containsKey("text")) return value.get("text");
    if (value.containsKey("is")) return special((String) value.get("is"));
    if (value.get("error") instanceof String name) {
      RuntimeException error = switch (name) {
        case "TypeError" -> new ClassCastException();
        case "RangeError" -> new IndexOutOfBoundsException();
        default -> new RuntimeException();
      };
      return recorder.introduce(error, object("kind", "error", "class", name));
    }
    if (value.get("list") instanceof List<?> members) {
      List<Object> items = new ArrayList<>();
      List<Object> seen = new ArrayList<>();
      for (Object member : members) {
        items.add(evaluate(member, context));
        seen.add(recorder.reference(items.get(items.size() - 1)));
      }
      return recorder.introduce(items, object("kind", "list", "items", seen));
    }
    throw new IllegalArgumentException("a value that Java cannot express: " + Json.text(value));
  }

  private Object special(String word) {
    return switch (word) {
      case "undefined" -> null;
      case "NaN" -> Double.NaN;
      case "-0" -> -0.0;
      case "bigint" -> BigInteger.TWO.pow(70);
      case "function" -> function();
      case "array-of-function" -> {
        Object inner = function();
        yield recorder.introduce(List.of(inner), object("kind", "list", "items", List.of(recorder.reference(inner))));
      }
      default -> {
        String name = Character.toUpperCase(word.charAt(0)) + word.substring(1);
        yield recorder.introduce(new Mark(), object("kind", "object", "class", name));
      }
    };
  }

  private Object function() {
    Supplier<Object> function = () -> names.mark("O", "O").value();
    return recorder.introduce(function, object("kind", "function"));
  }
}
