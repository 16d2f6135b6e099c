import APlusModel
import OrderedCollections

/// The lines that explain a failure, common to all formats.
struct FailureText {
  var adapter: AdapterResult
  var seed: UInt64
  var context: ReportContext
  /// The width limit of a picture in columns; nil for no limit.
  var width: Int?
  /// Whether pictures have one column: what was expected stands above what came instead.
  var hasOneColumn = false

  /// What was expected, what was observed, and the picture of the trace.
  ///
  /// Violations that differ only in their round are shown once.
  func comparison(of violations: [Violation], in result: CaseResult) -> [String] {
    var lines: [String] = []
    var shown: Set<[String]> = []
    for violation in violations {
      let words = [violation.message, violation.expected, violation.observed]
      guard shown.insert(words).inserted else { continue }
      if shown.count > 1 { lines.append("also      \(Excerpt.line(violation.message))") }
      lines += labelled("expected", violation.expected)
      lines += labelled("observed", violation.observed)
    }
    if let omitted = result.verdict?.omitted, omitted > 0 {
      lines.append("omitted   \(omitted.counted("more violation"))")
    }
    if result.verdict?.strength == .bounded { lines.append("evidence  bounded: \(Strength.bounded.meaning)") }
    let picture = picture(of: violations, in: result)
    return lines + (picture.isEmpty || result.isTraceOmitted ? picture : [""] + picture + [""])
  }

  /// The trace next to the expectation, with the first divergence marked.
  func picture(of violations: [Violation], in result: CaseResult) -> [String] {
    if result.isTraceOmitted { return ["trace     omitted, all traces are too large; use --report traces=DIRECTORY"] }
    guard let trace = result.trace, let violation = violations.first else { return [] }
    let diagram = TraceDiagram(trace, of: result.scenario.program)
    let expected = Excerpt.line(violation.expected)
    let text =
      hasOneColumn
      ? diagram.column(expected: expected, at: violation.event)
      : diagram.text(expected: expected, at: violation.event, width: width)
    return Excerpt.block(text, limit: Excerpt.diagramLimit).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The results of repeating the case, the command that shrinks it, and what threads waited in, a line each.
  func notes(on result: CaseResult) -> [String] {
    let repetition: String? =
      result.repetition == .notRepeated ? "repeated  not reproduced: the case passes alone in a new host" : nil
    return [StabilityText.line(for: result), repetition, search(for: result)].compactMap(\.self) + threads(of: result)
  }

  /// What the threads waited in where something did not come, a line each.
  private func threads(of result: CaseResult) -> [String] {
    let isMissing = result.verdict?.violations.first.map { $0.law == .liveness || $0.type == .stuck } ?? result.isError
    guard isMissing || result.verdict?.strength == .bounded else { return [] }
    return (result.trace?.waits ?? []).enumerated().map { "\($0 == 0 ? "threads   " : "          ")\($1)" }
  }

  /// The line with the command that searches for a smaller program that fails; nil where the case
  /// is not a generated program.
  private func search(for result: CaseResult) -> String? {
    let isGenerated = result.scenario.chapter == Scenario.generatedChapter
    guard isGenerated, result.origin == nil else { return nil }
    return "smaller   \(ReplayCommand.search(on: adapter, in: context))"
  }

  /// A line about the baseline's entry, where it expects another failure.
  func contradiction(of result: CaseResult) -> [String] {
    guard let entry = result.contradictedEntry else { return [] }
    return ["baseline  \(context.shownPlace(of: entry)) expects \(entry.failure)"]
  }

  /// The command that repeats a case; an aftermath is repeated after the case that causes it.
  func replay(_ result: CaseResult) -> String {
    var ids = [result.scenario.id]
    if case .aftermath(let cause) = result.standing { ids.insert(cause, at: 0) }
    return replay(ids, from: result.origin)
  }

  /// The command that repeats a case, by its id.
  func replay(_ id: String) -> String { replay([id], from: adapter.cases.first { $0.scenario.id == id }?.origin) }

  /// The command that repeats cases by their ids; several run in sequence in one host.
  private func replay(_ ids: [String], from origin: CaseResult.Origin?) -> String {
    var context = context
    if let origin { context.replayArguments = origin.options }
    return ReplayCommand.text(for: ids, adapter: adapter, seed: origin?.seed ?? seed, in: context)
  }

  /// A label in a column of ten characters, and text whose lines stay in the next column.
  private func labelled(_ label: String, _ text: String) -> [String] {
    let lines = Excerpt.block(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { ($0 == 0 ? label : "").padded(to: 10) + $1 }
  }
}

/// The results of `--verify-stability` for an adapter and for a case.
enum StabilityText {
  /// How many cases a line names before it counts the rest.
  private static let namedCases = 20

  /// The flaky cases on one line; nil without `--verify-stability`.
  static func line(for adapter: AdapterResult) -> String? {
    guard !adapter.stabilityStages.isEmpty, adapter.launchFailure == nil else { return nil }
    let parts = stages(of: adapter).map { "\($0.performances) \($0.name)" }
    let total = adapter.stabilityStages.reduce(0) { $0 + $1.performances }
    let done = adapter.performances?.description ?? "\(total) performances each (\(parts.joined(separator: ", ")))"
    let flaky = flakyCases(of: adapter)
    guard !flaky.isEmpty else { return "no flaky case in \(done)" }
    return "\(flaky.count.counted("flaky case")) in \(done): \(flaky.listed(namedCases))"
  }

  /// The ids of the flaky cases, expected or not.
  static func flakyCases(of adapter: AdapterResult) -> [String] {
    adapter.cases.filter { !$0.outcomes.isEmpty }.map(\.scenario.id)
  }

  /// The stages, with those of the same name merged.
  static func stages(of adapter: AdapterResult) -> [(name: String, performances: Int)] {
    OrderedDictionary(grouping: adapter.stabilityStages, by: \.name).map { name, stages in
      (name, stages.reduce(0) { $0 + $1.performances })
    }
  }

  /// The outcomes of a flaky case on one line; nil for any other case.
  static func line(for result: CaseResult) -> String? {
    // A run with a single stage has no name for it.
    let outcomes = result.outcomes.filter { !$0.stage.isEmpty }
    guard !outcomes.isEmpty else { return nil }
    let parts = outcomes.map { stage in
      "\(stage.stage): " + stage.counts.map { "\($0.times) \($0.outcome.name)" }.joined(separator: ", ")
    }
    return "seen      \(parts.joined(separator: "; "))"
  }
}

extension CaseResult.Repetition {
  /// The value of the JSON field `repetition`.
  var word: String {
    switch self {
    case .repeated: "repeated"
    case .notRepeated: "not repeated"
    case .aftermath: "aftermath"
    }
  }
}
