import APlusJudge
import APlusRunner
import APlusSpec

/// The block of lines that tells of one case that did not pass.
struct ConsoleFailure {
  private var result: CaseResult
  private var explanation: FailureText
  private var style: ConsoleStyle
  private var violations: [Violation]
  private var error: HarnessError?

  /// Makes the block; nil for a case that needs none.
  init?(_ result: CaseResult, explainedBy explanation: FailureText, style: ConsoleStyle) {
    switch result.standing {
    case .passed, .notApplicable, .notReached, .advised, .notRun, .expectedFailure,
      .expectedInSomeRuns, .unexpectedPass:
      return nil
    case .failed(let violations):
      self.violations = violations
      error = nil
    case .errored(let error):
      violations = []
      self.error = error
    }
    self.result = result
    self.explanation = explanation
    self.style = style
  }

  /// Whether the case has no verdict.
  var isError: Bool { error != nil }

  /// What the case has in common with others: the type of its error, or what it violates first.
  var kind: String {
    error?.type.rawValue ?? violations.first.map { "\($0.requirement) \($0.type.rawValue)" } ?? ""
  }

  /// The lines: what case, which requirement, what was seen, and how to repeat it.
  func lines() -> [String] {
    let scenario = result.scenario
    let mark = style.mark(error == nil ? .bad : .broken)
    let title = TerminalEscaping.line("\(scenario.id) \(scenario.title)")
    var lines = ["\(mark) \(style.emphasized(title))"]
    lines += requirement().map { "    " + $0 }
    lines += (cause() + seen() + baseline()).map { "    " + TerminalEscaping.line($0) }
    lines += explanation.comparison(of: violations, in: result).map {
      $0.isEmpty ? "" : "    " + TerminalEscaping.line($0)
    }
    lines += standardError().map { "    " + TerminalEscaping.line($0) }
    let source = scenario.source
    let path = explanation.context.relativePath(source.file) ?? source.file
    lines.append("    case      \(TerminalEscaping.line(path)):\(source.line)")
    lines.append("    replay    \(TerminalEscaping.line(explanation.replay(result)))")
    return lines
  }

  private func requirement() -> [String] {
    let id = result.scenario.requirement
    guard let text = explanation.context.text(of: id) else { return [] }
    return WrappedText.lines(of: "\(id): \(TerminalEscaping.line(text))", width: 92)
  }

  private func cause() -> [String] {
    if let error { return ["error     \(Excerpt.line(error.message)) (\(error.type.rawValue))"] }
    guard let violation = violations.first else { return [] }
    let message = Excerpt.line(violation.message)
    return ["violates  \(violation.requirement): \(message) (\(violation.type.rawValue))"]
  }

  private func seen() -> [String] { [StabilityText.line(for: result)].compactMap(\.self) }

  /// The entry of the baseline that expects another failure.
  private func baseline() -> [String] {
    guard case .failsDifferently(let entry) = result.expectation else { return [] }
    return ["baseline  \(explanation.context.shownPlace(of: entry)) expects \(entry.failure)"]
  }

  /// The last lines of what the host said, where that may explain an error.
  private func standardError() -> [String] {
    guard error != nil, !result.standardError.isEmpty else { return [] }
    let text = Excerpt.block(result.standardError, limit: Excerpt.comparisonLimit)
    let tail = text.split(whereSeparator: \.isNewline).suffix(12)
    return ["stderr"] + tail.map { "  \($0)" }
  }
}
