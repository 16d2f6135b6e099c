import APlusJSON
import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check list`: lists the cases without running them.
struct ListCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the cases: id, title, required capabilities.")

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Write JSON: ids, requirements, titles and capabilities.") var json = false

  @Flag(help: "List the requirements that are not machine-checkable instead, with reasons.") var untestable = false

  func validate() throws {
    if untestable && json { throw ValidationError("--untestable and --json exclude each other") }
  }

  func status() async throws -> CommandStatus {
    let choice = try selection.choice
    let catalogue = try Catalogue.load(specs: selection.specs, choosing: choice).selecting(
      choice, orRequirements: untestable)
    let text = if untestable { Self.untestable(catalogue) } else { json ? Self.json(catalogue) : Self.text(catalogue) }
    Console.write(text, to: .standardOutput)
    return .conforms
  }

  /// One line per case, with its capabilities in brackets; all but a few need promises.
  static func text(_ catalogue: Catalogue) -> TerminalText {
    let lines = catalogue.scenarios.map { scenario -> TerminalText in
      let needed = scenario.capabilities.filter { $0 != .promises }.map(\.description).joined(separator: " ")
      let suffix = needed.isEmpty ? "" : "  [\(needed)]"
      return "\(scenario.id)  \(scenario.title)\(suffix)"
    }
    return TerminalText(lines: lines)
  }

  /// The requirements that are not machine-checkable, each with the reason.
  static func untestable(_ catalogue: Catalogue) -> TerminalText {
    let lines = catalogue.requirements.flatMap { requirement -> [TerminalText] in
      guard let reason = requirement.untestable else { return [] }
      let words = WrappedText.lines(of: TerminalEscaping.line(reason), width: 96)
      return ["\(requirement.number)"] + words.map { "  \($0)" }
    }
    return TerminalText(lines: lines)
  }

  /// The list as `aplus-list/1`.
  static func json(_ catalogue: Catalogue) -> TerminalText {
    let cases = catalogue.scenarios.map { scenario -> JSON in
      [
        "id": .string(scenario.id), "chapter": .string(scenario.chapter), "requirement": .string(scenario.requirement),
        "title": .string(scenario.title), "capabilities": .array(scenario.capabilities.map { .string($0.description) }),
        "cost": .real(scenario.cost),
      ]
    }
    return TerminalText(["list": "aplus-list/1", "cases": .array(cases)])
  }
}
