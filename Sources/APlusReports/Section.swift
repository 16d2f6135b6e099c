import APlusModel
import OrderedCollections

/// A group of requirements, and the cases of it that were selected.
struct Section {
  /// `2.2.4` for everything below it; the chapter's name for requirements without a number.
  var name: String
  var cases: [CaseResult]
  /// Its requirements that are not machine-checkable.
  var untestable: [Requirement]

  /// The name of the section that a requirement belongs to.
  ///
  ///     Section.name(of: "2.3.3.3.1", chapter: "aplus")  // "2.3.3"
  ///     Section.name(of: "Z7", chapter: "zalgo")         // "zalgo"
  static func name(of requirement: String, chapter: String) -> String {
    let parts = requirement.split(separator: ".")
    guard let first = parts.first, first.allSatisfy(\.isNumber) else { return chapter }
    return parts.prefix(3).joined(separator: ".")
  }

  /// Groups an adapter's cases, in the order in which sections come up.
  static func all(of adapter: AdapterResult, in context: ReportContext) -> [Section] {
    var sections: OrderedDictionary<String, Section> = [:]
    func add(_ requirement: String, _ chapter: String, _ change: (inout Section) -> Void) {
      let name = name(of: requirement, chapter: chapter)
      change(&sections[name, default: Section(name: name, cases: [], untestable: [])])
    }
    for result in adapter.cases {
      add(result.scenario.requirement, result.scenario.chapter) { $0.cases.append(result) }
    }
    for requirement in context.untestable {
      add(requirement.number, requirement.chapter) { $0.untestable.append(requirement) }
    }
    return Array(sections.values)
  }
}
