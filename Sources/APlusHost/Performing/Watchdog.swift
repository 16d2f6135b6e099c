import APlusModel
import CQuiescence
import Synchronization

/// Detects a scenario that is stuck or has too many events, and reports its trace with the open
/// frames.
final class Watchdog: Sendable {
  private static let interval: UInt32 = 25_000

  private let run = Mutex<ActiveRun?>(nil)
  private let thread = Atomic<Int32>(0)
  private let isStopped = Atomic<Bool>(false)

  /// The watchdog's own thread, which sleeps with a time limit.
  var threads: Set<Int32> { [thread.load(ordering: .acquiring)] }

  /// The run that is watched; nil if there is none.
  var watched: ActiveRun? { run.withLock { $0 } }

  /// Watches a run instead of the previous one.
  func watch(_ next: ActiveRun) { run.withLock { $0 = next } }

  /// Stops watching a run; another one that is watched by now stays watched.
  func unwatch(_ ended: ActiveRun) { run.withLock { run in if run === ended { run = nil } } }

  /// Ends the thread within one interval.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Starts the thread.
  func start(_ quiescence: Quiescence) {
    Threads.start { [self] in
      thread.store(aplus_thread_id(), ordering: .releasing)
      var quietClock = QuietClock()
      while !isStopped.load(ordering: .relaxed) {
        aplus_thread_nap(Self.interval)
        if let run = watched, let ending = ending(of: run, &quietClock, quiescence) {
          run.giveUp(ending)
          unwatch(run)
        }
      }
    }
    while thread.load(ordering: .acquiring) == 0 { aplus_thread_yield() }
  }

  /// How to end a run, by what this look and previous ones saw; nil if the run may still go on.
  private func ending(of run: ActiveRun, _ quietClock: inout QuietClock, _ quiescence: Quiescence) -> TraceEnding? {
    if run.performance.recorder.isOverrun { return .overrun }
    let performance = run.performance
    // A wait for quiescence has its own limit, because a slow library may need longer.
    guard !run.isSettling.load(ordering: .acquiring), performance.pauses.load(ordering: .acquiring) == 0 else {
      quietClock = QuietClock()
      return nil
    }
    let events = performance.recorder.count
    let quiet = quietClock.look(
      at: performance.recorder.run, events: events + performance.timedBatches.load(ordering: .relaxed),
      now: aplus_clock_now())
    if quiet > UInt64(run.patience) * 1_000_000 + QuietClock.allowance(after: events) {
      // On a busy machine an endless loop gets a part of the time; waiting threads get none.
      return quietClock.used(until: aplus_process_time()) > quiet / 20 ? .running : .stuck
    }
    guard quiet > Quiescence.quietPeriod else { return nil }
    let horizon = max(Quiescence.quietPeriod, performance.horizon)
    return quiescence.isCertainlyIdle(horizon) ? .deadlocked : nil
  }
}

/// How long a run has recorded nothing.
///
/// A run that still records events is slow, however long it takes, but not stuck.
struct QuietClock {
  /// How much longer a run may record nothing after so many events, in nanoseconds.
  ///
  /// A library may pass an outcome along 100,000 links without an event.
  static func allowance(after events: Int) -> UInt64 { UInt64(events) * 300_000 }

  private var run: UInt64?
  private var events = 0
  private var lastChange: UInt64 = 0
  private var usedBefore: UInt64 = 0

  /// Looks at a run, given by its number: a later run may have the same address.
  ///
  /// - Returns: Nanoseconds since a look first saw this run with this many events.
  mutating func look(at run: UInt64, events: Int, now: UInt64) -> UInt64 {
    if run != self.run || events != self.events {
      self.run = run
      self.events = events
      lastChange = now
      usedBefore = aplus_process_time()
    }
    return now - lastChange
  }

  /// Nanoseconds of processor time that the process has used since the run last recorded something.
  func used(until now: UInt64) -> UInt64 { now - usedBefore }
}
