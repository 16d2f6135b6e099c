import APlusModel
import OrderedCollections

/// A group of requirements with its selected cases.
struct Section {
  /// `2.2.4` for it and everything below it; the chapter's name outside of the chapter `aplus`.
  var name: String
  var cases: [CaseResult]

  /// The name of the section that a requirement belongs to.
  ///
  ///     Section.name(of: "2.3.3.3.1", chapter: "aplus")   // "2.3.3"
  ///     Section.name(of: "2.3.3.3.1", chapter: "random")  // "random"
  static func name(of requirement: String, chapter: String) -> String {
    guard chapter == "aplus" else { return chapter }
    return requirement.split(separator: ".").prefix(3).joined(separator: ".")
  }

  /// Whether it is a section of Promises/A+ that no case was applicable of.
  var isUnaskedOfSpecification: Bool {
    cases.allSatisfy { result in
      guard result.scenario.chapter == "aplus", case .notApplicable = result.standing else { return false }
      return true
    }
  }

  /// Groups an adapter's cases by section, in order of first appearance.
  static func all(of adapter: AdapterResult) -> [Section] {
    OrderedDictionary(grouping: adapter.cases) { result in
      name(of: result.scenario.requirement, chapter: result.scenario.chapter)
    }.map { Section(name: $0, cases: $1) }
  }
}
