package aplus;

import java.util.ArrayList;
import java.util.List;

/** Where a step stands: the indices of repeats, outermost first, and the step that values belong to, or null. */
record Context(List<Integer> indices, Object step) {
  Context at(Object step) {
    return new Context(indices, step);
  }

  Context inRepeat(int index) {
    List<Integer> more = new ArrayList<>(indices);
    more.add(index);
    return new Context(List.copyOf(more), step);
  }

  /** The name that a name stands for inside the repeats. */
  String name(String written) {
    if (indices.isEmpty() || !written.contains("#")) return written;
    int index = indices.get(indices.size() - 1);
    if (!written.endsWith("#-1")) return written.replace("#", String.valueOf(index));
    return written.replace("#-1", index == 0 ? "-start" : String.valueOf(index - 1));
  }
}
