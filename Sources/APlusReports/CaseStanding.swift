import APlusJudge
import APlusRunner

/// Where one case stands, as every report counts it.
enum CaseStanding {
  case passed
  case failed([Violation])
  case errored(HarnessError)
  case notApplicable(reason: String)
  case notRun(reason: String)
}

extension CaseResult {
  /// Where this case stands.
  var standing: CaseStanding {
    switch status {
    case .notRun(let reason): return .notRun(reason: reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: return .passed
      case .violates: return .failed(verdict.violations)
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
