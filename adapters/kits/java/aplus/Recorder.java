package aplus;

import static aplus.Json.object;

import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * Numbers the events, frames and identities of one run.
 *
 * <p>Each thread writes its own log. Threads share only the counter, so that recording synchronizes them no more than
 * it must.
 */
final class Recorder {
  /** Added to the counter when the trace is closed: events with higher numbers are late. */
  private static final long CLOSED = 1L << 40;

  private final LibraryAdapter adapter;
  private final Object nothing;
  private final BiConsumer<String, String> send;
  private final boolean streams;
  private final long limit;
  private final Runnable overrun;
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong open = new AtomicLong();
  private final AtomicInteger registrations = new AtomicInteger();
  private final AtomicInteger threads = new AtomicInteger();
  private final Queue<Log> logs = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Log> log = ThreadLocal.withInitial(() -> new Log(threads.getAndIncrement()));
  private final Map<Object, Identity> identities = new ConcurrentHashMap<>();
  private final List<Map<String, Object>> objects = new ArrayList<>();
  /** The objects that are new or have new names since the last event that was sent, by their place in the trace. */
  private final Map<String, Map<String, Object>> changed = new TreeMap<>();
  private volatile int round;

  /**
   * Starts a trace; the calling thread is stack 0.
   *
   * @param nothing How a trace writes null.
   * @param streams Whether each event is sent at once.
   * @param send Takes `run` and the members of the line of each streamed event, and `late` and those of each late one.
   * @param limit How many events are recorded at most.
   * @param overrun Called at the first event beyond the limit; ends the process.
   */
  Recorder(LibraryAdapter adapter, Object nothing, boolean streams, BiConsumer<String, String> send, long limit,
      Runnable overrun) {
    this.adapter = adapter;
    this.nothing = nothing;
    this.streams = streams;
    this.send = send;
    this.limit = limit;
    this.overrun = overrun;
    log.get();
  }

  /** The events of one thread. */
  private final class Log {
    final int stack;
    final Thread thread = Thread.currentThread();
    final Queue<Event> events = new ConcurrentLinkedQueue<>();

    Log(int stack) {
      this.stack = stack;
      logs.add(this);
    }
  }

  /** An event as JSON text. */
  private record Event(long number, String text) {}

  /** An object's place in the trace, and its description there. */
  private record Identity(int index, Map<String, Object> description) {}

  /** A key for an object, by identity, that does not keep it alive. */
  private static final class Weak extends WeakReference<Object> {
    private final int hash;

    Weak(Object object) {
      super(object);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object mine = get();
      return this == other || mine != null && other instanceof Weak weak && weak.get() == mine;
    }
  }

  // ---- Events

  /** The number of events so far. */
  long count() {
    return count.get();
  }

  /** Reports where the process is ended, in a run whose events are sent at once. */
  void noteExit(String adapter) {
    String crash = streams ? Crash.report(this, adapter) : null;
    if (crash != null) send.accept("run", "\"crash\":" + crash);
  }

  /** The number of a thread's stack; null if it has no event. */
  Integer stack(Thread thread) {
    for (Log log : logs) if (log.thread == thread) return log.stack;
    return null;
  }

  void beginRound(int number) {
    round = number;
  }

  int nextRegistration() {
    return registrations.incrementAndGet();
  }

  /** Records an event and returns its number. */
  long note(Map<String, Object> event, List<Integer> indices) {
    if (!streams) return number(event, indices);
    // Lines must come in the order of their numbers.
    synchronized (this) {
      return number(event, indices);
    }
  }

  private long number(Map<String, Object> event, List<Integer> indices) {
    Log mine = log.get();
    long number = count.incrementAndGet();
    boolean isLate = number > CLOSED;
    if (number > limit && !isLate) {
      if (number == limit + 1) overrun.run();
      parkForever();
    }
    Map<String, Object> record = object("n", isLate ? number - CLOSED : number, "s", mine.stack);
    record.putAll(event);
    if (!indices.isEmpty()) record.put("i", indices);
    if (round > 0) record.put("r", round);
    String text = Json.text(record);
    if (!isLate) mine.events.add(new Event(number, text));
    if (isLate) send.accept("late", "\"event\":" + text);
    else if (streams) send.accept("run", "\"event\":" + text + changes());
    return number;
  }

  /** The member of a line that describes the objects that have changed since the last one. */
  private String changes() {
    synchronized (objects) {
      String text = changed.isEmpty() ? "" : ",\"objects\":" + Json.text(changed);
      changed.clear();
      return text;
    }
  }

  /** Begins a frame and returns its number. */
  long begin(Map<String, Object> fields, List<Integer> indices) {
    long frame = frames.incrementAndGet();
    Map<String, Object> event = object("e", "begin", "f", frame);
    event.putAll(fields);
    open.incrementAndGet();
    note(event, indices);
    return frame;
  }

  void end(long frame, Map<String, Object> result, List<Integer> indices) {
    Map<String, Object> event = object("e", "end", "f", frame);
    event.putAll(result);
    note(event, indices);
    open.decrementAndGet();
  }

  /** Whether any frame has not ended yet. */
  boolean isOpen() {
    return open.get() > 0;
  }

  /** Stops this thread, because the library may never end. The thread that met the limit ends the process. */
  private static void parkForever() {
    while (true) LockSupport.park();
  }

  /** Closes the trace and returns its text. Events that follow are late. */
  String close(String ending) {
    return close(ending, Map.of());
  }

  /** Does so, with further members of the trace: what its threads do. */
  String close(String ending, Map<String, Object> threads) {
    long last = count.getAndUpdate(number -> number > limit ? number : number + CLOSED);
    if (last > limit) parkForever();
    return text(ending, threads, (int) last);
  }

  /** The text of a trace that was cut off at its limit. */
  String overrunText() {
    return text("overrun", Map.of(), (int) limit);
  }

  private String text(String ending, Map<String, Object> threads, int last) {
    String[] events = new String[last];
    int found = 0;
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    // A thread that already has a number may not have written its event yet.
    while (found < last && System.nanoTime() < limit) {
      for (Log log : logs) {
        for (Event event; (event = log.events.poll()) != null; found += 1) {
          events[(int) event.number - 1] = event.text;
        }
      }
    }
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (String event : events) if (event != null) list.add(event);
    StringBuilder more = new StringBuilder();
    threads.forEach((name, value) -> more.append(",\"" + name + "\":" + Json.text(value)));
    synchronized (objects) {
      return "{\"trace\":\"aplus-trace/1\",\"ending\":\"" + ending + "\"" + more + ",\"objects\":"
          + Json.text(objects) + ",\"events\":" + list + "}";
    }
  }

  // ---- Identities

  /** Gives an object an identity, unless it has one, and returns the object. */
  <T> T introduce(T value, Map<String, Object> description) {
    identities.computeIfAbsent(new Weak(value), weak -> {
      if (round > 0) description.put("round", round);
      synchronized (objects) {
        objects.add(description);
        Identity identity = new Identity(objects.size() - 1, description);
        noteChange(identity);
        return identity;
      }
    });
    return value;
  }

  /** Adds a name to an object's description. */
  @SuppressWarnings("unchecked")
  void name(Object value, String name) {
    reference(value);
    Identity identity = value == null ? null : identities.get(new Weak(bare(value)));
    if (identity == null) return;
    synchronized (objects) {
      List<Object> names = (List<Object>) identity.description.computeIfAbsent("names", word -> new ArrayList<>());
      if (names.contains(name)) return;
      names.add(name);
      noteChange(identity);
    }
  }

  private void noteChange(Identity identity) {
    if (streams) changed.put(String.valueOf(identity.index), identity.description);
  }

  /** Unwraps a reason that the library or the host wrapped. An exception that has an identity is not a wrapper. */
  private Object bare(Object value) {
    if (!(value instanceof Throwable error) || identities.containsKey(new Weak(error))) return value;
    Throwable reason = adapter.unwrap(error);
    return reason instanceof Thrown thrown ? thrown.value : reason;
  }

  /** A value as a trace writes it. */
  Object reference(Object wrapped) {
    Object value = bare(wrapped);
    if (value == null) return nothing;
    if (value instanceof Boolean) return value;
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      return Math.abs(number) < Constants.EXACT_INTEGER_LIMIT ? value : object("bigint", value.toString());
    }
    if (value instanceof BigInteger) return object("bigint", value.toString());
    if (value instanceof Double number) return numeral(number);
    if (value instanceof String text) return object("text", shortened(text));
    Identity identity = identities.get(new Weak(value));
    if (identity == null) {
      introduce(value, describe(value));
      identity = identities.get(new Weak(value));
    }
    return object("ref", identity.index);
  }

  private static Object numeral(double number) {
    if (Double.isNaN(number)) return object("is", "NaN");
    if (Double.isInfinite(number)) return object("is", number > 0 ? "Infinity" : "-Infinity");
    if (number == 0 && 1 / number < 0) return object("is", "-0");
    return number;
  }

  /** The description of an object that came from the library. */
  private Map<String, Object> describe(Object value) {
    if (value instanceof Throwable error) {
      String name = adapter.isSelfResolution(error) ? "TypeError" : error.getClass().getSimpleName();
      return object(
          "foreign", true, "kind", "error", "class", name, "message", message(error),
          "cancelled", adapter.isCancellation(error) ? true : null,
          "timedOut", adapter.isTimeout(error) ? true : null);
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      // Of lists inside, only those of the program: others may contain themselves.
      for (Object item : list) {
        boolean isForeign = item instanceof List && !identities.containsKey(new Weak(item));
        items.add(isForeign ? object("is", "nothing") : reference(item));
      }
      return object("foreign", true, "kind", "list", "items", items);
    }
    return object("foreign", true, "kind", "object", "class", shortened(value.getClass().getSimpleName()));
  }

  /** The message of an exception; empty if reading it throws. */
  private static String message(Throwable error) {
    try {
      return shortened(String.valueOf(error.getMessage()));
    } catch (RuntimeException refused) {
      return "";
    }
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), Constants.LONGEST_TEXT_LENGTH));
  }
}
