import APlusJudge

extension CaseResult {
  /// What a baseline says of the case.
  package enum Expectation: Sendable, Hashable {
    /// It fails, as the entry says.
    case met(ExpectedFailure)
    /// It fails otherwise than the entry says.
    case failsDifferently(ExpectedFailure)
    /// It passes, although the entry says that it fails.
    case passes(ExpectedFailure)
  }

  /// How the case ended, as far as a baseline can expect it.
  enum Finding: Hashable {
    case passed
    case failed(type: String)
  }

  /// What a baseline says of the case; nil where no entry is about it.
  package var expectation: Expectation? {
    guard let entry = expectedFailure else { return nil }
    return switch finding {
    case .passed: .passes(entry)
    case .failed(entry.type): .met(entry)
    case .failed: .failsDifferently(entry)
    case nil: nil
    }
  }

  /// How the case ended; nil where it was not asked.
  var finding: Finding? {
    guard case .judged(let verdict) = status else { return nil }
    return switch verdict.outcome {
    case .conforms: .passed
    case .violates: .failed(type: (verdict.violations.first?.type ?? .state).rawValue)
    case .error(let error): .failed(type: error.type.rawValue)
    case .notApplicable: nil
    }
  }

  /// Violations of laws that do not decide the case.
  var collected: [Violation] {
    guard case .judged(let verdict) = status else { return [] }
    return verdict.collected
  }
}
