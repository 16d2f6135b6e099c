package aplus;

import java.util.List;

/**
 * One event before it is recorded, as JSON text.
 *
 * <p>The numbers in which one iteration of a repeat differs from the next are kept apart: the event may become a row of
 * them.
 */
final class Entry {
  /** Stands in the text for the next number. JSON contains no such character. */
  private static final char HOLE = '\0';
  /** No event has more numbers than three indices and five members. */
  private static final int MOST_NUMBERS = 8;

  private final Recorder recorder;
  private final StringBuilder text = new StringBuilder(160);
  private final StringBuilder varying = new StringBuilder(32);
  private final long[] numbers = new long[MOST_NUMBERS];
  private final boolean isRepeated;
  private int count;

  /** Starts an event at a place. */
  Entry(Recorder recorder, String kind, Context context) {
    this.recorder = recorder;
    text.append("\"e\":\"").append(kind).append('"');
    List<Integer> indices = context.indices();
    isRepeated = !indices.isEmpty();
    if (isRepeated) {
      vary("i", "[");
      for (int place = 0; place < indices.size(); place += 1) {
        if (place > 0) text.append(',');
        hole(indices.get(place));
      }
      text.append(']');
    }
    add("step", context.step());
  }

  /** Adds a member that is the same in each iteration, unless it is null. */
  Entry add(String name, Object value) {
    if (value == null) return this;
    member(name);
    Json.write(value, text);
    return this;
  }

  /** Adds the number of a frame or registration. */
  Entry number(String name, long number) {
    vary(name, "");
    hole(number);
    return this;
  }

  /** Adds a value that may be another object in the next iteration. */
  Entry value(String name, Object value) {
    int identity = recorder.identity(value);
    if (identity < 0) return fixed(name, value);
    vary(name, "{\"ref\":");
    hole(identity);
    text.append('}');
    return this;
  }

  /** Adds a value in a member that rows do not have. */
  Entry fixed(String name, Object value) {
    member(name);
    text.append(recorder.reference(value));
    return this;
  }

  /** Adds values in a member that rows do not have. */
  Entry references(String name, List<?> values) {
    member(name);
    text.append(recorder.references(values));
    return this;
  }

  /** Adds the arguments of a function. */
  Entry arguments(List<Object> values) {
    int identity = values.size() == 1 ? recorder.identity(values.get(0)) : -1;
    if (identity < 0) return references("args", values);
    vary("args", "[{\"ref\":");
    hole(identity);
    text.append("}]");
    return this;
  }

  private void member(String name) {
    text.append(",\"").append(name).append("\":");
  }

  private void vary(String name, String opening) {
    varying.append(count == 0 ? "\"" : ",\"").append(name).append('"');
    member(name);
    text.append(opening);
  }

  private void hole(long number) {
    text.append(HOLE);
    numbers[count] = number;
    count += 1;
  }

  /** Whether it comes from a repeat, and so may have many that are like it. */
  boolean isRepeated() {
    return isRepeated;
  }

  /** What it has in common with events that differ only in their numbers. */
  String shape() {
    return text.toString();
  }

  /** The event in full. With `isModel`, it says in which numbers the rows differ that are like it. */
  String full(long number, int stack, boolean isModel) {
    StringBuilder full = new StringBuilder(text.length() + 80);
    full.append("{\"n\":").append(number).append(",\"s\":").append(stack).append(',');
    int next = 0;
    for (int place = 0; place < text.length(); place += 1) {
      char character = text.charAt(place);
      if (character != HOLE) full.append(character);
      else full.append(numbers[next++]);
    }
    if (isModel) full.append(",\"vary\":[").append(varying).append(']');
    return full.append('}').toString();
  }

  /** The event as a row that is like the event with this number. */
  String row(int model) {
    StringBuilder row = new StringBuilder(64).append('[').append(model);
    for (int place = 0; place < count; place += 1) row.append(',').append(numbers[place]);
    return row.append(']').toString();
  }
}
