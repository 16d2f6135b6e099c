package import APlusModel

/// One kind of failure that generated programs showed, with the first program that showed it.
package struct Finding: Sendable {
  /// What the failures of one finding have in common.
  package struct Key: Sendable, Hashable {
    /// The violated requirement; empty for an error.
    package let requirement: String
    package let type: String

    /// The key of a failure, from its main violation or its error; nil where nothing failed.
    package init?(_ result: CaseResult) {
      guard result.isFailure, let verdict = result.verdict else { return nil }
      if case .error(let error) = verdict.outcome {
        (requirement, type) = ("", error.type.rawValue)
      } else if let violation = verdict.violations.first {
        (requirement, type) = (violation.requirement, violation.type.rawValue)
      } else {
        return nil
      }
    }

    /// Whether a result fails in the same way; a program of several threads may do so only in some
    /// performances.
    package func matches(_ result: CaseResult) -> Bool {
      guard let other = Key(result) else { return false }
      return other.requirement == requirement && (other.type == type || other.type == FailureType.flaky.rawValue)
    }
  }

  package let key: Key
  /// The number of the first program that showed it.
  package let index: Int
  /// How many programs showed it.
  package var programs = 1
  /// The steps of the first program.
  package let steps: Int
  /// The smallest program that shows it, so far.
  package var result: CaseResult

  /// The result as reports show it: under the requirement that it violates.
  package var reported: CaseResult {
    var reported = result
    if !key.requirement.isEmpty { reported.scenario.requirement = key.requirement }
    return reported
  }

  /// Whether another result shows the failure better: it also fails alone.
  package func isSurpassed(by other: CaseResult) -> Bool {
    other.repetition == .repeated && result.repetition != .repeated
  }

  package init(key: Key, index: Int, result: CaseResult) {
    self.key = key
    self.index = index
    self.result = result
    steps = result.scenario.program.stepCount
  }
}
