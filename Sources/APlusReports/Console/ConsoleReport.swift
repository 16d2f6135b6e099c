package import APlusModel
import OrderedCollections

/// Writes a run for a terminal.
///
/// The report has a line for each section, the failures in full, the counts, and a headline for
/// each adapter. It escapes and cuts text from a library.
package struct ConsoleReport {
  /// How many kinds of failures are shown, with one case in full each, unless verbose.
  private static let shownKinds = 10
  /// How many cases a line names before it counts the rest.
  private static let listedCases = 6

  private var result: RunResult
  private var context: ReportContext
  private var style: ConsoleStyle
  /// The lines about each adapter that were written during the run and are not written again.
  package var shown: [String: [TerminalText]] = [:]

  package init(_ result: RunResult, in context: ReportContext, style: ConsoleStyle) {
    self.result = result
    self.context = context
    self.style = style
  }

  /// The text of the report, which ends with a line feed.
  package func text() -> TerminalText {
    var lines: [TerminalText] = []
    if style.verbosity != .quiet {
      for adapter in result.adapters {
        lines += details(of: adapter)
        lines.append("")
      }
    }
    if style.verbosity == .verbose, !context.untestable.isEmpty {
      let count = context.untestable.count
      let words = count == 1 ? "1 requirement is" : "\(count) requirements are"
      lines += ["\(words) not machine-checkable: aplus-check list --untestable", ""]
    }
    lines += slowest()
    lines.append(Self.summary(of: result))
    for adapter in result.adapters {
      lines.append(headline(of: adapter))
      // A mistake in the adapter may explain the failures, which this form does not show.
      if style.verbosity == .quiet { lines += hint(of: adapter) }
      if let stability = StabilityText.line(for: adapter) { lines.append("  \(stability)") }
      if let performances = adapter.performances { lines.append("  the run ended after \(performances.description)") }
    }
    if result.isInterrupted { lines.append(style.colored("interrupted: the remaining cases were not run", .broken)) }
    return style.spelled(TerminalText(lines: lines))
  }

  /// The cases that took longest, with their share of the time.
  private func slowest() -> [TerminalText] {
    guard style.slowest > 0 else { return [] }
    let all = result.adapters.flatMap { adapter in adapter.cases.map { (adapter.name, $0) } }
    let total = all.reduce(0) { $0 + $1.1.seconds }
    let found = all.sorted { $0.1.seconds > $1.1.seconds }.prefix(style.slowest)
    let lines = found.map { name, result -> TerminalText in
      let time = FixedDecimal.seconds(result.seconds, decimals: 3)
      let share = Int((100 * result.seconds / max(total, 0.000_001)).rounded())
      return "  \(time)s \(share)%  \(name): \(result.scenario.id) \(result.scenario.title)"
    }
    return lines.isEmpty ? [] : ["slowest:"] + lines + [""]
  }

  /// The counts on one line: `120 cases: 103 passed, 4 failed (0.41s, seed 42)`.
  static func summary(of result: RunResult) -> TerminalText {
    let tally = Tally(result.adapters.flatMap(\.cases))
    let time = FixedDecimal.seconds(result.seconds, decimals: 2)
    let shard = result.shard.map { ", shard \($0)" } ?? ""
    return "\(tally.total.counted("case")): \(tally.description) (\(time)s, seed \(result.seed)\(shard))"
  }

  private func headline(of adapter: AdapterResult) -> TerminalText {
    let summary = AdapterSummary(adapter)
    let tally = summary.tally
    let isBroken = adapter.launchFailure != nil || tally.errors > 0 || tally.notRun > 0
    let tone: ConsoleStyle.Tone = summary.isViolated ? .bad : isBroken ? .broken : summary.conforms ? .good : .neutral
    return "\(style.mark(tone)) \(adapter.name): \(style.colored("\(summary.headline)", tone))"
  }

  private func details(of adapter: AdapterResult) -> [TerminalText] {
    guard let shown = shown[adapter.name] else { return [title(of: adapter)] + body(of: adapter) }
    let new = body(of: adapter, besides: Set(shown))
    return result.adapters.count > 1 && !new.isEmpty ? [title(of: adapter)] + new : new
  }

  private func body(of adapter: AdapterResult, besides shown: Set<TerminalText> = []) -> [TerminalText] {
    var lines: [TerminalText] = []
    if let failure = adapter.launchFailure {
      let message = Excerpt.block(failure.message)
      lines.append("")
      lines += message.split(separator: "\n").map { "  \($0)" }
      return lines
    }
    lines += notices(about: adapter)
    let sections = Section.all(of: adapter)
    let width = sections.map(\.name.count).max() ?? 0
    for section in sections where section.missingSubject == nil {
      lines.append(line(for: section, width: width))
      if style.verbosity == .verbose { lines += section.cases.map(line) }
    }
    return (lines + otherSubjects(sections)).filter { !shown.contains($0) } + failures(of: adapter)
  }

  /// A line for each subject that the library lacks, in the place of its sections.
  private func otherSubjects(_ sections: [Section]) -> [TerminalText] {
    let groups = OrderedDictionary(grouping: sections.filter { $0.missingSubject != nil }) { $0.missingSubject ?? "" }
    return groups.map { subject, sections in
      let count = sections.reduce(0) { $0 + $1.cases.count }
      return "  \(style.mark(.neutral)) \(count.counted("case")) about \(subject), which the library does not have"
    }
  }

  /// The lines about an adapter that are known once its host has said hello.
  package func opening(of adapter: AdapterResult) -> [TerminalText] { [title(of: adapter)] + notices(about: adapter) }

  /// The lines of the sections that have cases in a result.
  ///
  /// - Parameters:
  ///   - adapter: The result, with the cases of these sections only.
  ///   - scenarios: All cases of the run; their sections decide the width of the column of names.
  /// - Returns: A line for each section.
  package func sectionLines(of adapter: AdapterResult, among scenarios: [Scenario]) -> [TerminalText] {
    let width = scenarios.map { Section.name(of: $0.requirement, chapter: $0.chapter).count }.max()
    return Section.all(of: adapter).filter { $0.missingSubject == nil }.map { line(for: $0, width: width ?? 0) }
  }

  /// The findings of the smoke gate about an adapter that it did not refuse.
  private func notices(about adapter: AdapterResult) -> [TerminalText] {
    adapter.withdrawn.map { notice("without \($0.capability): \($0.reason)") } + hint(of: adapter)
  }

  private func hint(of adapter: AdapterResult) -> [TerminalText] { adapter.hint.map { [notice("hint: \($0)")] } ?? [] }

  private func notice(_ text: String) -> TerminalText { "  \(Self.quoted(text))" }

  /// Text that may be from a library, cut and escaped to stay on its line.
  private static func quoted(_ text: String, limit: Int = Excerpt.messageLimit) -> TerminalText {
    TerminalText(line: Excerpt.line(text, limit: limit))
  }

  private func title(of adapter: AdapterResult) -> TerminalText {
    let name = style.emphasized("\(adapter.name)")
    guard let identity = adapter.identity else { return name }
    let parts = [identity.library, identity.version].map { Self.quoted($0, limit: Excerpt.nameLimit) }
    let language = Self.quoted(identity.language, limit: Excerpt.nameLimit)
    let library = parts.filter { !$0.string.isEmpty }.joined(separator: " ")
    return "\(name)  \(library) (\(language))"
  }

  private func line(for section: Section, width: Int) -> TerminalText {
    let tally = Tally(section.cases)
    let tone: ConsoleStyle.Tone =
      tally.unexpected > 0 ? .bad : tally.errors > 0 ? .broken : tally.passed > 0 ? .good : .neutral
    return "  \(section.name.padded(to: width))  \(style.mark(tone)) \(tally.description)"
  }

  private func line(for result: CaseResult) -> TerminalText {
    let scenario = result.scenario
    let time = "(\(FixedDecimal.seconds(result.seconds, decimals: 3))s)"
    let line = CaseLine(result)
    let words: TerminalText = line.text.map { ": \(Self.quoted($0))" } ?? ""
    let tone: ConsoleStyle.Tone =
      switch line.mark {
      case .passed: .good
      case .failed: .bad
      case .errored: .broken
      case .expected, .advised, .unasked: .neutral
      }
    return "    \(style.mark(tone)) \(scenario.id) \(scenario.title)\(words)\(tone == .neutral ? "" : " \(time)")"
  }

  /// The entries of the baseline that need a change.
  private func baseline(of adapter: AdapterResult) -> [TerminalText] {
    let passes = adapter.cases.compactMap { result -> (entry: ExpectedFailure, text: String)? in
      guard case .unexpectedPass(let entry) = result.standing else { return nil }
      return (entry, "\(result.scenario.id) passes: remove the entry")
    }
    let stale = (adapter.baseline?.stale ?? []).map { (entry: $0.entry, text: $0.message) }
    let found = (passes + stale).map { entry, text -> TerminalText in
      "\(style.mark(.bad)) \(context.shownPlace(of: entry)): \(Excerpt.line(text))"
    }
    return found.isEmpty ? [] : [""] + found
  }

  private func failures(of adapter: AdapterResult) -> [TerminalText] {
    let explanation = FailureText(
      adapter: adapter, seed: result.seed, context: context, width: style.width.map { $0 - 4 },
      hasOneColumn: style.isPlain)
    let groups = FailureGroup.all(of: adapter)
    let isWhole = style.verbosity == .verbose
    let violated = groups.filter { $0.requirement != nil }
    let rest = isWhole ? [] : Self.omitted(of: violated)
    let shown = groups.indices.filter { !rest.contains($0) }.map { groups[$0] }
    var lines: [TerminalText] = []
    var needsLegend = true
    for group in shown {
      for failure in isWhole ? group.cases : [group.simplest] {
        let block = ConsoleFailure(failure, about: group, explainedBy: explanation, style: style)
        let legend = needsLegend ? block.legend() : []
        needsLegend = needsLegend && legend.isEmpty
        lines += [""] + block.lines(legend: legend)
      }
      if !isWhole, group.cases.count > 1 {
        lines.append("    \(Self.list("also", group.cases.dropFirst().map(\.scenario.id)))")
      }
      let others = group.requirements.dropFirst()
      if !isWhole, !others.isEmpty {
        lines.append("    one fact  these cases violate \(TerminalEscaping.line(others.joined(separator: ", "))) by it")
      }
    }
    if !rest.isEmpty {
      let count = rest.reduce(0) { $0 + groups[$1].cases.count }
      lines += ["", "and \(count) failures of other kinds (-v shows all, as do the reports)"]
    }
    return lines + asides(about: adapter) + aftermaths(of: adapter, explanation) + baseline(of: adapter)
      + incidentals(of: adapter, explanation)
  }

  /// The places of the kinds beyond those that are shown, which always include the one that most
  /// cases show.
  private static func omitted(of groups: [FailureGroup]) -> [Int] {
    var rest = Array(groups.indices.dropFirst(shownKinds))
    guard let widest = groups.indices.max(by: { groups[$0].cases.count < groups[$1].cases.count }),
      let place = rest.firstIndex(of: widest)
    else { return rest }
    rest[place] = shownKinds - 1
    return rest
  }

  /// The cases that other violations kept from their point, and the cases that violate only advice.
  private func asides(about adapter: AdapterResult) -> [TerminalText] {
    var cases: OrderedDictionary<String, [String]> = [:]
    for result in adapter.cases {
      let line = CaseLine(result)
      guard line.isPerformed, [.advised, .unasked].contains(line.mark), let heading = line.heading else { continue }
      cases[heading, default: []].append(result.scenario.id)
    }
    let lines = cases.map { heading, ids -> TerminalText in "\(style.mark(.neutral)) \(Self.list("\(heading):", ids))" }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// The cases that fail only after another one, grouped by that other case.
  private func aftermaths(of adapter: AdapterResult, _ explanation: FailureText) -> [TerminalText] {
    var cases: OrderedDictionary<String, [CaseResult]> = [:]
    for result in adapter.cases {
      guard case .aftermath(let cause) = result.standing else { continue }
      cases[cause, default: []].append(result)
    }
    let lines = cases.flatMap { cause, found -> [TerminalText] in
      let label = "pass alone, fail after \(cause) in the same host:"
      return [
        "\(style.mark(.bad)) \(Self.list(label, found.map(\.scenario.id)))",
        "    replay    \(explanation.replay(found[0]))",
      ]
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  private func incidentals(of adapter: AdapterResult, _ explanation: FailureText) -> [TerminalText] {
    let violations = IncidentalViolation.all(of: adapter).filter { $0.expectation == nil }
    let lines = violations.flatMap { violation -> [TerminalText] in
      [
        "\(style.mark(.bad)) \(violation.sentence), first in \(violation.firstCase):",
        "    \(Self.quoted(violation.first.message))", "    \(Self.list("cases", violation.cases))",
        "    replay    \(explanation.replay(violation.firstCase))",
      ]
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// A label, the first ids, and the number of the others.
  private static func list(_ label: String, _ ids: [String]) -> String {
    "\(label) ".padded(to: 10) + ids.listed(listedCases)
  }
}
