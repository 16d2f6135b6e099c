import APlusFuzz
import APlusJudge
import APlusModel
import APlusOracle

/// Judges traces by the laws and, for generated programs, which have no expectations, by the oracle
/// as well.
enum Opinions {
  private static let chapters: Set<String> = [RandomChapter.name, CaseFile.chapter]

  static func judge(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    withOracle(Judge.judge(scenario, trace), scenario, trace)
  }

  static func judgeStrictly(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    withOracle(Judge.judgeStrictly(scenario, trace), scenario, trace)
  }

  /// The verdict of the laws or, where they find nothing, that of the oracle, an executable
  /// Promises/A+.
  private static func withOracle(_ verdict: Verdict, _ scenario: Scenario, _ trace: Trace) -> Verdict {
    guard verdict.outcome == .conforms, chapters.contains(scenario.chapter) else { return verdict }
    let isUnordered = scenario.limits.contains(.unordered)
    let found = Oracle.disagreements(scenario.program, trace, within: scenario.limits).filter { found in
      !isUnordered || found.type != .order
    }
    guard !found.isEmpty else { return verdict }
    var other = verdict
    other.outcome = .violates
    other.violations = found.map(Violation.init)
    return other
  }
}

extension Violation {
  /// A difference from the oracle, which belongs to no law.
  fileprivate init(_ found: Disagreement) {
    self.init(
      law: nil, requirement: found.requirement, type: found.type, message: found.message, expected: found.expected,
      observed: found.observed, event: found.event)
  }
}
