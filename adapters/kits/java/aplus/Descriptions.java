package aplus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;

/** The descriptions of the objects of a trace, as JSON text, by their identity. */
final class Descriptions {
  /** Below this number, all objects are described in full. */
  private static final int FEWEST_ROWS = 100;

  private final boolean streams;
  /** The members of each description but its names, and the names, if there are any. */
  private final List<String> members = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  /** What a name is as JSON text: most are those of many objects. */
  private final Map<String, String> quoted = new HashMap<>();
  /** Those that are new or have new names since the last event that was sent. */
  private final SortedSet<Integer> changed = new TreeSet<>();

  /** Creates it without any object. `streams` says whether changes are sent with the events. */
  Descriptions(boolean streams) {
    this.streams = streams;
  }

  /** Adds an object and returns its identity. */
  synchronized int add(String description) {
    members.add(description);
    names.add(null);
    return changed(members.size() - 1);
  }

  synchronized void name(int identity, String name) {
    String text = quoted.computeIfAbsent(name, Json::text);
    String earlier = names.get(identity);
    if (earlier != null && earlier.contains(text)) return;
    names.set(identity, earlier == null ? text : earlier + "," + text);
    changed(identity);
  }

  private int changed(int identity) {
    if (streams) changed.add(identity);
    return identity;
  }

  /** The member of a line that describes the objects that have changed since the last one. */
  synchronized String changes() {
    if (changed.isEmpty()) return "";
    StringJoiner objects = new StringJoiner(",", ",\"objects\":{", "}");
    for (int identity : changed) objects.add("\"" + identity + "\":" + text(identity));
    changed.clear();
    return objects.toString();
  }

  /** Writes all, one after another. If there are many, those that repeat an earlier one are only counted. */
  synchronized void write(OutputStream output) throws IOException {
    Map<String, Integer> models = new HashMap<>();
    for (int identity = 0; identity < members.size(); ) {
      if (identity > 0) output.write(',');
      String text = text(identity);
      Integer model = members.size() < FEWEST_ROWS ? null : models.putIfAbsent(text, identity);
      int first = identity;
      do {
        identity += 1;
      } while (model != null && identity < members.size() && isLike(identity, model));
      String row = model == null ? text : "[" + model + "," + (identity - first) + "]";
      output.write(row.getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean isLike(int identity, int model) {
    return members.get(identity).equals(members.get(model)) && Objects.equals(names.get(identity), names.get(model));
  }

  private String text(int identity) {
    String known = names.get(identity);
    return "{" + members.get(identity) + (known == null ? "" : ",\"names\":[" + known + "]") + "}";
  }
}
