package aplus;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Makes channels, and starts the threads that send and receive. */
final class Channels {
  /** Nanoseconds between two looks at a thread that has just started. */
  private static final long REST_NANOSECONDS = 20_000;

  private final Run run;
  private final ChannelAdapter<Object> adapter;
  /** The calls that may still wait. */
  private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();

  Channels(Run run, ChannelAdapter<Object> adapter) {
    this.run = run;
    this.adapter = adapter;
  }

  /** Stands for a call in traces: a channel, or a call on one. */
  final class Call {
    private Object channel;
    private Thread thread;
    private boolean hasBegun;
    /** Whether the library has the thread, which alone an interruption may meet. */
    private boolean isInside;
    private boolean isCancelled;
    private boolean isAbandoned;

    /** Cancels the channel, or the call that waits on it. */
    void cancel() {
      if (thread == null) {
        adapter.cancel(channel);
        return;
      }
      interrupt();
      if (thread != Thread.currentThread()) awaitRest(this);
    }

    void fail(Throwable reason) {
      adapter.fail(channel, reason);
    }

    private synchronized void interrupt() {
      isCancelled = true;
      if (isInside) thread.interrupt();
    }

    /** Ends a wait that nobody asks about any more. */
    private synchronized void abandon() {
      isAbandoned = true;
      interrupt();
    }

    private synchronized void enter() {
      hasBegun = isInside = true;
      if (isCancelled) thread.interrupt();
    }

    /** Whether the thread waits, and for no interruption that it has yet to notice, or has ended. */
    private synchronized boolean isAtRest() {
      if (!hasBegun) return false;
      return switch (thread.getState()) {
        case WAITING, TIMED_WAITING -> !isInside || !thread.isInterrupted();
        case TERMINATED -> true;
        default -> false;
      };
    }

    /** Returns whether there is somebody to tell the answer. */
    private synchronized boolean leave() {
      isInside = false;
      // An interruption that came too late for the library is not meant for the program's own code.
      Thread.interrupted();
      return !isAbandoned;
    }

    /** Sends or receives, until the answer that is the last. */
    private void perform(String word, Object element, UserCode done) {
      boolean goesOn = true;
      while (goesOn) {
        enter();
        Object value = null;
        Throwable error = null;
        try {
          if (word.equals("send")) adapter.send(channel, element);
          else value = adapter.receive(channel);
        } catch (Throwable thrown) {
          error = thrown;
        }
        if (!leave()) break;
        goesOn = error == null && word.equals("iterate");
        answer(done, value, error);
      }
      waiting.remove(this);
    }
  }

  /** Passes on what came of a call: a value, the end, or an error. */
  private void answer(UserCode done, Object value, Throwable error) {
    if (error == null) done.answer("ok", value);
    else if (adapter.isEnd(error)) done.answer("neither");
    else done.answer("bad", error);
  }

  void perform(Map<String, Object> step, Context context) {
    String word = (String) step.get("start");
    Recorder recorder = run.recorder;
    Object value = step.containsKey("with") ? run.values.evaluate(step.get("with"), context) : null;
    Bound channel = null;
    if (step.get("of") instanceof List<?> members && !members.isEmpty()) {
      channel = run.names().bound((String) members.get(0), context);
      if (channel == null) return;
    }
    Call call = recorder.introduce(new Call(), "\"kind\":\"call\"");
    int number = recorder.nextRegistration();
    UserCode done = UserCode.completion(run, (String) step.get("done"), number, context);
    Entry begin = recorder.frame("start", context).fixed("on", call).add("reg", number).add("kind", word)
        .add("done", step.get("done"));
    if (step.containsKey("with")) begin.fixed("with", value);
    if (channel != null) begin.references("of", List.of(channel.value()));
    if (channel != null) call.channel = ((Call) channel.value()).channel;
    run.library.give(step, context, begin, () -> {
      start(call, word, value, done);
      return call;
    });
  }

  private void start(Call call, String word, Object value, UserCode done) {
    switch (word) {
      case "send", "receive", "iterate" -> {
        waiting.add(call);
        call.thread = new Thread(() -> call.perform(word, value, done));
        call.thread.setDaemon(true);
        call.thread.start();
        awaitRest(call);
      }
      case "offer", "poll" -> answerAtOnce(call.channel, word, value, done);
      case "close" -> {
        Boolean hasClosed = adapter.close(call.channel);
        if (hasClosed == Boolean.TRUE) answer(done, null, null);
        else if (hasClosed != null) done.answer("neither");
      }
      default -> call.channel = adapter.make(word, word.equals("bounded") ? ((Long) value).intValue() : 0);
    }
  }

  /** Lets a call come to wait or to its end: calls and cancels of one thread reach the library in their order. */
  private void awaitRest(Call call) {
    run.isOver(milliseconds -> {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
      while (!call.isAtRest() && System.nanoTime() < end) LockSupport.parkNanos(REST_NANOSECONDS);
      return call.isAtRest();
    });
  }

  /** Offers or polls. A poll that finds nothing has no answer. */
  private void answerAtOnce(Object channel, String word, Object value, UserCode done) {
    boolean isOffer = word.equals("offer");
    boolean isTaken = false;
    Object found = null;
    Throwable error = null;
    try {
      if (isOffer) isTaken = adapter.offer(channel, value);
      else found = adapter.poll(channel);
    } catch (Throwable thrown) {
      error = thrown;
    }
    if (error == null && isOffer && !isTaken) done.answer("neither");
    else if (error != null || isOffer || found != null) answer(done, found, error);
  }

  /** Ends the waits that the program has left. */
  void abandon() {
    for (Call call : waiting) call.abandon();
  }
}
