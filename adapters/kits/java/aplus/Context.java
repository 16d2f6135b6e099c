package aplus;

import java.util.ArrayList;
import java.util.List;

/** The place of a step: the indices of repeats, outermost first, and the id of the step, or null. */
record Context(List<Integer> indices, Object step) {
  /** The place of what belongs to no step. */
  static final Context OUTERMOST = new Context(List.of(), null);

  Context at(Object step) {
    return new Context(indices, step);
  }

  Context inRepeat(int index) {
    List<Integer> more = new ArrayList<>(indices);
    more.add(index);
    return new Context(List.copyOf(more), step);
  }

  /** Replaces the `#` of a name with the index of the innermost repeat. */
  String name(String written) {
    if (indices.isEmpty() || !written.contains("#")) return written;
    int index = indices.get(indices.size() - 1);
    if (!written.endsWith("#-1")) return written.replace("#", String.valueOf(index));
    return written.replace("#-1", index == 0 ? "-start" : String.valueOf(index - 1));
  }
}
