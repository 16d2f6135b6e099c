import APlusModel

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
    var sections: [Section] = []
    var places: [String: Int] = [:]
    func place(_ requirement: String, _ chapter: String) -> Int {
      let name = Section.name(of: requirement, chapter: chapter)
      if let place = places[name] { return place }
      places[name] = sections.count
      sections.append(Section(name: name, cases: [], untestable: []))
      return sections.count - 1
    }
    for result in adapter.cases {
      sections[place(result.scenario.requirement, result.scenario.chapter)].cases.append(result)
    }
    for requirement in context.untestable {
      sections[place(requirement.number, requirement.chapter)].untestable.append(requirement)
    }
    return sections
  }
}
