package import APlusModel

/// The violations of one requirement in cases that are about something else.
///
/// One bug would paint every case red if each violation failed its case, and
/// would be lost if none was told: it is told once, with a count.
package struct CollectedViolation: Sendable, Hashable {
  package var requirement: String
  package var chapter: String
  /// The cases that show it, in their order.
  package var cases: [String]
  package var first: Violation

  /// Whether a case that is about the requirement failed as well.
  package var isAlsoDecided: Bool
  /// The baseline's entry about it, where that names all of its types.
  package var expectation: ExpectedFailure?

  /// Groups an adapter's collected violations by requirement, in the order in which they come up.
  package static func all(of adapter: AdapterResult) -> [CollectedViolation] {
    var found: [CollectedViolation] = []
    var places: [String: Int] = [:]
    var decided: Set<String> = []
    for result in adapter.cases {
      guard let verdict = result.verdict, !result.isAftermath else { continue }
      // Advice is no violation, and hides none.
      let told = verdict.isAdvice ? [] : verdict.violations.map(\.requirement)
      decided.formUnion(told)
      var seen = Set(told)
      for violation in verdict.collected where seen.insert(violation.requirement).inserted {
        if let place = places[violation.requirement] {
          found[place].cases.append(result.scenario.id)
          continue
        }
        places[violation.requirement] = found.count
        found.append(
          CollectedViolation(
            requirement: violation.requirement,
            chapter: result.scenario.chapter,
            cases: [result.scenario.id],
            first: violation,
            isAlsoDecided: false
          )
        )
      }
    }
    let types = adapter.collectedTypes
    for place in found.indices {
      let requirement = found[place].requirement
      found[place].isAlsoDecided = decided.contains(requirement)
      guard let entry = adapter.baseline?.elsewhere[requirement] else { continue }
      let isExpected = types[requirement]?.isSubset(of: entry.types) == true
      if isExpected { found[place].expectation = entry }
    }
    return found
  }

  /// The first case that shows it.
  package var firstCase: String { cases.first ?? "" }

  /// The count as a sentence: `2.2.4 is also violated in 611 other cases`.
  package var sentence: String {
    let also = isAlsoDecided ? "also " : ""
    let others = cases.count == 1 ? "1 other case" : "\(cases.count) other cases"
    return "\(requirement) is \(also)violated in \(others)"
  }
}
