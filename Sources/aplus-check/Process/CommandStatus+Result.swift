import APlusJudge
import APlusRunner

extension CommandStatus {
  /// The status of a run: of several harms, the larger one.
  init(of result: RunResult) {
    let errors = result.adapters.flatMap { adapter in
      adapter.cases.compactMap(\.error) + [adapter.launchFailure].compactMap(\.self)
    }
    let isViolated = result.adapters.contains { adapter in
      adapter.cases.contains { $0.showsViolation }
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
  fileprivate var error: HarnessError? {
    guard case .judged(let verdict) = status, case .error(let error) = verdict.outcome else {
      return nil
    }
    return error
  }

  /// Whether it shows a violation, of its own requirement or of another.
  fileprivate var showsViolation: Bool {
    guard case .judged(let verdict) = status else { return false }
    return verdict.outcome == .violates || !verdict.collected.isEmpty
  }
}

extension HarnessError {
  /// Whether the fault lies with the harness or its cases, not with the adapter.
  fileprivate var isHarnessFault: Bool {
    switch type {
    case .harness, .specification: true
    case .crash, .launch, .protocolBreach, .timeout: false
    }
  }
}
