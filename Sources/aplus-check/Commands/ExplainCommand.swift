import APlusJSON
import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check explain`: shows what a requirement demands and how it is judged.
struct ExplainCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a requirement, a case, or a word of a report."
  )

  @ArgumentParser.Argument(
    help: "A requirement such as 2.2.4, the id of a case, or a word such as zalgo or clean-stack."
  )
  var subject: String

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir"))
  var specs: String?

  func status() async throws -> CommandStatus {
    let catalogue = try Catalogue.load(specs: specs)
    let text = try ExplainText(of: subject, in: catalogue).text()
    Console.write(text, to: .standardOutput)
    return .conforms
  }
}

/// The text of `explain` about a requirement, a case, a law, a type of failure or a chapter.
struct ExplainText {
  /// The cases that are listed before the rest is counted.
  private static let listedCases = 12

  private let requirement: Requirement?
  private var scenarios: [Scenario]
  private let isCase: Bool
  private let entry: GlossaryEntry?

  /// Finds a case, the variants of one, or a requirement.
  init(of subject: String, in catalogue: Catalogue) throws(Failure) {
    let cases = catalogue.scenarios.filter {
      $0.id == subject || $0.id.hasPrefix("\(subject).") && subject.contains("-")
    }
    isCase = !cases.isEmpty
    scenarios = isCase ? cases : catalogue.scenarios.filter { $0.requirement == subject }
    let number = cases.first?.requirement ?? subject
    requirement = catalogue.requirements.first { $0.number == number }
    entry = GlossaryEntry.named(subject)
    guard requirement == nil, scenarios.isEmpty else { return }
    // A law, a chapter or a capability has cases; other words have none of their own.
    scenarios = catalogue.scenarios.filter { scenario in
      scenario.chapter == subject || scenario.decides.contains { $0.rawValue == subject }
        || scenario.capabilities.contains { $0.description == subject || $0.name == subject }
    }
    guard entry == nil, scenarios.isEmpty else { return }
    let words =
      GlossaryEntry.all.map(\.word) + catalogue.chapters + catalogue.requirements.map(\.number)
      + catalogue.scenarios.map(\.id)
    let hint = words.nearest(to: subject).map { "; did you mean '\($0)'?" } ?? ""
    throw Failure(
      .usage,
      "there is no requirement, case or word '\(subject)'\(hint); 'aplus-check list' shows the cases"
    )
  }

  /// The text.
  func text() -> String {
    var lines: [String] = []
    if let entry, !isCase { lines += about(entry) + [""] }
    if let requirement { lines += about(requirement) + [""] }
    if let scenario = scenarios.first, isCase {
      lines += about(scenario)
    } else if !scenarios.isEmpty {
      lines += list()
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func about(_ entry: GlossaryEntry) -> [String] {
    let parts = [("", entry.meaning), ("Why: ", entry.importance), ("Usual fault: ", entry.usualFault)]
    return [entry.word]
      + parts.filter { !$1.isEmpty }.flatMap { label, text in
        WrappedText.lines(of: label + text, width: 96).map { "  \($0)" }
      }
  }

  private func about(_ requirement: Requirement) -> [String] {
    var lines = ["\(requirement.number) (\(requirement.level.rawValue), \(requirement.source))"]
    lines += WrappedText.lines(of: requirement.text, width: 96).map { "  \($0)" }
    if let reason = requirement.untestable {
      lines.append("")
      lines += WrappedText.lines(of: "Not machine-checkable: \(reason)", width: 96)
        .map { "  \($0)" }
    }
    return lines
  }

  private func about(_ scenario: Scenario) -> [String] {
    var lines = scenarios.count == 1 ? [] : ["\(scenarios.count) variants; the first:", ""]
    lines += ["\(scenario.id)  \(scenario.title)", "  \(scenario.source)"]
    if !scenario.capabilities.isEmpty {
      let needed = scenario.capabilities.map(\.description).joined(separator: ", ")
      lines.append("  needs \(needed)")
    }
    if let official = scenario.officialText { lines.append("  official suite: \(official)") }
    lines += ["", "Judged by:"]
    lines += scenario.expectations.map { "  - \(ExpectationText.sentence(for: $0))" }
    lines += Law.allCases.filter(scenario.decides.contains).map {
      "  - \($0.rawValue): \(LawText.sentence(for: $0))"
    }
    if scenario.stuckViolates { lines.append("  - a hang violates the requirement") }
    lines += ["", "Program:"] + ProgramText.lines(of: scenario.program).map { "  \($0)" }
    return lines
  }

  private func list() -> [String] {
    let laws = Set(scenarios.flatMap(\.decides))
    var lines: [String] = []
    if requirement != nil {
      lines = ["Judged by the expectations of its cases and by these laws:"]
      lines += Law.allCases.filter(laws.contains).map {
        "  - \($0.rawValue): \(LawText.sentence(for: $0))"
      }
      lines.append("")
    }
    lines += [scenarios.count == 1 ? "1 case:" : "\(scenarios.count) cases:"]
    lines += scenarios.prefix(Self.listedCases).map { "  \($0.id)  \($0.title)" }
    if scenarios.count > Self.listedCases {
      let rest = scenarios.count - Self.listedCases
      let hint = requirement.map { ": aplus-check list --filter '\($0.number)'" } ?? ""
      lines.append("  and \(rest) more\(hint)")
    }
    return lines
  }
}
