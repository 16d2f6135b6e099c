import APlusJudge
import APlusModel
import APlusReports
import APlusRunner

extension CommandStatus {
  /// The status of a run: of several harms, the larger one.
  init(of result: RunResult) {
    let errors = result.adapters.flatMap { adapter in
      adapter.cases.compactMap(\.unexpectedError) + [adapter.launchFailure].compactMap(\.self)
    }
    let isViolated = result.adapters.contains { adapter in
      adapter.cases.contains { $0.showsUnexpectedFinding }
        || CollectedViolation.all(of: adapter).contains { $0.expectation == nil }
        || adapter.baseline?.stale.isEmpty == false
        || !adapter.missing.isEmpty
    }
    if errors.contains(where: \.isHarnessFault) {
      self = .harnessError
    } else if result.isInterrupted {
      self = .interrupted
    } else if !errors.isEmpty {
      self = .adapterError
    } else {
      self = isViolated ? .violates : .conforms
    }
  }
}

extension CaseResult {
  fileprivate var unexpectedError: HarnessError? {
    guard case .judged(let verdict) = status, case .error(let error) = verdict.outcome, !isAftermath
    else {
      return nil
    }
    return switch expectation {
    case .met, .moves: nil
    case .failsDifferently, .passes, nil: error
    }
  }

  /// Whether it violates its requirement, or passes, against what is expected.
  fileprivate var showsUnexpectedFinding: Bool {
    switch expectation {
    case .met, .moves: return false
    case .passes: return true
    case .failsDifferently, nil: break
    }
    guard case .judged(let verdict) = status else { return false }
    return isAftermath || verdict.outcome == .violates && !verdict.isAdvice
  }
}

extension HarnessError {
  /// Whether the fault lies with the harness or its cases, not with the adapter.
  fileprivate var isHarnessFault: Bool {
    switch type {
    case .harness, .specification: true
    case .crash, .launch, .wiring, .protocolBreach, .timeout: false
    }
  }
}
