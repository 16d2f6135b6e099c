package import APlusModel

/// Writes a run as workflow commands of GitHub, which shows them next to the code.
///
///     ::error file=adapter.cjs,title=mylib 2.2.4-a::violates 2.2.4: `h` ran inside then on p …
///
/// There is one for each kind of failure, the most frequent first, then one for each other finding.
/// GitHub shows ten errors and ten warnings for each step.
package struct GitHubReport {
  private static let limit = 10

  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The commands, a line each.
  package func text() -> TerminalText {
    let errors = result.adapters.flatMap(failures)
    let warnings = result.adapters.flatMap(notices)
    return (capped(errors, "error") + capped(warnings, "warning")).joined()
  }

  private struct Annotation {
    var title: String
    var message: String
    var place: (file: String, line: Int?)?
  }

  private func failures(of adapter: AdapterResult) -> [Annotation] {
    let lines = FailureText(adapter: adapter, seed: result.seed, context: context)
    let place = place(of: adapter.file)
    let groups = FailureGroup.all(of: adapter).map { group in
      let block = FailureBlock(group.simplest, about: group, lines)
      let violated = group.requirement.map { "violates \($0): " } ?? ""
      let more = group.cases.count > 1 ? "\nand \(group.cases.count - 1) more like it" : ""
      return Annotation(
        title: "\(adapter.name) \(group.simplest.scenario.id)",
        message: "\(violated)\(block.message) (\(block.type))\(more)\nrepeat: \(block.replay)",
        place: self.place(in: group.simplest.standardError) ?? place)
    }
    let findings = AdapterFinding.all(of: adapter, in: lines).filter { !$0.isExpected }.map { finding in
      Annotation(
        title: "\(adapter.name): \(finding.title)",
        message: finding.message + (finding.replay.map { "\nrepeat: \($0)" } ?? ""),
        place: finding.entry.flatMap { self.place(of: $0.file, $0.line) } ?? place)
    }
    let others = FailureGroup.others(of: adapter).map { result in
      let block = FailureBlock(result, lines)
      let entry = result.isAftermath ? nil : result.expectedFailure
      return Annotation(
        title: "\(adapter.name) \(result.scenario.id)", message: "\(block.message)\nrepeat: \(block.replay)",
        place: entry.flatMap { self.place(of: $0.file, $0.line) } ?? place)
    }
    // A failed start explains everything else, so it comes first.
    return adapter.launchFailure == nil ? groups + findings + others : findings + groups + others
  }

  private func notices(about adapter: AdapterResult) -> [Annotation] {
    adapter.notices.map { Annotation(title: adapter.name, message: Excerpt.line($0), place: place(of: adapter.file)) }
  }

  private func capped(_ annotations: [Annotation], _ command: StaticString) -> [TerminalText] {
    let isWhole = annotations.count <= Self.limit
    let shown = annotations.prefix(isWhole ? Self.limit : Self.limit - 1)
    let rest = annotations.count - shown.count
    let more = Annotation(title: "aplus-check", message: "and \(rest) more, in the job summary and the other reports")
    return (shown + (isWhole ? [] : [more])).map { line($0, command) }
  }

  private func line(_ annotation: Annotation, _ command: StaticString) -> TerminalText {
    var properties: [(key: StaticString, value: String)] = []
    if let place = annotation.place {
      properties.append(("file", place.file))
      if let line = place.line { properties.append(("line", String(line))) }
    }
    properties.append(("title", annotation.title))
    return TerminalText(workflowCommand: command, properties, annotation.message)
  }

  // MARK: Places

  /// A file of the repository; nil outside it.
  private func place(of file: String?, _ line: Int? = nil) -> (file: String, line: Int?)? {
    file.flatMap(context.repositoryPath).map { ($0, line) }
  }

  /// The first place in a file of the repository that the host's error output names:
  /// `/home/me/lib.js:3`.
  private func place(in output: String) -> (file: String, line: Int?)? {
    for match in output.matches(of: #/(/[^\s:()"']+)(?:", line |:)(\d+)/#) {
      if let place = place(of: String(match.1), Int(match.2)) { return place }
    }
    return nil
  }
}
