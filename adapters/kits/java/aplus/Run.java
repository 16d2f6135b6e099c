package aplus;

import static aplus.Json.object;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** The performance of one program: its rounds and phases. */
@SuppressWarnings("unchecked")
final class Run {
  final Recorder recorder;
  final Library library;
  final Values values;
  final Verbs verbs;
  /** Milliseconds that the host waits for anything before it gives up. */
  final long patience;
  private final Map<String, Object> program;
  private final boolean probes;
  private final Quiescence quiescence;
  private final Consumer<String> answer;

  /** What a round has for itself. */
  private record Round(
      Names names, Map<String, Function<Object, Object>> shared, Queue<Runnable> idleBlocks, Queue<Runnable> turns) {}

  private Round round;

  /**
   * Starts a run.
   *
   * @param message What the runner asks: a program, and how its events are sent.
   * @param tell Gets the text of events that are sent at once.
   * @param answer Gets the text of the trace.
   */
  Run(Adapter<?> adapter, Set<String> claims, Quiescence quiescence, Map<String, Object> message,
      BiConsumer<String, String> tell, Consumer<String> answer) {
    this.quiescence = quiescence;
    this.answer = answer;
    program = (Map<String, Object>) message.get("program");
    patience = (Long) message.getOrDefault("patience", Constants.PATIENCE_MILLISECONDS);
    List<Object> uses = (List<Object>) program.get("uses");
    probes = uses.contains("probe");
    // Java has one nothing: it is written as the program calls it.
    Object nothing = uses.contains("null") ? Json.NULL : object("is", "undefined");
    long limit = (Long) message.getOrDefault("limit", Long.MAX_VALUE);
    recorder = new Recorder(adapter, nothing, message.get("stream") == Boolean.TRUE, tell, limit, this::overrun);
    library = new Library(this, adapter, claims);
    values = new Values(this);
    verbs = new Verbs(this, adapter);
  }

  /** Performs all rounds. */
  void perform() throws InterruptedException {
    long rounds = (Long) program.getOrDefault("rounds", 1L);
    for (int number = 0; number < rounds; number += 1) {
      beginRound(number);
      verbs.perform((List<Object>) program.get("steps"), new Context(List.of(), null));
      phases();
      // Nothing can run any more, so that nothing can end what is open on another thread.
      if (recorder.isOpen()) stuck();
    }
    answer.accept(recorder.close("quiet"));
    // What promises still hold is not kept alive by names.
    beginRound(0);
  }

  /** Gives up: what is stuck cannot be undone in this process. */
  void stuck() {
    answer.accept(recorder.close("stuck"));
    Runtime.getRuntime().halt(0);
  }

  /** What the program says of a function. */
  Map<String, Object> function(String name) {
    return ((Map<String, Map<String, Object>>) program.get("functions")).get(name);
  }

  Names names() {
    return round.names;
  }

  /** The functions that all registrations of the round share. */
  Map<String, Function<Object, Object>> shared() {
    return round.shared;
  }

  /** The blocks that wait for quiescence. */
  Queue<Runnable> idleBlocks() {
    return round.idleBlocks;
  }

  /** The blocks that wait for their turn. */
  Queue<Runnable> turns() {
    return round.turns;
  }

  private void beginRound(int number) {
    recorder.beginRound(number);
    round = new Round(
        new Names(recorder, probes, patience), new ConcurrentHashMap<>(), new ConcurrentLinkedQueue<>(),
        new ConcurrentLinkedQueue<>());
  }

  /** Performs idle blocks, one a phase, until none is left. */
  private void phases() throws InterruptedException {
    while (true) {
      recorder.note(object("e", "phase", "strength", awaitQuiescence()), List.of());
      Runnable block = round.idleBlocks.poll();
      if (block == null) return;
      block.run();
    }
  }

  /** Lets the library run until nothing can; gives the strength of the evidence. */
  private String awaitQuiescence() throws InterruptedException {
    long since = System.nanoTime();
    long seen = recorder.count();
    while (true) {
      String strength = quiescence.look(recorder);
      boolean isLate = System.nanoTime() - since > patienceAfter(seen);
      if (strength != null || isLate) {
        // What the library has queued may run before a turn or after it; here it does before.
        Runnable turn = round.turns.poll();
        if (turn == null) return strength != null ? strength : "bounded";
        turn.run();
      } else {
        LockSupport.parkNanos(20_000);
      }
      if (recorder.count() != seen) {
        seen = recorder.count();
        since = System.nanoTime();
      }
    }
  }

  /** Nanoseconds, more for each event so far: a library may pass on 100,000 links without one. */
  private long patienceAfter(long events) {
    double milliseconds = patience + Constants.PATIENCE_PER_EVENT_MILLISECONDS * events;
    return (long) (milliseconds * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /** Ends the process with the event that is one too many, wherever it came. */
  private void overrun() {
    answer.accept(recorder.overrunText());
    Runtime.getRuntime().halt(0);
  }
}
