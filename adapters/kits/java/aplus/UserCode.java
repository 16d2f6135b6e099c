package aplus;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A function of the program, which the library calls: records the call, performs its steps, then returns or throws. */
final class UserCode implements Function<Object, Object> {
  /** So many nested calls take more stack than the host needs between two calls of the library. */
  private static final int ROOM = 200;

  private final Run run;
  private final String name;
  private final Role role;
  private final Context context;
  private final AtomicInteger calls = new AtomicInteger();

  /** What it is called as: the word of its frames, the registration, or null for none, and the slot, if known. */
  record Role(String word, Integer registration, String slot) {}

  private UserCode(Run run, String name, Role role, Context context) {
    this.run = run;
    this.name = name;
    this.role = role;
    this.context = context.at(null);
  }

  /** A new function for a registration, or the one that all registrations share; null if there is no name. */
  static Function<Object, Object> named(Run run, Object name, Role role, Context context) {
    if (name == null) return null;
    if (!(name instanceof String word)) throw new IllegalArgumentException("a handler that is not a function");
    boolean isShared = run.function(word).containsKey("shared");
    Function<Object, Object> made = isShared
        ? run.shared().computeIfAbsent(word, key -> made(run, key, role, context))
        : made(run, word, role, context);
    run.names().watch(word, made);
    return made;
  }

  /** A new function, of the kind that the program asks for. */
  private static Function<Object, Object> made(Run run, String name, Role role, Context context) {
    UserCode plain = new UserCode(run, name, role, context);
    return run.function(name).get("kind") instanceof String kind ? KindFunctions.make(kind, plain) : plain;
  }

  /** A new completion handler of a call, or the one that all calls share. */
  static UserCode completion(Run run, String name, int number, Context context) {
    Role role = new Role("handler", number, null);
    UserCode made = run.function(name).containsKey("shared")
        ? (UserCode) run.shared().computeIfAbsent(name, key -> new UserCode(run, key, role, context))
        : new UserCode(run, name, role, context);
    run.names().watch(name, made);
    return made;
  }

  /** The value that a call returns, or the exception that it throws. */
  private record Ending(Object value, Throwable thrown) {}

  @Override
  public Object apply(Object argument) {
    assureRoom(ROOM, 1, 2, 3, 4);
    Ending ending = Host.guarded(() -> call(role.slot, argument));
    if (ending.thrown != null) throw Thrown.<RuntimeException>sneak(ending.thrown);
    return ending.value;
  }

  /** Passes what came of a call to a completion handler; what that throws goes nowhere. */
  void answer(String slot, Object... arguments) {
    Host.guarded(() -> call(slot, arguments));
  }

  /**
   * Overflows the stack if too little of it is left for the host. A library that recurses once per link of a chain may
   * call user code with the stack nearly used up, and the host would record only part of an event. To the library, the
   * user code itself seems to overflow the stack.
   */
  private static long assureRoom(int depth, long a, long b, long c, long d) {
    return depth == 0 ? a : 1 + assureRoom(depth - 1, b, c, d, a);
  }

  @SuppressWarnings("unchecked")
  private Ending call(String slot, Object... arguments) {
    Map<String, Object> definition = run.function(name);
    Recorder recorder = run.recorder;
    int number = calls.incrementAndGet();
    Entry entry = recorder.frame(role.word, context).add("fn", name).add("slot", slot).add("call", number)
        .add("argc", arguments.length).arguments(Arrays.asList(arguments));
    boolean isRegistered = role.registration != null && !definition.containsKey("shared");
    long frame = recorder.begin(isRegistered ? entry.number("reg", role.registration) : entry);
    run.verbs.perform((List<Object>) definition.getOrDefault("steps", List.of()), context);
    List<Object> endings = (List<Object>) definition.getOrDefault("ends", List.of());
    if (endings.isEmpty()) {
      recorder.end(recorder.ending(frame, context));
      return new Ending(null, null);
    }
    Map<String, Object> chosen = (Map<String, Object>) endings.get(Math.min(number, endings.size()) - 1);
    boolean isThrown = chosen.containsKey("throw");
    Object value = run.values.evaluate(chosen.get(isThrown ? "throw" : "return"), context);
    recorder.end(recorder.ending(frame, context).value(isThrown ? "threw" : "returned", value));
    return isThrown ? new Ending(null, Thrown.reason(value)) : new Ending(value, null);
  }
}
