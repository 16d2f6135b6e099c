import APlusModel
import APlusQuiescence
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
  private func ending(of run: ActiveRun, _ quietClock: inout QuietClock, _ quiescence: Quiescence) -> RunEnding? {
    if run.performance.recorder.isOverrun { return RunEnding(.overrun) }
    let performance = run.performance
    // A wait for quiescence has its own limit, because a slow library may need longer.
    guard !run.isSettling.load(ordering: .acquiring), performance.pauses.load(ordering: .acquiring) == 0 else {
      quietClock = QuietClock()
      return nil
    }
    let events = performance.recorder.count + performance.timedBatches.load(ordering: .relaxed)
    quietClock.look(at: performance.recorder.run, events: events, now: aplus_clock_now()) {
      quiescence.shares(ignoring: [run.waiter.load(ordering: .acquiring)])
    }
    let time = quietClock.time
    if run.isOverdue(time) { return .running(time) }
    guard !time.isComputing, time.elapsed > Quiescence.quietPeriod else { return nil }
    if time.nanoseconds > run.quietLimit { return RunEnding(.stuck, waits: quiescence.waits) }
    let horizon = max(Quiescence.quietPeriod, performance.horizon)
    return quiescence.isCertainlyIdle(horizon) ? RunEnding(.deadlocked, waits: quiescence.waits) : nil
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

  /// The time since a look first saw the run with this many events.
  private(set) var time = QuietTime()
  private var run: UInt64?

  /// Looks at a run, and at each thread's use of the processors.
  ///
  /// The run is given by its number: a later run may have the same address.
  mutating func look(at run: UInt64, events: Int, now: UInt64, _ shares: () -> [Int32: QuietTime.Share]) {
    if run != self.run {
      self.run = run
      time = QuietTime()
    }
    time.note(events, at: now, shares)
  }
}
