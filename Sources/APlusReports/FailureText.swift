import APlusModel

/// The lines that explain a failure, the same in every format.
struct FailureText {
  var adapter: AdapterResult
  var seed: UInt64
  var context: ReportContext

  /// What was expected, what was observed, and the picture of the trace.
  ///
  /// What rounds show again in the same words is told once.
  func comparison(of violations: [Violation], in result: CaseResult) -> [String] {
    var lines: [String] = []
    var told: Set<[String]> = []
    for violation in violations {
      let words = [violation.message, violation.expected, violation.observed]
      guard told.insert(words).inserted else { continue }
      if told.count > 1 { lines.append("also      \(Excerpt.line(violation.message))") }
      lines += labelled("expected", violation.expected)
      lines += labelled("observed", violation.observed)
    }
    if let untold = result.verdict?.untold, untold > 0 {
      lines.append("besides   \(untold) more violations")
    }
    if result.verdict?.strength == .bounded {
      lines.append("evidence  bounded: \(Strength.bounded.meaning)")
    }
    return lines + diagram(of: violations, in: result)
  }

  /// The trace beside what was expected of it, with the first divergence marked.
  private func diagram(of violations: [Violation], in result: CaseResult) -> [String] {
    if result.isTraceOmitted {
      return ["trace     left out, all together are too large; --report traces=DIRECTORY has it"]
    }
    guard let trace = result.trace, let violation = violations.first else { return [] }
    let text = TraceDiagram(trace).text(
      expected: Excerpt.line(violation.expected),
      at: violation.event
    )
    let lines = Excerpt.block(text, limit: Excerpt.diagramLimit).split(whereSeparator: \.isNewline)
    return [""] + lines.map(String.init) + [""]
  }

  /// The command that repeats a case, by its id.
  func replay(_ id: String) -> String { replay([id]) }

  /// The command that repeats cases, by their ids; if wanted, one after the other in one host.
  func replay(_ ids: [String], inOneHost: Bool = false) -> String {
    ReplayCommand.text(for: ids, inOneHost: inOneHost, adapter: adapter, seed: seed, in: context)
  }

  /// A label in a column of its own, and text whose lines stay beside it.
  private func labelled(_ label: String, _ text: String) -> [String] {
    let lines = Excerpt.block(text, limit: Excerpt.comparisonLimit)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let padded = label + String(repeating: " ", count: 10 - label.count)
    let blank = String(repeating: " ", count: 10)
    return lines.enumerated().map { ($0.offset == 0 ? padded : blank) + $0.element }
  }
}
