package aplus;

import static aplus.Json.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a thread ends the process with {@code System.exit}.
 *
 * <p>The JVM runs shutdown hooks while that thread waits in the call. {@code Runtime.halt} and faults of the JVM run none.
 */
final class Crash {
  private static final Set<String> EXITS = Set.of("java.lang.System", "java.lang.Runtime", "java.lang.Shutdown");

  private Crash() {}

  /** The member {@code crash} of a message; null where no thread is in such a call. */
  static String report(Recorder recorder, String adapter) {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      List<Object> frames = new ArrayList<>();
      boolean exits = false;
      for (StackTraceElement element : thread.getValue()) {
        exits |= EXITS.contains(element.getClassName()) && element.getMethodName().equals("exit");
        frames.add(object("at", element.getMethodName(), "file", element.getClassName()));
      }
      if (!exits) continue;
      Map<String, Object> crash = object("frames", frames, "adapter", adapter);
      Integer stack = recorder.stack(thread.getKey());
      if (stack != null) crash.put("s", stack);
      return Json.text(crash);
    }
    return null;
  }
}
