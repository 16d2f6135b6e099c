package aplus;

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
  /** Milliseconds between two looks at what other threads do. */
  private static final long WAIT_SLICE = 50;

  /** Nanoseconds that the host waits for anything without progress before it gives up. */
  private final long patience;
  private final Clock clock;
  /** When a library that still computes is given up. */
  private final long end;
  private final Map<String, Object> program;
  private final boolean probes;
  private final boolean awaits;
  private final boolean asksForWaits;
  private final Quiescence quiescence;
  private final Consumer<Wire.Text> answer;

  /** The state of one round. */
  private record Round(
      Names names, Map<String, Function<Object, Object>> shared, Queue<Runnable> idleBlocks, Queue<Runnable> turns) {}

  private Round round;
  /** The strength of the last phase. */
  private String strength;

  /**
   * Starts a run.
   *
   * @param message The runner's request: a program, and how to send its events.
   * @param send Takes the first member's name and the other members of each line with an event.
   * @param answer Takes the trace.
   */
  Run(LibraryAdapter adapter, Set<String> claims, Quiescence quiescence, Map<String, Object> message,
      BiConsumer<String, String> send, Consumer<Wire.Text> answer) {
    this.quiescence = quiescence;
    this.answer = answer;
    program = (Map<String, Object>) message.get("program");
    long milliseconds = (Long) message.getOrDefault("patience", Constants.PATIENCE_MILLISECONDS);
    patience = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    clock = new Clock(patience);
    end = Constants.PATIENCE_WHILE_COMPUTING * patience;
    List<Object> uses = (List<Object>) program.get("uses");
    probes = uses.contains("probe");
    awaits = uses.contains("await");
    asksForWaits = message.get("waits") == Boolean.TRUE;
    // Java has only null. The trace writes it as null if the program uses that, else as undefined.
    String nothing = uses.contains("null") ? "null" : "{\"is\":\"undefined\"}";
    long limit = (Long) message.getOrDefault("limit", Long.MAX_VALUE);
    recorder = new Recorder(adapter, nothing, message.get("stream") == Boolean.TRUE, send, limit, this::overrun);
    library = new Library(this, adapter, claims);
    values = new Values(this);
    verbs = new Verbs(this, adapter);
  }

  /** Performs all rounds. */
  void perform() throws InterruptedException {
    long rounds = (Long) program.getOrDefault("rounds", 1L);
    for (int number = 0; number < rounds; number += 1) {
      beginRound(number);
      verbs.perform((List<Object>) program.get("steps"), Context.OUTERMOST);
      phases();
      // Nothing can run any more, so a frame that is open on another thread will never end.
      if (recorder.isOpen()) giveUp("stuck");
    }
    answer.accept(recorder.close("quiet", asksForWaits || strength.equals("bounded") ? waits() : Map.of()));
    verbs.abandonWaits();
    // Drops the names, so that they keep no promise alive.
    beginRound(0);
  }

  /** Ends the process, because a stuck thread cannot be stopped. */
  private void giveUp(String ending) {
    answer.accept(recorder.close(ending, waits()));
    Runtime.getRuntime().halt(0);
  }

  /** Gives up on threads that compute. */
  private void running(Activity activity) {
    answer.accept(recorder.close("running", Map.of("computing", activity.description())));
    Runtime.getRuntime().halt(0);
  }

  /** What the threads wait in, as a member of a trace. */
  private Map<String, Object> waits() {
    return Map.of("waits", Activity.waits(quiescence.workers()));
  }

  /** A wait for another thread, for some milliseconds; returns whether it is over. */
  interface Wait {
    boolean isOver(long milliseconds) throws Exception;
  }

  /** Waits for another thread; gives up if that is in vain. */
  void await(Wait wait) {
    String ending = ending(wait);
    if (ending != null) giveUp(ending);
  }

  /** Waits for another thread; returns false if that is in vain. */
  boolean isOver(Wait wait) {
    return ending(wait) == null;
  }

  /**
   * Waits for another thread. Gives up if one computes for too long.
   *
   * @return Null if the wait is over. `deadlocked` if no thread can run that could end it; `stuck` if for too long
   *     there was no event and no thread computed.
   */
  private String ending(Wait wait) {
    quiescence.beginWait();
    try {
      Activity activity = new Activity();
      long since = clock.now();
      long seen = recorder.count();
      while (!wait.isOver(WAIT_SLICE)) {
        // What slept during the look may have ended the wait just before.
        if (quiescence.look(recorder) != null && !wait.isOver(1)) return "deadlocked";
        boolean isComputing = activity.isComputing(quiescence::workers, recorder.count());
        long now = clock.now();
        if (isComputing && activity.elapsed() > patience && now > end) running(activity);
        if (isComputing || recorder.count() != seen) {
          since = now;
          seen = recorder.count();
        }
        if (now - since > patience) return "stuck";
      }
      return null;
    } catch (Exception error) {
      // Only a library that interrupts the host's threads can break this off, and that ends the host.
      throw new IllegalStateException(error);
    } finally {
      quiescence.endWait();
    }
  }

  /** The program's definition of a function. */
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
        new Names(recorder, probes, this::isOver), new ConcurrentHashMap<>(), new ConcurrentLinkedQueue<>(),
        new ConcurrentLinkedQueue<>());
  }

  /** Performs idle blocks, one per phase, until none is left. */
  private void phases() throws InterruptedException {
    while (true) {
      strength = awaitQuiescence();
      recorder.note(recorder.entry("phase", Context.OUTERMOST).add("strength", strength));
      Runnable block = round.idleBlocks.poll();
      if (block == null) return;
      block.run();
    }
  }

  /** Lets turns and the library run until nothing can run; returns the strength of the evidence. */
  private String awaitQuiescence() throws InterruptedException {
    long since = clock.now();
    long seen = recorder.count();
    Activity activity = new Activity();
    while (true) {
      String strength = quiescence.look(recorder);
      boolean isComputing = strength == null && activity.isComputing(quiescence::workers, recorder.count());
      long now = clock.now();
      if (isComputing) {
        since = now;
        if (activity.elapsed() > patienceAfter(seen) && since > end) running(activity);
      }
      boolean isLate = now - since > patienceAfter(seen);
      // Until its time limit has passed, a task that awaits would keep turns waiting.
      boolean isForTurn = strength == null && awaits && !round.turns.isEmpty() && quiescence.isAllWaiting();
      if (strength != null || isLate || isForTurn) {
        // Jobs that the library has queued may run before or after a turn. Here they run before it.
        Runnable turn = round.turns.poll();
        if (turn == null) return strength != null ? strength : "bounded";
        turn.run();
      } else {
        LockSupport.parkNanos(20_000);
      }
      if (recorder.count() != seen) {
        seen = recorder.count();
        since = now;
      }
    }
  }

  /** In nanoseconds, more for each event so far: a library may pass an outcome down 100,000 links without an event. */
  private long patienceAfter(long events) {
    double more = Constants.PATIENCE_PER_EVENT_MILLISECONDS * events;
    return patience + (long) (more * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /** Ends the process at the first event beyond the limit, on whatever thread it came. */
  private void overrun() {
    answer.accept(recorder.overrunText());
    Runtime.getRuntime().halt(0);
  }
}
