package aplus;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** The names, marks and gates of one round. */
final class Names {
  private final Recorder recorder;
  private final boolean probes;
  private final Predicate<Run.Wait> waits;
  private final Map<String, Bound> names = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private final Map<String, Thread> openBindings = new ConcurrentHashMap<>();
  private final Map<String, Queue<WeakReference<Object>>> watched = new ConcurrentHashMap<>();

  /**
   * Creates names without any binding.
   *
   * @param probes Whether the program checks which objects have been collected.
   * @param waits Waits for a name that another thread is about to bind.
   */
  Names(Recorder recorder, boolean probes, Predicate<Run.Wait> waits) {
    this.recorder = recorder;
    this.probes = probes;
    this.waits = waits;
  }

  /** Performs a step that binds a name; other threads wait for the name meanwhile. A null name is not bound. */
  void whileBinding(String name, Runnable body) {
    if (name == null) {
      body.run();
      return;
    }
    openBindings.put(name, Thread.currentThread());
    try {
      body.run();
    } finally {
      synchronized (this) {
        openBindings.remove(name);
        notifyAll();
      }
    }
  }

  void bind(String written, Bound bound, Context context) {
    names.put(context.name(written), bound);
    recorder.name(bound.value(), written);
    watch(context.name(written), bound.value());
  }

  void drop(String name) {
    names.remove(name);
  }

  /** The binding of a name. If there is none, records that the step does nothing, and returns null. */
  Bound bound(String written, Context context) {
    String name = context.name(written);
    Bound bound = names.get(name);
    if (bound == null) {
      if (isBinding(name)) waitUntilBound(name);
      // Another thread may have bound it meanwhile, and may have ended its step between the two looks.
      bound = names.get(name);
    }
    if (bound == null) unbound(written, context);
    return bound;
  }

  private boolean isBinding(String name) {
    Thread binder = openBindings.get(name);
    return binder != null && binder != Thread.currentThread();
  }

  private synchronized void waitUntilBound(String name) {
    waits.test(milliseconds -> {
      if (isBinding(name)) wait(milliseconds);
      return !isBinding(name);
    });
  }

  /** The binding of a name, or the mark UNBOUND. Marks are made on first use. */
  Bound lookUp(String written, Context context) {
    if (Character.isUpperCase(written.charAt(0))) return mark(written, context.name(written));
    Bound bound = bound(written, context);
    return bound == null ? mark("UNBOUND", "UNBOUND") : bound;
  }

  Bound mark(String written, String name) {
    return names.computeIfAbsent(name, key -> {
      Mark mark = recorder.introduce(new Mark(), "\"kind\":\"mark\"");
      recorder.name(mark, written);
      watch(key, mark);
      return new Bound(mark, false);
    });
  }

  void unbound(String name, Context context) {
    recorder.note(recorder.entry("unbound", context).add("name", name));
  }

  CountDownLatch gate(String name) {
    return gates.computeIfAbsent(name, key -> new CountDownLatch(1));
  }

  /** Keeps a weak reference to a value for `probe`. */
  void watch(String name, Object value) {
    if (!probes || value == null) return;
    watched.computeIfAbsent(name, key -> new ConcurrentLinkedQueue<>()).add(new WeakReference<>(value));
  }

  /** Whether all values that had a name have been collected. */
  boolean isGone(String name) {
    Queue<WeakReference<Object>> references = watched.getOrDefault(name, new ConcurrentLinkedQueue<>());
    return references.stream().allMatch(reference -> reference.get() == null);
  }

  /** A wait that may be interrupted or broken. */
  interface Waiting {
    void run() throws Exception;
  }

  /** Waits. Only a library that interrupts the host's threads can break this off, and that ends the host. */
  static void await(Waiting waiting) {
    try {
      waiting.run();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }
}
