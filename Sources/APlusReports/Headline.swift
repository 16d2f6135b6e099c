package import APlusModel

/// The result of one adapter in a few words, which never claim more than was seen.
///
///     conforms, 733 not expressible
///     violates 2.2.4, 2.2.6.1
package enum Headline {
  /// The requirements that are named before the rest is counted.
  private static let namedRequirements = 6

  /// Gives the words.
  package static func text(for adapter: AdapterResult) -> String {
    if let failure = adapter.launchFailure {
      let words = failure.type == .wiring ? "the adapter is wired wrong" : "could not be started"
      return "\(words): \(Excerpt.line(failure.message.errorLine))"
    }
    let tally = Tally(adapter.cases)
    let violated = unexpectedlyViolated(by: adapter)
    let moving = violatedInSomeRuns(by: adapter).filter { !violated.contains($0) }
    let expected = violatedAsExpected(by: adapter)
      .filter { !violated.contains($0) && !moving.contains($0) }
    var parts: [String] = []
    if !violated.isEmpty { parts.append("violates \(list(violated))") }
    if !expected.isEmpty { parts.append("violates \(list(expected)) as expected") }
    if !moving.isEmpty { parts.append("violates \(list(moving)) in some runs, as expected") }
    if tally.unexpectedPasses > 0 { parts.append("passes where it is expected to fail") }
    if adapter.baseline?.stale.isEmpty == false { parts.append("has a stale baseline") }
    if !adapter.missing.isEmpty {
      let words = adapter.missing.map(\.description).joined(separator: ", ")
      parts.append("lacks \(words), which is required")
    }
    if tally.aftermath > 0 { parts.append("\(tally.aftermath) in the aftermath of others") }
    if tally.errors > 0 { parts.append(tally.errors == 1 ? "1 error" : "\(tally.errors) errors") }
    if tally.notRun > 0 { parts.append("incomplete, \(tally.notRun) not run") }
    if parts.isEmpty {
      parts.append(tally.passed + tally.advised > 0 ? "conforms" : "nothing could be asked")
    }
    if tally.notApplicable > 0 { parts.append("\(tally.notApplicable) not expressible") }
    return parts.joined(separator: ", ")
  }

  /// Whether any violation was seen, expected or not.
  static func hasViolations(_ adapter: AdapterResult) -> Bool {
    adapter.cases.compactMap(\.verdict)
      .contains { !$0.violations.isEmpty || !$0.collected.isEmpty }
  }

  /// The requirements that are violated in each run, as a baseline says.
  ///
  /// What a case is about, not what it happened to show besides: where threads decide that, the
  /// words would move.
  private static func violatedAsExpected(by adapter: AdapterResult) -> [String] {
    let decided = adapter.cases.compactMap { result -> String? in
      guard case .expectedFailure(let entry) = result.standing, !entry.isAboutErrors else {
        return nil
      }
      return result.scenario.requirement
    }
    let elsewhere = CollectedViolation.all(of: adapter)
      .filter { $0.expectation?.isInSomeRuns == false }.map(\.requirement).sorted()
    var seen: Set<String> = []
    return (decided + elsewhere).filter { seen.insert($0).inserted }
  }

  /// The requirements that are violated where no baseline says so, the one that most cases show first.
  static func unexpectedlyViolated(by adapter: AdapterResult) -> [String] {
    var prevalence = Prevalence()
    for result in adapter.cases {
      if case .failed(let violations) = result.standing {
        prevalence.add(violations.map(\.requirement), inCaseOf: result.scenario.requirement)
      }
    }
    for violation in CollectedViolation.all(of: adapter) where violation.expectation == nil {
      prevalence.add(violation.requirement, cases: violation.cases.count)
    }
    return prevalence.requirements
  }

  /// The requirements that a baseline alone tells to be violated in some runs.
  ///
  /// They are named whether this run shows it or not, so that the words do not move.
  static func violatedInSomeRuns(by adapter: AdapterResult) -> [String] {
    var moving: [String] = []
    var always: Set<String> = []
    for result in adapter.cases {
      switch result.standing {
      case .expectedInSomeRuns: moving.append(result.scenario.requirement)
      case .expectedFailure: always.insert(result.scenario.requirement)
      default: break
      }
    }
    let isWhole = adapter.baseline?.isWhole == true
    let seen = adapter.collectedTypes
    let elsewhere = adapter.baseline?.elsewhere.sorted { $0.key < $1.key } ?? []
    for (requirement, entry) in elsewhere where isWhole || seen[requirement] != nil {
      if entry.isInSomeRuns {
        moving.append(requirement)
      } else {
        always.insert(requirement)
      }
    }
    var named: Set<String> = []
    return moving.filter { !always.contains($0) && named.insert($0).inserted }
  }

  private static func list(_ requirements: [String]) -> String {
    let named = requirements.prefix(namedRequirements).joined(separator: ", ")
    let rest = requirements.count - namedRequirements
    return rest > 0 ? "\(named) and \(rest) more" : named
  }
}
