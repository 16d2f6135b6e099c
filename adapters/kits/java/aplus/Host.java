package aplus;

import static aplus.Json.object;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * A host for promises and channels in Java, 17 or later: performs programs on a library and writes what it saw.
 *
 * <pre>java -cp CLASSES aplus.Host ADAPTER-CLASS NAME</pre>
 */
public final class Host {
  private static final SerialExecutor EXECUTOR = new SerialExecutor(Host::uncaught);
  private static volatile Run current;

  private Host() {}

  /**
   * An executor of one thread, for libraries that take one: it keeps the handlers in order, and the host knows when it
   * is idle.
   */
  public static Executor executor() {
    return EXECUTOR;
  }

  /** Runs the host's own code. An exception in it is a fault of the host, which the library must not catch. */
  static <T> T guarded(Callable<T> body) {
    try {
      return body.call();
    } catch (Exception error) {
      error.printStackTrace();
      Runtime.getRuntime().halt(Constants.BROKEN_EXIT_STATUS);
      throw new IllegalStateException(error);
    }
  }

  /** Records an exception that left the library at the top of a stack. */
  static void uncaught(Throwable error) {
    Run run = current;
    if (run != null) {
      run.recorder.note(run.recorder.entry("uncaught", Context.OUTERMOST).fixed("value", error));
    } else {
      System.err.println("host: uncaught before the first run:");
      error.printStackTrace();
    }
  }

  /** Loads all classes in directories now, because another build may overwrite them once this host has said hello. */
  private static void loadCompiledClasses() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path root = Path.of(entry);
      if (!Files.isDirectory(root)) continue;
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter((path) -> path.toString().endsWith(".class")).toList()) {
          String name = root.relativize(file).toString();
          load(name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.'));
        }
      }
    }
  }

  private static void load(String name) {
    try {
      Class.forName(name, false, Host.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError error) {
      // The code that needs the class will report what is wrong with it.
    }
  }

  /** Performs the incoming runs until the input ends. */
  public static void main(String[] arguments) throws Exception {
    Wire wire = new Wire();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught(error));
    LibraryAdapter adapter;
    Set<String> claims;
    try {
      if (arguments.length != 2) {
        throw new IllegalArgumentException("usage: java -cp CLASSES aplus.Host ADAPTER-CLASS NAME");
      }
      adapter = (LibraryAdapter) Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
      claims = claims(adapter);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        Run run = current;
        if (run != null) run.recorder.noteExit(arguments[0]);
      }));
      loadCompiledClasses();
      wire.write(Json.text(object(
          "hello", "aplus-host/1", "adapter", arguments[1], "language", "java", "library", adapter.library(),
          "version", adapter.version(), "capabilities", List.copyOf(claims), "quiescence", adapter.quiescence())));
    } catch (Throwable error) {
      wire.write(Json.text(object("fatal", error.toString())));
      System.exit(Constants.FATAL_EXIT_STATUS);
      return;
    }
    Quiescence quiescence = new Quiescence(EXECUTOR);
    for (Map<String, Object> message = wire.read(); message != null; message = wire.read()) {
      Object number = message.get("run");
      BiConsumer<String, String> send = (word, members) ->
          wire.write("{\"" + word + "\":" + number + "," + members + "}");
      Run run = new Run(adapter, claims, quiescence, message, send, trace -> wire.write(output -> {
        output.write(Wire.bytes("{\"run\":" + number + ",\"trace\":"));
        trace.writeTo(output);
        output.write('}');
      }));
      current = run;
      guarded(() -> {
        run.perform();
        return null;
      });
    }
    long limit = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Constants.LINGER_MILLISECONDS);
    while (current != null && quiescence.look(current.recorder) == null && System.nanoTime() < limit) Thread.yield();
    Runtime.getRuntime().halt(0);
  }

  /** The adapter's capabilities, and what this JVM can do for any library. */
  private static Set<String> claims(LibraryAdapter adapter) {
    Set<String> claims = new LinkedHashSet<>(List.of(adapter.capabilities().strip().split("\\s+")));
    claims.remove("");
    claims.addAll(adapter instanceof Adapter ? List.of("promises", "kinds:java") : List.of("channels", "channels:receive"));
    if (collectsAtOnce()) claims.add("collect");
    return claims;
  }

  /** Whether the JVM's garbage collector clears weak references at once when the host requests a collection. */
  private static boolean collectsAtOnce() {
    WeakReference<Object> reference = new WeakReference<>(new Object());
    System.gc();
    return reference.get() == null;
  }
}
