package import APlusModel
import APlusRules
import OrderedCollections

/// The text of `explain` about a requirement, a case, a law, a type of failure, a capability or a
/// chapter.
package struct ExplainText {
  /// How many templates of cases, and how many requirements, are listed before the rest is counted.
  private static let listed = 10

  private let subject: String
  private let requirement: Requirement?
  private let scenarios: [Scenario]
  private let isCase: Bool
  private let entry: GlossaryEntry?

  /// Finds a case, the variants of a case, a requirement or a word; nil where nothing matches.
  package init?(of subject: String, in all: [Scenario], _ requirements: [Requirement]) {
    self.subject = subject
    let cases = all.filter {
      $0.id == subject
        || $0.id.hasPrefix("\(subject).") && $0.id.hasPrefix("\($0.requirement)-")
          && subject.utf8.count > $0.requirement.utf8.count
    }
    isCase = !cases.isEmpty
    let number = cases.first?.requirement ?? subject
    requirement = requirements.first { $0.number == number }
    let named = GlossaryEntry.named(subject)
    entry = requirement == nil ? named : GlossaryEntry.about(requirement: number)
    if isCase {
      scenarios = cases
    } else if requirement != nil {
      // A heading has the cases of the requirements below it.
      scenarios = all.filter { $0.requirement == number || $0.requirement.hasPrefix("\(number).") }
    } else {
      let limit = Limit(rawValue: subject)
      scenarios = all.filter { scenario in
        limit.map(scenario.exceeds) ?? false || named?.covers(scenario) ?? false || scenario.chapter == subject
          || scenario.capabilities.contains { $0.description == subject || $0.name == subject }
      }
    }
    guard requirement != nil || entry != nil || !scenarios.isEmpty else { return nil }
  }

  /// All subjects that `explain` accepts.
  package static func subjects(_ all: [Scenario], _ requirements: [Requirement]) -> [String] {
    GlossaryEntry.all.map(\.word) + requirements.map(\.number) + all.map(\.id)
  }

  /// The text.
  package func text() -> TerminalText {
    var lines: [String] = []
    if let requirement {
      lines += about(requirement)
    } else if let entry {
      lines += [entry.word] + wrapped(entry.meaning)
    } else {
      lines.append(subject)
    }
    if Self.topicsOfProfiles.contains(subject) { lines += Self.profiles }
    if let entry {
      if !entry.importance.isEmpty { lines += wrapped("Why: \(entry.importance)") }
      if !entry.typicalBug.isEmpty { lines += wrapped("Typical bug: \(entry.typicalBug)") }
    }
    lines += isCase ? [""] + about(scenarios[0]) : overview()
    return TerminalText(lines: lines.map(TerminalText.init(line:)))
  }

  /// The words that the table of profiles explains.
  private static let topicsOfProfiles = Set(["cancellation", "profile"] + CancelProfile.table.map(\.word))

  /// The table of profiles: what a cancel does to a pending promise and to those around it.
  private static let profiles: [String] = {
    let rows = [["profile"] + CancelProfile.columns.map(\.head)] + CancelProfile.table.map(\.cells)
    let widths = rows[0].indices.map { place in rows.map { $0[place].count }.max() ?? 0 }
    let table = rows.map { row in
      let cells = zip(row.dropLast(), widths).map { $0.padded(to: $1) }
      return "  " + (cells + row.suffix(1)).joined(separator: "  ")
    }
    let legend = WrappedText.lines(of: CancelFate.legend, width: 96).map { "  \($0)" }
    return ["", "What a cancel does, as cancellation:PROFILE claims it:"] + table + [""] + legend + [""]
  }()

  private func wrapped(_ text: String) -> [String] { WrappedText.lines(of: text, width: 96).map { "  \($0)" } }

  private func about(_ requirement: Requirement) -> [String] {
    var lines = ["\(requirement.number) (\(requirement.level.rawValue), \(requirement.source))"]
    lines += wrapped(requirement.text)
    if let reason = requirement.untestable { lines += wrapped("Not machine-checkable: \(reason)") }
    return lines
  }

  private func about(_ scenario: Scenario) -> [String] {
    var lines = scenarios.count == 1 ? [] : ["\(scenarios.count) variants; the first:", ""]
    lines += ["\(scenario.id)  \(scenario.title)", "  \(scenario.source)"]
    let capabilities = scenario.capabilities.filter { $0 != .promises }
    if !capabilities.isEmpty {
      let needed = capabilities.map(\.description).joined(separator: ", ")
      lines.append("  needs \(needed)")
    }
    if let official = scenario.officialText { lines.append("  official suite: \(official)") }
    lines += ["", "Judged by:"]
    lines += scenario.expectations.map { "  - \(ExpectationText.sentence(for: $0))" }
    lines += sentences(for: scenario.decides)
    if scenario.stuckViolates { lines.append("  - a hang violates the requirement") }
    let isRandom = scenario.chapter == Scenario.generatedChapter
    lines += ["", isRandom ? "The first of the generated programs:" : "Program:"]
    return lines + ProgramText.lines(of: scenario.program).map { "  \($0)" }
  }

  private func sentences(for laws: Set<Law>) -> [String] {
    Law.allCases.filter(laws.contains).map { "  - \($0.rawValue): \(LawText.sentence(for: $0))" }
  }

  /// The requirements or laws, then the cases, grouped by template.
  private func overview() -> [String] {
    guard !scenarios.isEmpty else { return [] }
    var lines: [String] = []
    if requirement != nil {
      let laws = sentences(for: Set(scenarios.flatMap(\.decides)))
      let others = laws.isEmpty ? "" : " and by these laws"
      lines = ["", "Judged by the expectations of its cases\(others):"] + laws
      if let rule = requirement.flatMap({ rules.rule(of: $0.number) }) {
        lines += ["", "Asked of every program, whatever it is about:"] + wrapped(rule.sentence)
      }
    } else {
      let numbers = OrderedSet(scenarios.map(\.requirement))
      lines = wrapped("Requirements: \(numbers.listed(Self.listed))")
    }
    // The table of profiles leaves no room for the cases on one screen.
    if Self.topicsOfProfiles.contains(subject) { return lines + ["", scenarios.count.counted("case")] }
    let templates = OrderedDictionary(grouping: scenarios, by: Self.template)
    let isLimit = Limit(rawValue: subject) != nil
    lines += ["", "\(scenarios.count.counted("case"))\(isLimit ? " beyond it" : ""):"]
    lines += templates.prefix(Self.listed).map { template, found in
      let count = found.count == 1 ? "" : " (\(found.count) variants)"
      return "  \(template)  \(found[0].title)\(count)"
    }
    let rest = templates.dropFirst(Self.listed).reduce(0) { $0 + $1.value.count }
    if rest > 0 {
      let hint = requirement.map { ": aplus-check list --filter '\($0.number)'" } ?? ""
      lines.append("  and \(rest) more cases\(hint)")
    }
    return lines
  }

  /// The part of an id that all variants of a case share: `2.2.4-a`.
  private static func template(of scenario: Scenario) -> String {
    let number = scenario.requirement
    return number + scenario.id.dropFirst(number.count).prefix { $0 != "." }
  }
}
