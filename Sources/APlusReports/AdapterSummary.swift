package import APlusModel
import OrderedCollections

/// The facts that every report derives from the result of an adapter.
package struct AdapterSummary: Sendable {
  package let tally: Tally
  /// The incidental violations, one element for each requirement.
  package let incidental: [IncidentalViolation]
  /// The unexpectedly violated requirements, ranked by ``Prevalence``.
  let violated: [String]
  /// The result in a few words: `conforms, 733 not applicable`, `violates 2.2.4, 2.2.6.1`.
  package let headline: String
  /// What a run without failures says of the library: `conforms to chapter aplus`.
  let claim: String
  /// Whether a requirement is violated unexpectedly, the baseline is out of date, or a required
  /// capability is missing.
  package let isViolated: Bool
  /// Whether at least one case passed, and no case shows a violation, expected or not.
  let conforms: Bool

  package init(_ adapter: AdapterResult) {
    tally = Tally(adapter.cases)
    incidental = IncidentalViolation.all(of: adapter)
    violated = Self.violated(by: adapter, incidental)
    let inSomeRuns = Self.violatedInSomeRuns(by: adapter)
    let isStale = adapter.baseline?.stale.isEmpty == false
    headline = Self.headline(of: adapter, tally, violated, Self.violatedAsExpected(by: adapter, incidental), inSomeRuns)
    claim = Self.claims(of: adapter, tally).joined(separator: ", ")
    isViolated =
      tally.unexpected > 0 || isStale || !adapter.missing.isEmpty || incidental.contains { $0.expectation == nil }
    conforms =
      tally.passed > 0 && inSomeRuns.isEmpty
      && adapter.cases.compactMap(\.verdict).allSatisfy { $0.violations.isEmpty && $0.incidental.isEmpty }
  }

  /// The requirements that a headline names before it counts the rest.
  private static let namedRequirements = 6

  private static func headline(
    of adapter: AdapterResult, _ tally: Tally, _ violated: [String], _ asExpected: [String], _ inSomeRuns: [String]
  ) -> String {
    if let failure = adapter.launchFailure {
      let words = failure.type == .wiring ? "the adapter is wired wrong" : "could not be started"
      return "\(words): \(Excerpt.line(failure.message.errorLine))"
    }
    let flaky = inSomeRuns.filter { !violated.contains($0) }
    let expected = asExpected.filter { !violated.contains($0) && !flaky.contains($0) }
    var parts: [String] = []
    if !violated.isEmpty { parts.append("violates \(list(violated))") }
    if !expected.isEmpty { parts.append("violates \(list(expected)) as expected") }
    if !flaky.isEmpty { parts.append("violates \(list(flaky)) in some runs, as expected") }
    if tally.unexpectedPasses > 0 { parts.append("passes where it is expected to fail") }
    if adapter.baseline?.stale.isEmpty == false { parts.append("has a stale baseline") }
    if !adapter.missing.isEmpty {
      let words = adapter.missing.map(\.description).joined(separator: ", ")
      parts.append("lacks \(words), which is required")
    }
    if tally.aftermath > 0 { parts.append(tally.aftermath.counted("aftermath failure")) }
    if tally.errors > 0 { parts.append(tally.errors.counted("error")) }
    if tally.notRun > 0 { parts.append("incomplete, \(tally.notRun) not run") }
    if parts.isEmpty { parts += claims(of: adapter, tally) }
    if tally.notApplicable > 0 { parts.append("\(tally.notApplicable) not applicable") }
    return parts.joined(separator: ", ")
  }

  /// What a run without failures says of a library: no more than what it asked.
  ///
  /// | Run | Claim |
  /// |---|---|
  /// | every case of a default run | `conforms` |
  /// | named chapters | `conforms to chapter aplus` |
  /// | cases that patterns select | `2 of 4979 cases passed` |
  /// | no case of a section of Promises/A+ is applicable | besides: `section 2.3.3 was not asked` |
  private static func claims(of adapter: AdapterResult, _ tally: Tally) -> [String] {
    let passed = tally.passed + tally.advised
    guard passed > 0 else { return ["no case is applicable"] }
    if let total = adapter.scope.total { return ["\(passed) of \(total.counted("case")) passed"] }
    let chapters = adapter.scope.chapters
    let names = "\(chapters.count == 1 ? "chapter" : "chapters") \(chapters.joined(separator: ", "))"
    let claim = chapters.isEmpty ? "conforms" : "conforms to \(names)"
    let sections = Section.all(of: adapter).filter { $0.missingSubject == nil }
    let unasked = sections.filter(\.isUnaskedOfSpecification).map(\.name)
    guard let first = unasked.first else { return [claim] }
    let words = unasked.count == 1 ? "section \(first) was" : "sections \(unasked.joined(separator: ", ")) were"
    return [claim, "\(words) not asked"]
  }

  private static func list(_ requirements: [String]) -> String { requirements.listed(namedRequirements) }

  private static func violated(by adapter: AdapterResult, _ incidental: [IncidentalViolation]) -> [String] {
    var prevalence = Prevalence()
    for result in adapter.cases {
      if case .failed(let violations) = result.standing {
        prevalence.add(violations.map(\.requirement), inCaseOf: result.scenario.requirement)
      }
    }
    for violation in incidental where violation.expectation == nil {
      prevalence.add(violation.requirement, cases: violation.cases.count)
    }
    return prevalence.requirements
  }

  /// The requirements that the baseline expects to be violated in every run.
  ///
  /// A case counts for its own requirement only: which others it violates may differ from run to
  /// run.
  private static func violatedAsExpected(by adapter: AdapterResult, _ incidental: [IncidentalViolation]) -> [String] {
    let decided = adapter.cases.compactMap { result -> String? in
      guard case .expectedFailure(let entry) = result.standing, !entry.isAboutErrors else { return nil }
      return result.scenario.requirement
    }
    let others = incidental.filter { $0.expectation?.isInSomeRuns == false }.map(\.requirement)
    return Array(OrderedSet(decided + others.sorted()))
  }

  /// The requirements that the baseline expects to be violated in some runs, whether or not this
  /// run violates them.
  private static func violatedInSomeRuns(by adapter: AdapterResult) -> [String] {
    var found: [String] = []
    var always: Set<String> = []
    for result in adapter.cases {
      guard CaseLine(result).mark == .expected, let entry = result.expectedFailure else { continue }
      if entry.isInSomeRuns {
        found.append(result.scenario.requirement)
      } else {
        always.insert(result.scenario.requirement)
      }
    }
    let isComplete = adapter.baseline?.isComplete == true
    let seen = adapter.incidentalTypes
    let entries = adapter.baseline?.incidental.sorted { $0.key < $1.key } ?? []
    for (requirement, entry) in entries where isComplete || seen[requirement] != nil {
      if entry.isInSomeRuns { found.append(requirement) } else { always.insert(requirement) }
    }
    return Array(OrderedSet(found).subtracting(always))
  }
}

/// The incidental violations of one requirement: those in cases about other requirements.
///
/// They do not fail these cases, as one bug would then fail most of them. A report shows them once,
/// with a count.
package struct IncidentalViolation: Sendable, Hashable {
  package var requirement: String
  package var chapter: String
  /// The ids of the cases that show it, in the order of the run.
  package var cases: [String]
  package var first: Violation
  /// Whether a case about the requirement failed as well.
  package var isAlsoDecided: Bool
  /// The baseline's entry about it; nil where none lists all of its types.
  package var expectation: ExpectedFailure?

  /// Groups the incidental violations of an adapter by requirement, in order of first appearance.
  package static func all(of adapter: AdapterResult) -> [IncidentalViolation] {
    var found: OrderedDictionary<String, IncidentalViolation> = [:]
    var decided: Set<String> = []
    for result in adapter.cases {
      guard let verdict = result.verdict, !result.isAftermath else { continue }
      // Advice does not decide its case, so it hides no incidental violation.
      var seen = Set(verdict.isAdvice ? [] : verdict.violations.map(\.requirement))
      decided.formUnion(seen)
      for violation in verdict.incidental where seen.insert(violation.requirement).inserted {
        let new = IncidentalViolation(
          requirement: violation.requirement, chapter: result.scenario.chapter, cases: [], first: violation,
          isAlsoDecided: false)
        found[violation.requirement, default: new].cases.append(result.scenario.id)
      }
    }
    let types = adapter.incidentalTypes
    return found.values.map { violation in
      var violation = violation
      violation.isAlsoDecided = decided.contains(violation.requirement)
      if let entry = adapter.baseline?.incidental[violation.requirement],
        types[violation.requirement]?.isSubset(of: entry.types) == true
      {
        violation.expectation = entry
      }
      return violation
    }
  }

  /// The id of the first case that shows it.
  package var firstCase: String { cases.first ?? "" }

  /// The count as a sentence: `2.2.4 is also violated in 611 other cases`.
  package var sentence: String {
    let also = isAlsoDecided ? "also " : ""
    return "\(requirement) is \(also)violated in \(cases.count.counted("other case"))"
  }
}

extension AdapterSummary {
  /// How the library came off: `passed` if it conforms, `expected` if it violates only what a baseline expects, or
  /// advice, and `errored` if cases ended in errors or were not run, or none was applicable.
  var mark: Mark {
    if isViolated { return .failed }
    if tally.errors + tally.notRun > 0 || tally.total == tally.notApplicable { return .errored }
    return conforms ? .passed : .expected
  }
}
