package aplus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The events of one thread. That thread alone adds to it; whoever closes the trace reads it. */
final class Log {
  /** So many events serve as models of rows: a run without similar events would keep the text of each in vain. */
  private static final int MOST_MODELS = 1000;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final int stack;
  final Thread thread = Thread.currentThread();
  /** The numbers of the events that rows are like, by what these have in common. */
  private final Map<String, Integer> models = new HashMap<>();
  private int count;
  /** The number of each event and the length of its text, then the text. */
  private ByteBuffer events = ByteBuffer.allocate(512);
  /** The rest of them, once the trace is closed. */
  private ByteBuffer rest = NOTHING;

  Log(int stack) {
    this.stack = stack;
  }

  /** Adds an event that is in a repeat, as a row if it is like an earlier one. */
  void addRepeated(int number, Entry entry) {
    String shape = entry.shape();
    Integer model = models.get(shape);
    if (model != null) {
      add(number, entry.row(model));
      return;
    }
    boolean isModel = models.size() < MOST_MODELS;
    if (isModel) models.put(shape, number);
    add(number, entry.full(number, stack, isModel));
  }

  synchronized void add(int number, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int size = 2 * Integer.BYTES + bytes.length;
    if (events.remaining() < size) {
      events = ByteBuffer.allocate(2 * events.capacity() + size).put(events.flip());
    }
    events.putInt(number).putInt(bytes.length).put(bytes);
    count += 1;
  }

  /** The number of its events. */
  synchronized int count() {
    return count;
  }

  /** Begins to read what was added. */
  synchronized void read() {
    rest = events.flip();
    events = NOTHING;
  }

  boolean hasNext() {
    return rest.hasRemaining();
  }

  /** The number of the next event. */
  int next() {
    return rest.getInt(rest.position());
  }

  void writeNext(OutputStream output) throws IOException {
    int length = rest.getInt(rest.position() + Integer.BYTES);
    int start = rest.position() + 2 * Integer.BYTES;
    output.write(rest.array(), start, length);
    rest.position(start + length);
    // A thread that lives on may keep its log for a while.
    if (!hasNext()) rest = NOTHING;
  }
}
