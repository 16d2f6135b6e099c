import APlusModel
import APlusQuiescence
import CQuiescence
import Synchronization

/// A run, shared by the script and the watchdog; one of them finishes it.
final class ActiveRun: Sendable {
  let performance: Performance
  /// Whether the script waits for quiescence, and so has its own time limit.
  let isSettling = Atomic<Bool>(false)
  /// The thread of the script while it only waits for the library; 0 otherwise.
  let waiter = Atomic<Int32>(0)
  /// Milliseconds in which there is no event and no thread computes, after which the run counts as
  /// stuck.
  let patience: Int
  /// Whether the trace shows what threads wait in even where nothing can run any more.
  var asksForWaits: Bool { observer.asksForWaits }
  private let observer: Engine.Observer
  private let isFinished = Atomic<Bool>(false)

  /// How much more patience there is with threads that compute, from the begin of the run.
  ///
  /// The runner waits ten times as long as its time-out, of which `patience` is six tenths.
  static let patienceWhileComputing: UInt64 = 16

  init(_ performance: Performance, patience: Int, _ observer: Engine.Observer) {
    self.performance = performance
    self.patience = patience
    self.observer = observer
  }

  /// Performs a function that waits for quiescence.
  func settling<Result>(_ body: () -> Result) -> Result {
    isSettling.store(true, ordering: .releasing)
    defer { isSettling.store(false, ordering: .releasing) }
    return body()
  }

  /// Performs a function that may get stuck during such a wait.
  func unsettled<Value>(_ body: () -> Value) -> Value {
    isSettling.store(false, ordering: .releasing)
    defer { isSettling.store(true, ordering: .releasing) }
    return body()
  }

  /// Performs a function on the thread of the script, which may call the library, during a wait for
  /// the library.
  func working<Value>(_ body: () -> Value) -> Value {
    let thread = waiter.exchange(0, ordering: .acquiringAndReleasing)
    defer { waiter.store(thread, ordering: .releasing) }
    return body()
  }

  /// Nanoseconds in which there may be no event, and in which no thread may compute.
  var quietLimit: UInt64 { UInt64(patience) * 1_000_000 + QuietClock.allowance(after: performance.recorder.count) }

  /// Whether threads have computed for too long.
  ///
  /// - Parameter quiet: The clock since the last event, at which they still compute.
  /// - Returns: Whether the run ends.
  func isOverdue(_ quiet: QuietTime) -> Bool {
    let limit = Self.patienceWhileComputing * UInt64(patience) * 1_000_000
    return quiet.isComputing && quiet.elapsed > quietLimit && aplus_clock_now() - performance.start > limit
  }

  /// Ends the run.
  ///
  /// - Returns: The outcome; nil if the run has already ended.
  func finish(_ ending: RunEnding) -> Engine.Outcome? {
    guard !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    let recording = performance.close(ending, patience: patience, onLate: observer.onLate)
    if let failure = performance.failure { return .refused(failure) }
    return recording.map { .recorded($0) } ?? .incomplete
  }

  /// Ends a run that is stuck or has too many events, and reports its outcome.
  func giveUp(_ ending: RunEnding) { if let outcome = finish(ending) { observer.onEnd(outcome) } }
}

extension Performance {
  /// Ends the recording.
  ///
  /// If the run recorded too much, that overrides how it ended.
  ///
  /// - Returns: What was recorded; nil if an event is missing.
  fileprivate func close(_ ending: RunEnding, patience: Int, onLate: @escaping @Sendable (Event) -> Void) -> Recording?
  {
    let logs = recorder.close(patience: patience) { [unowned self] event, log in onLate(readable(event, in: log).event)
    }
    guard let logs else { return nil }
    let builder = TraceBuilder(plan: plan, extras: extras.withLock { $0 })
    return Recording(logs, builder, recorder.isOverrun ? RunEnding(.overrun) : ending)
  }

  /// Makes a single event readable that is streamed or late, with the objects that are new or have
  /// new names, by number.
  func readable(_ event: RawEvent, in log: ThreadLog) -> (event: Event, objects: [Int: TracedObject]) {
    singleEvents.withLock { builder in
      let extras = extras.withLock { $0 }
      let logs = recorder.threadLogs
      let event = builder.build(event, stack: log.stack, logs: logs, extras: extras)
      return (event, builder.takeChanges())
    }
  }
}
