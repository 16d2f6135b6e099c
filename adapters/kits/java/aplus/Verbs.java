package aplus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;

/** Performs steps. */
@SuppressWarnings("unchecked")
final class Verbs {
  private final Run run;
  private final Recorder recorder;
  private final Library library;
  /** Null for a library without promises. */
  private final Adapter<Object> adapter;
  /** Null for a library without channels. */
  private final Channels channels;
  private final Map<String, Performer> performers = new HashMap<>();

  /** Performs one verb. */
  interface Performer {
    void perform(Map<String, Object> step, Context context);
  }

  Verbs(Run run, LibraryAdapter adapter) {
    this.run = run;
    this.recorder = run.recorder;
    this.library = run.library;
    this.adapter = adapter instanceof Adapter<?> promises ? (Adapter<Object>) promises : null;
    channels = adapter instanceof ChannelAdapter<?> own ? new Channels(run, (ChannelAdapter<Object>) own) : null;
    Lanes lanes = new Lanes(run);
    performers.put("let", this::let);
    performers.put("fulfill", this::settle);
    performers.put("reject", this::settle);
    performers.put("resolve", this::settle);
    performers.put("then", this::then);
    performers.put("await", new Awaits(run, this.adapter)::perform);
    performers.put("combine", this::combine);
    performers.put("mark", this::mark);
    performers.put("later", this::later);
    performers.put("repeat", this::repeat);
    performers.put("lanes", lanes::perform);
    performers.put("wait", lanes::await);
    performers.put("drop", this::drop);
    performers.put("probe", this::probe);
    performers.put("cancel", this::cancel);
    if (channels != null) performers.put("start", channels::perform);
  }

  /** Ends the waits that the program has left. */
  void abandonWaits() {
    if (channels != null) channels.abandon();
  }

  /** Performs steps one after another, on the stack of the caller. */
  void perform(List<Object> steps, Context context) {
    for (Object element : steps) {
      Map<String, Object> step = (Map<String, Object>) element;
      Performer performer = performers.get(step.get("verb"));
      if (performer == null) throw new IllegalArgumentException("Java cannot perform " + Json.text(step));
      performer.perform(step, context.at(step.get("id")));
    }
  }

  private void let(Map<String, Object> step, Context context) {
    String name = (String) step.get("let");
    Names names = run.names();
    names.whileBinding(context.name(name), () -> {
      Bound made = run.values.evaluated(step.get("be"), context);
      if (made == null) {
        names.unbound(name, context);
        return;
      }
      names.bind(name, made, context);
      recorder.note(recorder.entry("let", context).add("name", name).value("value", made.value()));
    });
  }

  private void settle(Map<String, Object> step, Context context) {
    String verb = (String) step.get("verb");
    String name = (String) step.get(verb);
    Bound promise = run.names().bound(name, context);
    if (promise == null) return;
    Channels.Call call = promise.value() instanceof Channels.Call channel ? channel : null;
    if (call == null && !promise.isDeferred()) {
      run.names().unbound(name, context);
      return;
    }
    Object value = run.values.evaluate(step.get("with"), context);
    Entry begin = recorder.frame(verb, context).value("on", promise.value()).value("with", value);
    if (call == null) library.settle(begin, context, promise.value(), verb, value);
    else library.call(begin, context, () -> call.fail(Thrown.reason(value)));
  }

  private void then(Map<String, Object> step, Context context) {
    Bound promise = run.names().bound((String) step.get("then"), context);
    if (promise == null) return;
    int number = recorder.nextRegistration();
    Function<Object, Object> ok = UserCode.named(
        run, step.get("ok"), new UserCode.Role("handler", number, "ok"), context);
    Function<Object, Object> bad = UserCode.named(
        run, step.get("bad"), new UserCode.Role("handler", number, "bad"), context);
    Entry begin = recorder.frame("then", context).add("ok", step.get("ok")).add("bad", step.get("bad"))
        .value("on", promise.value()).number("reg", number);
    // A cast, not a wrapper: the function may be of a special kind.
    Function<Throwable, Object> onRejected = (Function<Throwable, Object>) (Function<?, ?>) bad;
    library.give(step, context, begin, () -> adapter.then(promise.value(), ok, onRejected));
  }

  private void combine(Map<String, Object> step, Context context) {
    String kind = (String) step.get("combine");
    List<Object> members = new ArrayList<>();
    for (Object member : (List<Object>) step.get("of")) members.add(run.values.evaluate(member, context));
    UserCode.Role role = switch (kind) {
      case "finally" -> new UserCode.Role("handler", null, "finally");
      case "recover" -> new UserCode.Role("handler", null, "bad");
      default -> new UserCode.Role("task", null, null);
    };
    Function<Object, Object> function = UserCode.named(run, step.get("call"), role, context);
    Entry begin = recorder.frame("combine", context).add("kind", kind).references("of", members);
    library.give(step, context, begin, () -> {
      Object given = adapter.combine(kind, members, (Long) step.get("ms"), (Long) step.get("times"), function);
      if ("emptied".equals(step.get("list"))) members.clear();
      return given;
    });
  }

  private void cancel(Map<String, Object> step, Context context) {
    Bound promise = run.names().bound((String) step.get("cancel"), context);
    if (promise == null) return;
    Throwable reason =
        step.containsKey("with") ? Thrown.reason(run.values.evaluate(step.get("with"), context)) : null;
    Entry begin = recorder.frame("cancel", context).fixed("on", promise.value());
    if (reason != null) begin.fixed("with", reason);
    library.call(begin, context, () -> {
      if (promise.value() instanceof Awaits.Task task) task.cancel();
      else if (promise.value() instanceof Channels.Call call) call.cancel();
      else adapter.cancel(promise.value(), reason);
    });
  }

  private void mark(Map<String, Object> step, Context context) {
    String name = (String) step.get("mark");
    recorder.note(recorder.entry("mark", context).add("name", name));
    run.names().gate(context.name(name)).countDown();
  }

  private void later(Map<String, Object> step, Context context) {
    Queue<Runnable> queue = step.get("later").equals("idle") ? run.idleBlocks() : run.turns();
    queue.add(() -> {
      recorder.note(recorder.entry("block", context));
      perform((List<Object>) step.get("do"), context);
    });
  }

  private void repeat(Map<String, Object> step, Context context) {
    for (int index = 0; index < (Long) step.get("repeat"); index += 1) {
      perform((List<Object>) step.get("do"), context.inRepeat(index));
    }
  }

  private void drop(Map<String, Object> step, Context context) {
    List<Object> dropped = (List<Object>) step.get("drop");
    library.call(recorder.frame("drop", context).add("names", dropped), context, () -> {
      for (Object written : dropped) {
        run.names().drop(context.name((String) written));
        run.shared().remove(written);
      }
    });
  }

  private void probe(Map<String, Object> step, Context context) {
    String name = (String) step.get("probe");
    System.gc();
    boolean isGone = run.names().isGone(context.name(name));
    recorder.note(recorder.entry("gone", context).add("name", name).add("yes", isGone));
  }
}
