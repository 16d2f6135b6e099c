import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/** The example's promise with one fault, which only one kind of value, function or exception shows. */
public class Faulty extends Example {
  private static final String FAULT = System.getenv("APLUS_FAULT");

  @Override public Promise deferred() { return new FaultyPromise(); }

  /** The promise. */
  static final class FaultyPromise extends Promise {
    private final Set<Object> seen = new HashSet<>();
    private String text = "pending";

    @Override Promise derive() { return new FaultyPromise(); }

    @Override void follow(Object result) {
      super.follow(switch (String.valueOf(FAULT)) {
        case "value is compared" -> result != null && result.equals(this) ? this : result;
        case "value is a key" -> seen.add(result) ? result : null;
        case "optional is opened" -> result instanceof Optional<?> optional ? optional.orElse(null) : result;
        case "callable is called" -> result instanceof Callable<?> callable ? called(callable) : result;
        case "array is spread" -> result instanceof Object[] array && array.length == 1 ? array[0] : result;
        case "resource is closed" -> result instanceof AutoCloseable resource ? closed(resource) : result;
        case "error is thrown" -> result instanceof Error error ? thrown(error) : result;
        default -> result;
      });
    }

    @Override synchronized void settle(Object value, Throwable reason) {
      switch (String.valueOf(FAULT)) {
        case "value is printed" -> text = "fulfilled with " + value;
        case "reason is printed" -> text = reason == null ? text : reason.getMessage();
        case "stack is cut" -> {
          if (reason != null) reason.setStackTrace(new StackTraceElement[0]);
        }
        case "errors leave" -> {
          if (reason instanceof VirtualMachineError error) throw error;
        }
        default -> { }
      }
      super.settle(value, switch (String.valueOf(FAULT)) {
        case "cause is the reason" -> reason != null && reason.getCause() != null ? reason.getCause() : reason;
        case "cancellation is anew" -> reason instanceof CancellationException ? new CancellationException() : reason;
        default -> reason;
      });
    }

    @Override <A> Object call(Function<A, Object> handler, A argument) {
      switch (String.valueOf(FAULT)) {
        case "handler is compared" -> {
          if (handler.equals(Function.identity())) return argument;
        }
        case "handler is derived from" -> {
          return handler.andThen(result -> result).apply(argument);
        }
        case "runnable is run" -> {
          if (handler instanceof Runnable runnable) runnable.run();
        }
        case "exceptions are caught" -> {
          try {
            return handler.apply(argument);
          } catch (Error error) {
            return null;
          }
        }
        case "runtime exceptions are caught" -> {
          try {
            return handler.apply(argument);
          } catch (RuntimeException | Error error) {
            throw error;
          } catch (Throwable error) {
            return null;
          }
        }
        default -> { }
      }
      return handler.apply(argument);
    }

    private static Object called(Callable<?> callable) {
      try {
        return callable.call();
      } catch (Exception error) {
        return error;
      }
    }

    private static Object closed(AutoCloseable resource) {
      try {
        resource.close();
        return resource;
      } catch (Exception error) {
        return error;
      }
    }

    private static Object thrown(Error error) {
      throw error;
    }
  }
}
