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

  /// The subject that the library lacks, if all cases are about that: `promises` of a library of callbacks.
  var missingSubject: String? {
    guard case .notApplicable(let subject)? = cases.first?.standing, Capability.subjects.contains(subject) else {
      return nil
    }
    let isAlone = cases.allSatisfy { if case .notApplicable(subject) = $0.standing { true } else { false } }
    return isAlone ? subject : nil
  }

  /// Groups an adapter's cases by section, in order of first appearance.
  static func all(of adapter: AdapterResult) -> [Section] {
    OrderedDictionary(grouping: adapter.cases) { result in
      name(of: result.scenario.requirement, chapter: result.scenario.chapter)
    }.map { Section(name: $0, cases: $1) }
  }
}
