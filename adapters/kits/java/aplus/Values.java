package aplus;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Evaluates the value expressions of a program. */
final class Values {
  private final Run run;
  private final Recorder recorder;

  Values(Run run) {
    this.run = run;
    this.recorder = run.recorder;
  }

  /** The value of an expression, or the mark UNBOUND if the library threw instead of making a promise. */
  Object evaluate(Object expression, Context context) {
    Bound made = evaluated(expression, context);
    return made == null ? run.names().mark("UNBOUND", "UNBOUND").value() : made.value();
  }

  /** The value of an expression, or null if the library threw instead of making a promise. */
  @SuppressWarnings("unchecked")
  Bound evaluated(Object expression, Context context) {
    if (expression instanceof String name) return run.names().lookUp(name, context);
    if (!(expression instanceof Map)) return new Bound(expression == Json.NULL ? null : expression, false);
    Map<String, Object> value = (Map<String, Object>) expression;
    if (value.containsKey("promise")) return run.library.make(value, context);
    return new Bound(plain(value, context), false);
  }

  private Object plain(Map<String, Object> value, Context context) {
    if (value.containsKey("text")) return value.get("text");
    if (value.containsKey("is")) return special((String) value.get("is"));
    if (value.get("error") instanceof String name) {
      RuntimeException error = switch (name) {
        case "TypeError" -> new ClassCastException();
        case "RangeError" -> new IndexOutOfBoundsException();
        default -> new RuntimeException();
      };
      return recorder.introduce(error, "\"kind\":\"error\",\"class\":" + Json.text(name));
    }
    if (value.get("list") instanceof List<?> members) {
      List<Object> items = new ArrayList<>();
      for (Object member : members) items.add(evaluate(member, context));
      return list(items);
    }
    throw new IllegalArgumentException("a value that Java cannot express: " + Json.text(value));
  }

  private Object special(String word) {
    return switch (word) {
      case "undefined" -> null;
      case "NaN" -> Double.NaN;
      case "-0" -> -0.0;
      case "bigint" -> BigInteger.TWO.pow(70);
      case "function" -> function();
      case "array-of-function" -> list(List.of(function()));
      default -> {
        if (word.contains(".")) yield kind(word);
        String name = Character.toUpperCase(word.charAt(0)) + word.substring(1);
        yield recorder.introduce(new Mark(), "\"kind\":\"object\",\"class\":" + Json.text(name));
      }
    };
  }

  /** A value of a kind. Scalars, which the trace writes literally, get no identity. */
  private Object kind(String word) {
    String name = Kinds.name(word);
    Object made = Kinds.VALUES.get(name).get();
    if (made instanceof Double) return made;
    return made instanceof Throwable error
        ? recorder.introduce(error, "\"kind\":\"error\",\"class\":" + Json.text(error.getClass().getSimpleName()))
        : recorder.introduce(made, "\"kind\":\"object\",\"class\":" + Json.text(name));
  }

  private List<Object> list(List<Object> items) {
    return recorder.introduce(items, "\"kind\":\"list\",\"items\":" + recorder.references(items));
  }

  private Object function() {
    Supplier<Object> function = () -> run.names().mark("O", "O").value();
    return recorder.introduce(function, "\"kind\":\"function\"");
  }
}
