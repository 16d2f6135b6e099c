package aplus;

import static aplus.Json.object;

import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
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
 * <p>Each thread writes a log of its own. Threads meet in the counter only, so that recording orders them no more
 * than it must.
 */
final class Recorder {
  /** What the counter jumps by when the trace is closed: numbers above it are late. */
  private static final long CLOSED = 1L << 40;

  private final Adapter<?> adapter;
  private final Object nothing;
  private final BiConsumer<String, String> tell;
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
  private volatile int round;

  /**
   * Starts a trace; the calling thread is stack 0.
   *
   * @param nothing How null is written.
   * @param tell Gets the text of each event that is told at once, with `event` where it `streams`, and with `late`.
   * @param limit How many events are recorded at the most.
   * @param overrun Is told of the first event beyond that, and ends the process.
   */
  Recorder(Adapter<?> adapter, Object nothing, boolean streams, BiConsumer<String, String> tell, long limit,
      Runnable overrun) {
    this.adapter = adapter;
    this.nothing = nothing;
    this.streams = streams;
    this.tell = tell;
    this.limit = limit;
    this.overrun = overrun;
    log.get();
  }

  /** The events of one thread. */
  private final class Log {
    final int stack;
    final Queue<Event> events = new ConcurrentLinkedQueue<>();

    Log(int stack) {
      this.stack = stack;
      logs.add(this);
    }
  }

  /** An event as it is written in the trace. */
  private record Event(long number, String text) {}

  /** What the trace says of an object. */
  private record Identity(int index, Map<String, Object> description) {}

  /** An object by its identity, without keeping it. */
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

  /** How many events there are. */
  long count() {
    return count.get();
  }

  void beginRound(int number) {
    round = number;
  }

  int nextRegistration() {
    return registrations.incrementAndGet();
  }

  /** Writes an event down; gives its number. */
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
      standStill();
    }
    Map<String, Object> record = object("n", isLate ? number - CLOSED : number, "s", mine.stack);
    record.putAll(event);
    if (!indices.isEmpty()) record.put("i", indices);
    if (round > 0) record.put("r", round);
    String text = Json.text(record);
    if (!isLate) mine.events.add(new Event(number, text));
    if (isLate || streams) tell.accept(isLate ? "late" : "event", text);
    return number;
  }

  /** Begins a frame; gives its number. */
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

  /** Whether a frame has no end yet. */
  boolean isOpen() {
    return open.get() > 0;
  }

  /** Stays where it is: the library may go on for ever, and the thread that met the limit ends the process. */
  private static void standStill() {
    while (true) LockSupport.park();
  }

  /** Closes the trace and gives its text; what comes after it is late. */
  String close(String ending) {
    long last = count.getAndUpdate(number -> number > limit ? number : number + CLOSED);
    if (last > limit) standStill();
    return text(ending, (int) last);
  }

  /** The text of a trace that has as many events as it may. */
  String overrunText() {
    return text("overrun", (int) limit);
  }

  private String text(String ending, int last) {
    String[] events = new String[last];
    int found = 0;
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    // A thread that has its number may still be about to write.
    while (found < last && System.nanoTime() < limit) {
      for (Log log : logs) {
        for (Event event; (event = log.events.poll()) != null; found += 1) {
          events[(int) event.number - 1] = event.text;
        }
      }
    }
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (String event : events) if (event != null) list.add(event);
    synchronized (objects) {
      return "{\"trace\":\"aplus-trace/1\",\"ending\":\"" + ending + "\",\"objects\":" + Json.text(objects)
          + ",\"events\":" + list + "}";
    }
  }

  // ---- Identities

  /** Enters an object, unless it is known; gives it back. */
  <T> T introduce(T value, Map<String, Object> description) {
    identities.computeIfAbsent(new Weak(value), weak -> {
      if (round > 0) description.put("round", round);
      synchronized (objects) {
        objects.add(description);
        return new Identity(objects.size() - 1, description);
      }
    });
    return value;
  }

  /** Gives an object one more name. */
  @SuppressWarnings("unchecked")
  void name(Object value, String name) {
    reference(value);
    Identity identity = value == null ? null : identities.get(new Weak(bare(value)));
    if (identity == null) return;
    synchronized (objects) {
      List<Object> names = (List<Object>) identity.description.computeIfAbsent("names", word -> new ArrayList<>());
      if (!names.contains(name)) names.add(name);
    }
  }

  /** What a wrapper that the library or the host put around a reason holds; what is known is no wrapper. */
  private Object bare(Object value) {
    if (!(value instanceof Throwable error) || identities.containsKey(new Weak(error))) return value;
    Throwable reason = adapter.unwrap(error);
    return reason instanceof Thrown thrown ? thrown.value : reason;
  }

  /** How a value is written in a trace. */
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

  /** What an object from the library looks like. */
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
      for (Object item : list) items.add(item instanceof List ? object("is", "nothing") : reference(item));
      return object("foreign", true, "kind", "list", "items", items);
    }
    return object("foreign", true, "kind", "object", "class", shortened(value.getClass().getSimpleName()));
  }

  /** The message of an exception; empty where a hostile one throws instead. */
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
