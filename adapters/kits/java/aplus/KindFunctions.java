package aplus;

import java.io.Serializable;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The kinds of functions in Java, as `kinds` of ../../vocabulary.json lists them. */
final class KindFunctions {
  /** Makes a function of a kind that calls another function, by the name of the kind. */
  private static final Map<String, UnaryOperator<Function<Object, Object>>> ALL = new LinkedHashMap<>();

  private KindFunctions() {}

  /** A function of a kind that calls another function. */
  static Function<Object, Object> make(String word, Function<Object, Object> enter) {
    return ALL.get(Kinds.name(word)).apply(enter);
  }

  static {
    ALL.put("equal", enter -> {
      class Entering extends Kinds.Equal implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("unequal", enter -> {
      class Entering extends Kinds.Unequal implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("incomparable", enter -> {
      class Entering extends Kinds.Incomparable implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("unhashable", enter -> {
      class Entering extends Kinds.Unhashable implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("unprintable", enter -> {
      class Entering extends Kinds.Unprintable implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("list", enter -> {
      @SuppressWarnings("serial")
      class Entering extends ArrayList<Object> implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("error", enter -> {
      @SuppressWarnings("serial")
      class Entering extends RuntimeException implements Function<Object, Object> {
        @Override public Object apply(Object value) { return enter.apply(value); }
      }
      return new Entering();
    });
    ALL.put("instance", Instance::new);
    ALL.put("record", RecordFunction::new);
    ALL.put("anonymous", enter -> new Function<Object, Object>() {
      @Override public Object apply(Object value) { return enter.apply(value); }
    });
    ALL.put("alone", KindFunctions::alone);
    ALL.put("several", Several::new);
    ALL.put("lambda", enter -> value -> enter.apply(value));
    ALL.put("bound-reference", enter -> enter::apply);
    ALL.put("composed", enter -> enter.compose(value -> value));
    ALL.put("operator", enter -> (UnaryOperator<Object>) enter::apply);
    ALL.put("serializable", enter -> (Function<Object, Object> & Serializable) value -> enter.apply(value));
    ALL.put("proxy", KindFunctions::proxy);
    ALL.put("method-handle", KindFunctions::handle);
  }

  private static final class Instance implements Function<Object, Object> {
    private final Function<Object, Object> enter;
    Instance(Function<Object, Object> enter) { this.enter = enter; }
    @Override public Object apply(Object value) { return enter.apply(value); }
  }

  private record RecordFunction(Function<Object, Object> enter) implements Function<Object, Object> {
    @Override public Object apply(Object value) { return enter.apply(value); }
  }

  /** A function that throws when another is composed from it. */
  private static Function<Object, Object> alone(Function<Object, Object> enter) {
    return new Function<>() {
      @Override public Object apply(Object value) { return enter.apply(value); }
      @Override public <V> Function<V, Object> compose(Function<? super V, ? extends Object> before) {
        throw Kinds.refusal();
      }
      @Override public <V> Function<Object, V> andThen(Function<? super Object, ? extends V> after) {
        throw Kinds.refusal();
      }
    };
  }

  /** A function that also has other functional types. */
  private record Several(Function<Object, Object> enter)
      implements Function<Object, Object>, Supplier<Object>, Callable<Object>, Runnable, Consumer<Object> {
    @Override public Object apply(Object value) { return enter.apply(value); }
    @Override public Object get() { throw Kinds.refusal(); }
    @Override public Object call() { throw Kinds.refusal(); }
    @Override public void run() { throw Kinds.refusal(); }
    @Override public void accept(Object value) { throw Kinds.refusal(); }
  }

  /** A proxy made by reflection: each call goes through an invocation handler. */
  @SuppressWarnings("unchecked")
  private static Function<Object, Object> proxy(Function<Object, Object> enter) {
    return (Function<Object, Object>) Proxy.newProxyInstance(
        KindFunctions.class.getClassLoader(), new Class<?>[] {Function.class}, (self, method, all) -> {
          if (method.getName().equals("apply")) return enter.apply(all[0]);
          throw Kinds.refusal();
        });
  }

  /** A function made from a method handle. */
  @SuppressWarnings("unchecked")
  private static Function<Object, Object> handle(Function<Object, Object> enter) {
    try {
      MethodType type = MethodType.methodType(Object.class, Object.class);
      return (Function<Object, Object>) MethodHandleProxies.asInterfaceInstance(
          Function.class, MethodHandles.lookup().findVirtual(Function.class, "apply", type).bindTo(enter));
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }
}
