import APlusTrace
import CPlatform
import Synchronization

/// Notices that a scenario is stuck, and hands out its trace with the frames that are open.
final class Watchdog: Sendable {
  private static let interval: UInt32 = 25_000

  private let limit: UInt64
  private let run = Mutex<ActiveRun?>(nil)
  private let thread = Atomic<Int32>(0)
  private let isStopped = Atomic<Bool>(false)

  /// Creates a watchdog.
  ///
  /// - Parameter limit: Nanoseconds after which a scenario counts as stuck, whatever it does.
  init(limit: UInt64) {
    self.limit = limit
  }

  /// The watchdog's own thread, which sleeps with a time limit.
  var threads: Set<Int32> { [thread.load(ordering: .acquiring)] }

  /// Watches a run instead of the one before.
  func watch(_ next: ActiveRun?) {
    run.withLock { $0 = next }
  }

  /// Ends the thread, soon.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
  }

  /// Starts the thread.
  func start(_ quiescence: Quiescence) {
    Threads.start { [self] in
      thread.store(aplus_thread_id(), ordering: .releasing)
      var round = Round()
      while !isStopped.load(ordering: .relaxed) {
        aplus_thread_nap(Self.interval)
        if let run = run.withLock({ $0 }), round.isStuck(run, limit: limit, quiescence) {
          run.finish(.stuck)
          watch(nil)
        }
      }
    }
    while thread.load(ordering: .acquiring) == 0 {
      aplus_thread_yield()
    }
  }

  /// What the watchdog remembers from one look to the next.
  private struct Round {
    private var run: ActiveRun?
    private var count = 0
    private var lastChange: UInt64 = 0

    mutating func isStuck(_ next: ActiveRun, limit: UInt64, _ quiescence: Quiescence) -> Bool {
      let now = aplus_clock_now()
      let count = next.performance.recorder.count
      if now - next.start > limit { return true }
      if next !== run || count != self.count {
        run = next
        self.count = count
        lastChange = now
        return false
      }
      guard now - lastChange > Quiescence.stillness else { return false }
      // While the script waits for quiescence it finds out by itself.
      guard !next.isSettling.load(ordering: .acquiring) else { return false }
      return quiescence.isCertainlyIdle(max(Quiescence.stillness, next.performance.horizon))
    }
  }
}
