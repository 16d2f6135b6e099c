import APlusModel
import Synchronization

/// A run as the script and the watchdog see it; one of them finishes it.
final class ActiveRun: Sendable {
  let performance: Performance
  /// Whether the script waits for quiescence, and so looks after itself.
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

  /// Performs what may get stuck in between.
  func unsettled<Value>(_ body: () -> Value) -> Value {
    isSettling.store(false, ordering: .releasing)
    defer { isSettling.store(true, ordering: .releasing) }
    return body()
  }

  /// Ends the run.
  ///
  /// - Returns: What came of it; nil where it has ended before.
  func finish(_ ending: TraceEnding) -> Engine.Outcome? {
    guard !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    let recording = performance.close(ending, patience: patience, onLate: observer.onLate)
    if let failure = performance.failure { return .refused(failure) }
    return recording.map { .recorded($0) } ?? .incomplete
  }

  /// Ends a run that will not end by itself.
  func giveUp(_ ending: TraceEnding) {
    if let outcome = finish(ending) { observer.onEnd(outcome) }
  }
}

extension Performance {
  /// Ends the recording; how the run ended does not count where it recorded too much.
  ///
  /// - Returns: What was recorded; nil where an event is missing.
  fileprivate func close(
    _ ending: TraceEnding,
    patience: Int,
    onLate: @escaping @Sendable (Event) -> Void
  ) -> Recording? {
    let logs = recorder.close(patience: patience) { [unowned self] event, log in
      onLate(self.event(event, in: log))
    }
    guard let logs else { return nil }
    let builder = TraceBuilder(plan: plan, extras: extras.withLock { $0 })
    return Recording(logs, builder, ending: recorder.isOverrun ? .overrun : ending)
  }

  /// One event by itself, as it is streamed or comes late.
  func event(_ event: RawEvent, in log: ThreadLog) -> Event {
    singleEvents.withLock { builder in
      let extras = extras.withLock { $0 }
      return builder.build(event, stack: log.stack, logs: recorder.threadLogs, extras: extras)
    }
  }
}
