package import APlusModel
import OrderedCollections

/// Writes a run in Markdown, for the summary of a build or a comment on a change.
package struct MarkdownReport {
  /// The size limit of a document in bytes; GitHub drops a build summary above 1 MiB.
  private static let sizeLimit = 900_000
  /// How many cases a line names before it counts the rest.
  private static let namedCases = 20

  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    var lines: [String] = []
    for adapter in result.adapters { lines += part(about: adapter) }
    let summary = ConsoleReport.summary(of: result)
    lines += [MarkdownEscaping.text("\(summary), \(result.timestamp) UTC"), ""]
    lines.append("aplus-check \(MarkdownEscaping.text(context.toolVersion))")
    return fitted(lines) + "\n"
  }

  private func part(about adapter: AdapterResult) -> [String] {
    let summary = AdapterSummary(adapter)
    let headline = MarkdownEscaping.text(summary.headline)
    var lines = ["### \(summary.mark.sign) \(MarkdownEscaping.code(adapter.name)): \(headline)", ""]
    if let identity = adapter.identity {
      let about = "\(identity.library) \(identity.version) (\(identity.language))"
      lines += [MarkdownEscaping.text(Excerpt.line(about)), ""]
    }
    lines += adapter.notices.map { "- " + MarkdownEscaping.text(Excerpt.line($0)) }
    if !adapter.notices.isEmpty { lines.append("") }
    let explanation = FailureText(adapter: adapter, seed: result.seed, context: context)
    lines += findings(of: adapter, explanation) + table(of: adapter)
    for group in FailureGroup.all(of: adapter) { lines += block(about: group, explanation) }
    return lines + unasked(by: adapter)
  }

  private func findings(of adapter: AdapterResult, _ explanation: FailureText) -> [String] {
    let found = AdapterFinding.all(of: adapter, in: explanation).filter { !$0.isExpected }
    let passes = adapter.cases.compactMap { result -> String? in
      guard case .unexpectedPass(let entry) = result.standing else { return nil }
      return "\(context.shownPlace(of: entry)): \(result.scenario.id) passes: remove the entry"
    }
    let lines = found.map { finding in
      let place = finding.entry.map { "\(context.shownPlace(of: $0)): " }
      return MarkdownEscaping.text((place ?? "") + finding.message)
        + (finding.replay.map { ". Repeat: \(MarkdownEscaping.code($0))" } ?? "")
    }
    let all = lines + passes.map(MarkdownEscaping.text)
    return all.isEmpty ? [] : all.map { "- ✘ \($0)" } + [""]
  }

  private func table(of adapter: AdapterResult) -> [String] {
    var lines = ["| Section | Cases | Passed | Failed | Errors | n/a | Other |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    for section in Section.all(of: adapter) {
      let tally = Tally(section.cases)
      let shown = [tally.passed, tally.unexpected, tally.errors, tally.notApplicable]
      let counts = [tally.total] + shown + [tally.total - shown.reduce(0, +)]
      let cells = [MarkdownEscaping.text(section.name)] + counts.map { $0 == 0 ? "" : String($0) }
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines + [""]
  }

  private func block(about group: FailureGroup, _ explanation: FailureText) -> [String] {
    let scenario = group.simplest.scenario
    let block = FailureBlock(group.simplest, about: group, explanation)
    let name = HTMLEscaping.text("\(scenario.id) \(scenario.title)")
    let more = group.cases.count > 1 ? ", and \(group.cases.count - 1) more like it" : ""
    var lines = ["<details><summary>✘ <b>\(name)</b>\(more)</summary>", ""]
    let violated = group.requirement.map { "violates \($0): " } ?? ""
    lines += [MarkdownEscaping.text("\(violated)\(block.message) (\(block.type))"), ""]
    if let id = group.requirement, let text = context.text(of: id) {
      lines += ["> \(MarkdownEscaping.text("\(id): \(text)"))", ""]
    }
    let details = block.notes + block.picture
    if !details.isEmpty { lines += MarkdownEscaping.block(details) + [""] }
    lines += MarkdownEscaping.block([block.replay]) + [""]
    if group.cases.count > 1 {
      let others = Self.list(group.cases.dropFirst().map(\.scenario.id))
      lines += ["Also \(others)", ""]
    }
    return lines + ["</details>", ""]
  }

  /// The cases that neither passed nor failed by themselves, grouped by reason.
  private func unasked(by adapter: AdapterResult) -> [String] {
    var reasons: OrderedDictionary<String, [String]> = [:]
    for result in adapter.cases {
      if let heading = CaseLine(result).heading { reasons[heading, default: []].append(result.scenario.id) }
    }
    guard !reasons.isEmpty else { return [] }
    let items = reasons.map { reason, ids in "- \(MarkdownEscaping.text(reason)): \(Self.list(ids))" }
    return ["<details><summary>Cases that neither passed nor failed by themselves</summary>", ""] + items + [
      "", "</details>", "",
    ]
  }

  private static func list(_ ids: [String]) -> String { ids.map(MarkdownEscaping.code).listed(namedCases) }

  /// The lines that fit into the size limit, cut between blocks.
  private func fitted(_ lines: [String]) -> String {
    var size = 0
    var place = lines.startIndex
    var end = lines.startIndex
    while place < lines.endIndex {
      size += lines[place].utf8.count + 1
      guard size <= Self.sizeLimit else {
        return (lines[..<end] + ["The rest is too long: the other reports have it."]).joined(separator: "\n")
      }
      place += 1
      if lines[place - 1] == "</details>" || lines[place - 1].isEmpty && !isOpen(lines[..<place]) { end = place }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a details block is still open at the end of the lines.
  private func isOpen(_ lines: ArraySlice<String>) -> Bool {
    let last = lines.last { $0.hasPrefix("<details>") || $0 == "</details>" }
    return last?.hasPrefix("<details>") == true
  }
}
