extension CaseResult {
  /// What a baseline says of the case.
  package enum Expectation: Sendable, Hashable {
    /// It fails, as the entry says.
    case met(ExpectedFailure)
    /// It fails in some runs, as the entry says; whether it did in this one tells nothing.
    case moves(ExpectedFailure)
    /// It fails otherwise than the entry says.
    case failsDifferently(ExpectedFailure)
    /// It passes, although the entry says that it fails.
    case passes(ExpectedFailure)
  }

  /// How the case ended, as far as a baseline can expect it.
  package enum Finding: Hashable {
    case passed
    /// It failed in these ways; where it moves, not in each of its performances.
    case failed(types: Set<String>, moves: Bool)
  }

  /// What a baseline says of the case; nil where no entry is about it.
  package var expectation: Expectation? {
    guard let entry = expectedFailure, let finding else { return nil }
    if entry.explains(finding) { return entry.isInSomeRuns ? .moves(entry) : .met(entry) }
    return finding == .passed ? .passes(entry) : .failsDifferently(entry)
  }

  /// How the case ended; nil where it was not asked.
  package var finding: Finding? {
    guard case .judged(let verdict) = status else { return nil }
    let type: String
    switch verdict.outcome {
    case .conforms: return .passed
    case .notApplicable, .notReached: return nil
    case .violates: type = (verdict.violations.first?.type ?? .state).rawValue
    case .error(let error): type = error.type.rawValue
    }
    return .failed(types: variation?.types ?? [type], moves: variation?.passes ?? false)
  }
}

extension AdapterResult {
  /// The ids of the cases that were judged, if only as not expressible.
  package var asked: Set<String> {
    Set(
      cases.compactMap { result in
        if case .judged = result.status { result.scenario.id } else { nil }
      }
    )
  }

  /// How each requirement is violated in cases that do not fail by it.
  package var collectedTypes: [String: Set<String>] {
    var types: [String: Set<String>] = [:]
    for result in cases {
      guard case .judged(let verdict) = result.status, !result.isAftermath else { continue }
      let decided = Set(verdict.isAdvice ? [] : verdict.violations.map(\.requirement))
      for violation in verdict.collected where !decided.contains(violation.requirement) {
        types[violation.requirement, default: []].insert(violation.type.rawValue)
      }
    }
    return types
  }
}
