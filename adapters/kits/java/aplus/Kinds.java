package aplus;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kinds of values and exceptions in Java, as `kinds` of ../../vocabulary.json lists them. */
final class Kinds {
  /** Makes values of each kind, including functions and exceptions, by the name of the kind. */
  static final Map<String, Supplier<Object>> VALUES = new LinkedHashMap<>();

  private Kinds() {}

  /** The name of a kind without its language. */
  static String name(String word) {
    if (!word.startsWith("java.")) throw new IllegalArgumentException(word);
    return word.substring("java.".length());
  }

  static RuntimeException refusal() {
    return new IllegalStateException("what nobody may ask for was asked for");
  }

  static class Equal {
    @Override public boolean equals(Object other) { return true; }
    @Override public int hashCode() { return 0; }
  }

  static class Unequal {
    @Override public boolean equals(Object other) { return false; }
    @Override public int hashCode() { return 0; }
  }

  static class Incomparable implements Comparable<Object> {
    @Override public boolean equals(Object other) { throw refusal(); }
    @Override public int hashCode() { return 0; }
    @Override public int compareTo(Object other) { throw refusal(); }
  }

  static class Unhashable {
    @Override public boolean equals(Object other) { return this == other; }
    @Override public int hashCode() { throw refusal(); }
  }

  static class Unprintable {
    @Override public String toString() { throw refusal(); }
  }

  private static class Wordless {
    @Override public String toString() { return null; }
  }

  private static final class Closing implements AutoCloseable {
    @Override public void close() { throw refusal(); }
  }

  private static final class Iterating implements Iterable<Object> {
    @Override public java.util.Iterator<Object> iterator() { throw refusal(); }
  }

  /** Has the interfaces by which many libraries recognize callbacks. */
  private static final class Everything
      implements Supplier<Object>, Callable<Object>, Runnable, Consumer<Object>, BiFunction<Object, Object, Object> {
    @Override public Object get() { throw refusal(); }
    @Override public Object call() { throw refusal(); }
    @Override public void run() { throw refusal(); }
    @Override public void accept(Object value) { throw refusal(); }
    @Override public Object apply(Object value, Object reason) { throw refusal(); }
  }

  private enum Constant {
    PLAIN,
    BODY {
      @Override public String toString() { return "body"; }
    }
  }

  private record Empty() {}

  private record Pair(Object value, Throwable reason) {}

  private static Object proxy() {
    Class<?>[] types = {Comparable.class};
    return Proxy.newProxyInstance(Kinds.class.getClassLoader(), types, (self, method, all) -> {
      throw refusal();
    });
  }

  private static Object cyclic() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    return list;
  }

  private static Object locked() {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    return lock;
  }

  private static Object closedStream() {
    Stream<Object> stream = Stream.of();
    stream.close();
    return stream;
  }

  static {
    VALUES.put("equal", Equal::new);
    VALUES.put("unequal", Unequal::new);
    VALUES.put("incomparable", Incomparable::new);
    VALUES.put("unhashable", Unhashable::new);
    VALUES.put("unprintable", Unprintable::new);
    VALUES.put("wordless", Wordless::new);
    VALUES.put("proxy", Kinds::proxy);
    VALUES.put("closing", Closing::new);
    VALUES.put("iterating", Iterating::new);
    VALUES.put("plain", Object::new);
    VALUES.put("anonymous", () -> new Object() {});
    VALUES.put("byte", () -> (byte) 0);
    VALUES.put("short", () -> (short) 0);
    VALUES.put("character", () -> '\0');
    VALUES.put("float", () -> Float.NaN);
    VALUES.put("decimal", () -> BigDecimal.ZERO);
    VALUES.put("number", () -> new AtomicInteger(0));
    VALUES.put("infinity", () -> Double.POSITIVE_INFINITY);
    VALUES.put("empty-optional", Optional::empty);
    VALUES.put("optional", () -> Optional.of(1));
    VALUES.put("primitive-optional", OptionalInt::empty);
    VALUES.put("constant", () -> Constant.PLAIN);
    VALUES.put("constant-with-body", () -> Constant.BODY);
    VALUES.put("record", () -> new Pair(null, null));
    VALUES.put("empty-record", Empty::new);
    VALUES.put("array", () -> new Object[] {1});
    VALUES.put("empty-array", () -> new Object[0]);
    VALUES.put("primitive-array", () -> new int[] {1, 2});
    VALUES.put("array-of-arrays", () -> new Object[][] {{}});
    VALUES.put("list", () -> Arrays.asList(null, 1));
    VALUES.put("empty-list", Collections::emptyList);
    VALUES.put("immutable-list", () -> List.of(1, 2));
    VALUES.put("cyclic", Kinds::cyclic);
    VALUES.put("map", () -> new HashMap<>(Map.of("then", 1)));
    VALUES.put("empty-map", Map::of);
    VALUES.put("set", () -> Set.of(1));
    VALUES.put("entry", () -> Map.entry("value", 1));
    VALUES.put("iterator", () -> List.of(1).iterator());
    VALUES.put("stream", () -> Stream.of(1));
    VALUES.put("closed-stream", Kinds::closedStream);
    VALUES.put("reader", () -> new StringReader(""));
    VALUES.put("text-builder", () -> new StringBuilder("text"));
    VALUES.put("instant", () -> Instant.EPOCH);
    VALUES.put("locale", () -> Locale.ROOT);
    VALUES.put("address", () -> URI.create("urn:aplus"));
    VALUES.put("pattern", () -> Pattern.compile("pattern"));
    VALUES.put("lock", Kinds::locked);
    VALUES.put("thread", () -> new Thread(() -> {}));
    VALUES.put("thread-local", ThreadLocal::new);
    VALUES.put("weak-reference", () -> new WeakReference<>(null));
    VALUES.put("class", () -> Pair.class);
    VALUES.put("no-class", () -> void.class);
    VALUES.put("exception-class", () -> IllegalStateException.class);
    VALUES.put("error", () -> new IllegalStateException("returned"));

    // Functions.
    VALUES.put("runnable", () -> (Runnable) () -> {});
    VALUES.put("supplier", () -> (Supplier<Object>) () -> null);
    VALUES.put("callable", () -> (Callable<Object>) () -> null);
    VALUES.put("function", () -> Function.identity());
    VALUES.put("everything", Everything::new);
    VALUES.put("method-handle", () -> MethodHandles.constant(Object.class, 1));
    VALUES.put("future-task", () -> new FutureTask<>(() -> null));
  }

  // ---- Exceptions

  private static final class EqualError extends RuntimeException {
    private static final long serialVersionUID = 1;
    @Override public boolean equals(Object other) { return true; }
    @Override public int hashCode() { return 0; }
  }

  private static final class UnequalError extends RuntimeException {
    private static final long serialVersionUID = 1;
    @Override public boolean equals(Object other) { return false; }
    @Override public int hashCode() { return 0; }
  }

  private static final class IncomparableError extends RuntimeException {
    private static final long serialVersionUID = 1;
    @Override public boolean equals(Object other) { throw refusal(); }
    @Override public int hashCode() { throw refusal(); }
  }

  private static final class UnprintableError extends RuntimeException {
    private static final long serialVersionUID = 1;
    @Override public String getMessage() { throw refusal(); }
    @Override public String getLocalizedMessage() { throw refusal(); }
    @Override public String toString() { throw refusal(); }
  }

  /** Refuses to have its cause or its stack read or changed. */
  private static final class UnreadableError extends RuntimeException {
    private static final long serialVersionUID = 1;
    @Override public synchronized Throwable getCause() { throw refusal(); }
    @Override public synchronized Throwable initCause(Throwable cause) { throw refusal(); }
    @Override public StackTraceElement[] getStackTrace() { throw refusal(); }
    @Override public void setStackTrace(StackTraceElement[] trace) { throw refusal(); }
  }

  /** Has no stack trace and keeps no suppressed exceptions. */
  private static final class StacklessError extends RuntimeException {
    private static final long serialVersionUID = 1;
    StacklessError() { super(null, null, false, false); }
  }

  /** Cannot be copied by reflection: no constructor takes just a message or a cause. */
  private static final class SeveralError extends Exception {
    private static final long serialVersionUID = 1;
    SeveralError(int code, Throwable cause, String place) { super(code + place, cause); }
  }

  private static final class FunctionError extends RuntimeException implements Supplier<Object>, Callable<Object> {
    private static final long serialVersionUID = 1;
    @Override public Object get() { throw refusal(); }
    @Override public Object call() { throw refusal(); }
  }

  /** Neither an Exception nor an Error. */
  private static final class OtherThrowable extends Throwable {
    private static final long serialVersionUID = 1;
  }

  private static final class CompletionHeir extends CompletionException {
    private static final long serialVersionUID = 1;
    CompletionHeir() { super("heir", new IllegalStateException("inner")); }
  }

  private static Throwable cyclicCause() {
    Exception outer = new Exception("outer");
    Exception inner = new Exception("inner", outer);
    outer.initCause(inner);
    return outer;
  }

  private static Throwable suppressing() {
    Exception error = new Exception("suppressing");
    error.addSuppressed(new IOException("suppressed"));
    return error;
  }

  static {
    VALUES.put("equal-error", EqualError::new);
    VALUES.put("unequal-error", UnequalError::new);
    VALUES.put("incomparable-error", IncomparableError::new);
    VALUES.put("unprintable-error", UnprintableError::new);
    VALUES.put("unreadable-error", UnreadableError::new);
    VALUES.put("stackless-error", StacklessError::new);
    VALUES.put("wordless-error", RuntimeException::new);
    VALUES.put("function-error", FunctionError::new);
    VALUES.put("several-arguments", () -> new SeveralError(1, null, "here"));
    VALUES.put("cyclic-cause", Kinds::cyclicCause);
    VALUES.put("suppressing-error", Kinds::suppressing);
    VALUES.put("checked-exception", () -> new Exception("checked"));
    VALUES.put("io-exception", () -> new IOException("checked"));
    VALUES.put("unchecked-io-exception", () -> new UncheckedIOException(new IOException("inner")));
    VALUES.put("null-pointer-exception", NullPointerException::new);
    VALUES.put("class-cast-exception", ClassCastException::new);
    VALUES.put("no-such-element-exception", NoSuchElementException::new);
    VALUES.put("concurrent-modification-exception", ConcurrentModificationException::new);
    VALUES.put("unsupported-operation-exception", UnsupportedOperationException::new);
    VALUES.put("rejected-execution-exception", RejectedExecutionException::new);
    VALUES.put("timeout-exception", TimeoutException::new);
    VALUES.put("cancellation-exception", CancellationException::new);
    VALUES.put("completion-exception", () -> new CompletionException(new IllegalStateException("inner")));
    VALUES.put("completion-without-cause", () -> new CompletionException("outer", null));
    VALUES.put("completion-heir", CompletionHeir::new);
    VALUES.put("execution-exception", () -> new ExecutionException(new IllegalStateException("inner")));
    VALUES.put("execution-without-cause", () -> new ExecutionException("outer", null));
    VALUES.put("invocation-target-exception", () -> new InvocationTargetException(new IOException("inner")));
    VALUES.put("undeclared-exception", () -> new UndeclaredThrowableException(new IOException("inner")));
    VALUES.put("assertion-error", () -> new AssertionError("asserted"));
    VALUES.put("plain-error", () -> new Error("error"));
    VALUES.put("linkage-error", () -> new ExceptionInInitializerError(new IllegalStateException("inner")));
    VALUES.put("throwable", OtherThrowable::new);

    // Exceptions that a library may let through.
    VALUES.put("stack-overflow", StackOverflowError::new);
    VALUES.put("out-of-memory", OutOfMemoryError::new);
    VALUES.put("internal-error", InternalError::new);
    VALUES.put("thread-death", ThreadDeath::new);
    VALUES.put("interruption", InterruptedException::new);
  }
}
