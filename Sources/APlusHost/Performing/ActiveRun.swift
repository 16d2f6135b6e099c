import APlusModel
import Synchronization

/// A run, shared by the script and the watchdog; one of them finishes it.
final class ActiveRun: Sendable {
  let performance: Performance
  /// Whether the script waits for quiescence, and so has its own time limit.
  let isSettling = Atomic<Bool>(false)
  /// Milliseconds without an event after which the run counts as stuck.
  let patience: Int
  private let observer: Engine.Observer
  private let isFinished = Atomic<Bool>(false)

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

  /// Ends the run.
  ///
  /// - Returns: The outcome; nil if the run has already ended.
  func finish(_ ending: TraceEnding) -> Engine.Outcome? {
    guard !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    let recording = performance.close(ending, patience: patience, onLate: observer.onLate)
    if let failure = performance.failure { return .refused(failure) }
    return recording.map { .recorded($0) } ?? .incomplete
  }

  /// Ends a run that is stuck or has too many events, and reports its outcome.
  func giveUp(_ ending: TraceEnding) { if let outcome = finish(ending) { observer.onEnd(outcome) } }
}

extension Performance {
  /// Ends the recording.
  ///
  /// If the run recorded too much, that overrides how it ended.
  ///
  /// - Returns: What was recorded; nil if an event is missing.
  fileprivate func close(_ ending: TraceEnding, patience: Int, onLate: @escaping @Sendable (Event) -> Void)
    -> Recording?
  {
    let logs = recorder.close(patience: patience) { [unowned self] event, log in onLate(readable(event, in: log).event)
    }
    guard let logs else { return nil }
    let builder = TraceBuilder(plan: plan, extras: extras.withLock { $0 })
    return Recording(logs, builder, ending: recorder.isOverrun ? .overrun : ending)
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
