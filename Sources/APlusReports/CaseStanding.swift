import APlusModel

/// Where one case stands, as every report counts it.
enum CaseStanding {
  case passed
  case failed([Violation])
  /// It passes alone, and fails after another scenario in one host.
  case aftermath(of: String)
  case errored(HarnessError)
  case notApplicable(reason: String)
  /// Other requirements are violated, so that the program never came to what the case asks.
  case notReached(because: [String])
  /// It violates what its specification does not ask.
  case advised([Violation])
  case notRun(reason: String)
  /// It failed as its baseline says.
  case expectedFailure(ExpectedFailure)
  /// It passed or failed, as its baseline says that it does in some runs.
  case expectedInSomeRuns(ExpectedFailure)
  /// It passed, although its baseline says that it fails.
  case unexpectedPass(ExpectedFailure)
}

extension CaseResult {
  /// Where this case stands.
  var standing: CaseStanding {
    switch expectation {
    case .met(let entry): return .expectedFailure(entry)
    case .moves(let entry): return .expectedInSomeRuns(entry)
    case .passes(let entry): return .unexpectedPass(entry)
    case .failsDifferently, nil: break
    }
    if case .aftermath(let cause) = repetition { return .aftermath(of: cause) }
    switch status {
    case .notRun(let reason): return .notRun(reason: reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: return .passed
      case .violates:
        return verdict.isAdvice ? .advised(verdict.violations) : .failed(verdict.violations)
      case .notReached(let requirements): return .notReached(because: requirements)
      case .notApplicable(let reason): return .notApplicable(reason: reason)
      case .error(let error): return .errored(error)
      }
    }
  }

  /// The verdict, when there is one.
  var verdict: Verdict? {
    guard case .judged(let verdict) = status else { return nil }
    return verdict
  }
}
