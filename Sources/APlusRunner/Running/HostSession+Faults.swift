import APlusHosting
import APlusModel

/// What it means that a host ended, fell silent or wrote garbage.
extension HostSession {
  /// Describes why the output ended while a scenario was being performed.
  func death(
    within limit: Duration,
    _ exit: HostExit,
    _ isHalfLine: Bool,
    isOverdue: Bool,
    isLingering: Bool
  ) -> HarnessError {
    if isOverdue {
      return HarnessError(type: .timeout, message: "no answer within \(limit.shown)")
    }
    if isLingering {
      return HarnessError(
        type: .protocolBreach,
        message: "the host closed its output and did not end"
      )
    }
    let place = isHalfLine ? " in the middle of a line" : ""
    return HarnessError(type: .crash, message: "the host \(exit.description)\(place)")
  }

  /// Blames an error on the first scenario without an answer.
  func blame(_ error: HarnessError, _ standardError: String) {
    guard let index = pending.first else { return }
    pending.removeFirst()
    record(
      Fault(
        index: index,
        error: error,
        standardError: standardError,
        seconds: (ContinuousClock.now - began).seconds
      )
    )
  }

  /// Records an error, with what was seen of the scenario where that is known.
  func record(
    _ fault: Fault,
    trace: Trace? = nil,
    open frames: String? = nil,
    repetition: CaseResult.Repetition? = nil
  ) {
    var error = fault.error
    if let standstill = fault.standstill { error.message += "; \(standstill)" }
    if let frames { error.message += "; open: \(frames)" }
    let scenario = board.scenario(at: fault.index)
    // A host that died says nothing of its library, but what it had seen before may.
    let collected = trace.map { judge(scenario, $0).collected } ?? []
    board.record(
      fault.index,
      fault.result(
        scenario,
        Verdict(outcome: .error(error), collected: collected),
        trace,
        repetition
      ),
      traceBytes: (trace?.events.count ?? 0) * 100
    )
  }
}
