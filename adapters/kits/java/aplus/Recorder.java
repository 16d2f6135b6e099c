package aplus;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

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
  private final String nothing;
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
  private final ThreadLocal<Log> log = ThreadLocal.withInitial(this::begunLog);
  private final Map<Object, Weak> identities = new ConcurrentHashMap<>();
  private final Descriptions objects;
  private volatile int round;

  /**
   * Starts a trace; the calling thread is stack 0.
   *
   * @param nothing How a trace writes null, as JSON text.
   * @param streams Whether each event is sent at once.
   * @param send Takes `run` and the members of the line of each streamed event, and `late` and those of each late one.
   * @param limit How many events are recorded at most.
   * @param overrun Called at the first event beyond the limit; ends the process.
   */
  Recorder(LibraryAdapter adapter, String nothing, boolean streams, BiConsumer<String, String> send, long limit,
      Runnable overrun) {
    this.adapter = adapter;
    this.nothing = nothing;
    this.streams = streams;
    objects = new Descriptions(streams);
    this.send = send;
    this.limit = limit;
    this.overrun = overrun;
    log.get();
  }

  private Log begunLog() {
    Log begun = new Log(threads.getAndIncrement());
    logs.add(begun);
    return begun;
  }

  /** A key for an object, by identity, that does not keep it alive; and the object's place in the trace. */
  private static final class Weak extends WeakReference<Object> {
    private final int hash;
    private int index;

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

  /** A key to look for an object that may have a weak one. */
  private record Probe(Object object) {
    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Weak weak && weak.get() == object;
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

  /** Starts an event, to be completed and recorded. */
  Entry entry(String kind, Context context) {
    return new Entry(this, kind, context);
  }

  /** Starts the begin of a frame. */
  Entry frame(String word, Context context) {
    return entry("begin", context).add("in", word);
  }

  /** Starts the end of a frame, to be completed with `gives`, `accepted`, `returned`, `threw` or nothing. */
  Entry ending(long frame, Context context) {
    return entry("end", context.at(null)).number("f", frame);
  }

  /** Records an event. */
  void note(Entry entry) {
    if (!streams) {
      number(entry);
      return;
    }
    // Lines must come in the order of their numbers.
    synchronized (this) {
      number(entry);
    }
  }

  private void number(Entry entry) {
    Log mine = log.get();
    long number = count.incrementAndGet();
    boolean isLate = number > CLOSED;
    if (number > limit && !isLate) {
      if (number == limit + 1) overrun.run();
      parkForever();
    }
    if (round > 0) entry.add("r", round);
    if (isLate) {
      send.accept("late", "\"event\":" + entry.full(number - CLOSED, mine.stack, false));
    } else if (streams || !entry.isRepeated()) {
      String text = entry.full(number, mine.stack, false);
      mine.add((int) number, text);
      if (streams) send.accept("run", "\"event\":" + text + objects.changes());
    } else {
      mine.addRepeated((int) number, entry);
    }
  }

  /** Begins a frame and returns its number. */
  long begin(Entry entry) {
    long frame = frames.incrementAndGet();
    open.incrementAndGet();
    note(entry.number("f", frame));
    return frame;
  }

  void end(Entry entry) {
    note(entry);
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
  Wire.Text close(String ending) {
    return close(ending, Map.of());
  }

  /** Does so, with further members of the trace: what its threads do. */
  Wire.Text close(String ending, Map<String, Object> threads) {
    long last = count.getAndUpdate(number -> number > limit ? number : number + CLOSED);
    if (last > limit) parkForever();
    return text(ending, threads, last);
  }

  /** The text of a trace that was cut off at its limit. */
  Wire.Text overrunText() {
    return text("overrun", Map.of(), limit);
  }

  private Wire.Text text(String ending, Map<String, Object> threads, long last) {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    // A thread that already has a number may not have written its event yet.
    while (logs.stream().mapToInt(Log::count).sum() < last && System.nanoTime() < limit) Thread.onSpinWait();
    StringBuilder head = new StringBuilder("{\"trace\":\"aplus-trace/1\",\"ending\":\"" + ending + "\"");
    threads.forEach((name, value) -> head.append(",\"" + name + "\":" + Json.text(value)));
    return output -> {
      output.write(Wire.bytes(head + ",\"objects\":["));
      objects.write(output);
      output.write(Wire.bytes("],\"events\":["));
      writeEvents(output);
      output.write(Wire.bytes("]}"));
    };
  }

  /** Writes the events of all threads in the order of their numbers. */
  private void writeEvents(OutputStream output) throws IOException {
    PriorityQueue<Log> rest = new PriorityQueue<>(Comparator.comparingInt(Log::next));
    for (Log log : logs) {
      log.read();
      if (log.hasNext()) rest.add(log);
    }
    for (boolean isFirst = true; !rest.isEmpty(); isFirst = false) {
      Log log = rest.remove();
      if (!isFirst) output.write(',');
      log.writeNext(output);
      if (log.hasNext()) rest.add(log);
    }
  }

  // ---- Identities

  /** Gives an object an identity, unless it has one, and returns the object. */
  <T> T introduce(T value, String description) {
    if (known(value) == null) {
      Weak weak = new Weak(value);
      identities.computeIfAbsent(weak, key -> {
        weak.index = objects.add(round > 0 ? description + ",\"round\":" + round : description);
        return weak;
      });
    }
    return value;
  }

  /** Adds a name to an object's description. */
  void name(Object value, String name) {
    int identity = identity(value);
    if (identity >= 0) objects.name(identity, name);
  }

  private Weak known(Object object) {
    return identities.get(new Probe(object));
  }

  /** Unwraps a reason that the library or the host wrapped. An exception that has an identity is not a wrapper. */
  private Object bare(Object value) {
    if (!(value instanceof Throwable error) || known(error) != null) return value;
    Throwable reason = adapter.unwrap(error);
    return reason instanceof Thrown thrown ? thrown.value : reason;
  }

  /** The identity of a value; -1 if it has none. */
  int identity(Object wrapped) {
    Object value = bare(wrapped);
    return scalar(value) == null ? identityOf(value) : -1;
  }

  /** A value as a trace writes it, as JSON text. */
  String reference(Object wrapped) {
    Object value = bare(wrapped);
    String scalar = scalar(value);
    return scalar == null ? "{\"ref\":" + identityOf(value) + "}" : scalar;
  }

  String references(List<?> values) {
    return values.stream().map(this::reference).collect(Collectors.joining(",", "[", "]"));
  }

  private int identityOf(Object object) {
    Weak known = known(object);
    return known != null ? known.index : known(introduce(object, describe(object))).index;
  }

  /** The text of a value without identity; null for an object. */
  private String scalar(Object value) {
    if (value == null) return nothing;
    if (value instanceof Boolean) return value.toString();
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      return Math.abs(number) < Constants.EXACT_INTEGER_LIMIT ? value.toString() : "{\"bigint\":\"" + value + "\"}";
    }
    if (value instanceof BigInteger) return "{\"bigint\":\"" + value + "\"}";
    if (value instanceof Double number) return numeral(number);
    return value instanceof String text ? "{\"text\":" + shortened(text) + "}" : null;
  }

  private static String numeral(double number) {
    if (Double.isNaN(number)) return "{\"is\":\"NaN\"}";
    if (Double.isInfinite(number)) return "{\"is\":\"" + (number > 0 ? "Infinity" : "-Infinity") + "\"}";
    return number == 0 && 1 / number < 0 ? "{\"is\":\"-0\"}" : Double.toString(number);
  }

  /** The description of an object that came from the library. */
  private String describe(Object value) {
    if (value instanceof Throwable error) {
      String name = adapter.isSelfResolution(error) ? "TypeError" : error.getClass().getSimpleName();
      return "\"foreign\":true,\"kind\":\"error\",\"class\":" + Json.text(name) + ",\"message\":" + message(error)
          + (adapter.isCancellation(error) ? ",\"cancelled\":true" : "")
          + (adapter.isTimeout(error) ? ",\"timedOut\":true" : "");
    }
    if (value instanceof List<?> list) {
      StringJoiner items = new StringJoiner(",", "[", "]");
      // Of lists inside, only those of the program: others may contain themselves.
      for (Object item : list) {
        boolean isForeign = item instanceof List && known(item) == null;
        items.add(isForeign ? "{\"is\":\"nothing\"}" : reference(item));
      }
      return "\"foreign\":true,\"kind\":\"list\",\"items\":" + items;
    }
    return "\"foreign\":true,\"kind\":\"object\",\"class\":" + shortened(value.getClass().getSimpleName());
  }

  /** The message of an exception, as JSON text; empty if reading it throws. */
  private static String message(Throwable error) {
    try {
      return shortened(String.valueOf(error.getMessage()));
    } catch (RuntimeException refused) {
      return "\"\"";
    }
  }

  /** A text that is not too long, as JSON. */
  private static String shortened(String text) {
    return Json.text(text.substring(0, Math.min(text.length(), Constants.LONGEST_TEXT_LENGTH)));
  }
}
