import APlusModel

/// The block of lines about a case that did not pass.
struct ConsoleFailure {
  private let result: CaseResult
  private let block: FailureBlock
  private let explanation: FailureText
  private let style: ConsoleStyle

  /// Makes the block of a failed case, with the violations of its group's requirement first.
  init(_ result: CaseResult, about group: FailureGroup, explainedBy explanation: FailureText, style: ConsoleStyle) {
    self.result = result
    block = FailureBlock(result, about: group, explanation)
    self.explanation = explanation
    self.style = style
  }

  /// What the names in the picture are, for the first picture of a report; empty where there is none.
  func legend() -> [String] {
    let names = PictureNames(in: block.picture)
    return names.sentence.map { ["names     \($0)"] } ?? []
  }

  /// The lines: the case, the requirement, the observation, the legend of its picture, and the command that repeats the
  /// case.
  func lines(legend: [String]) -> [TerminalText] {
    let scenario = result.scenario
    let mark = style.mark(result.isError ? .broken : .bad)
    var lines: [TerminalText] = ["\(mark) \(style.emphasized("\(scenario.id) \(scenario.title)"))"]
    lines += requirement().map { "    \($0)" }
    lines += (cause() + block.notes).flatMap(fitted)
    lines += explanation.comparison(of: block.violations, in: result).flatMap {
      $0.isEmpty ? [""] : $0.contains("│") ? ["    \($0)"] : fitted($0)
    }
    lines += legend.flatMap(fitted)
    lines += (standardError() + place()).map { "    \($0)" }
    if let official = result.scenario.officialText { lines.append("    official  \(official)") }
    lines.append("    replay    \(block.replay)")
    return lines
  }

  /// The file and line of the case; for a generated case, its origin.
  private func place() -> [String] {
    let scenario = result.scenario
    if let origin = explanation.context.origins[scenario.id] { return origin.lines }
    let path = explanation.context.shortestPath(scenario.source.file)
    // Merged results may come from a directory that is not known here.
    return scenario.source.line > 0 ? ["case      \(path):\(scenario.source.line)"] : []
  }

  private func requirement() -> [String] {
    let id = result.scenario.requirement
    guard let text = explanation.context.text(of: id) else { return [] }
    let width = min(92, style.width.map { $0 - 4 } ?? 92)
    return WrappedText.lines(of: TerminalEscaping.line("\(id): \(text)"), width: width)
  }

  /// A line with a label, wrapped in the column of its text where it is too long.
  private func fitted(_ line: String) -> [TerminalText] {
    let text = TerminalEscaping.line(line)
    guard let width = style.width, text.count > width - 4 else { return ["    \(text)"] }
    let label = String(text.prefix(10))
    let parts = WrappedText.lines(of: String(text.dropFirst(10)), width: width - 14)
    let blank = String(repeating: " ", count: 10)
    return parts.enumerated().map { "    \($0 == 0 ? label : blank)\($1)" }
  }

  private func cause() -> [String] {
    if result.isError { return ["error     \(block.message) (\(block.type))"] }
    return block.requirement.map { ["violates  \($0): \(block.message) (\(block.type))"] } ?? []
  }

  /// The last lines of the host's standard error, for cases that ended in an error.
  private func standardError() -> [String] {
    guard result.isError, !result.standardError.isEmpty else { return [] }
    let text = Excerpt.block(result.standardError)
    let tail = text.split(whereSeparator: \.isNewline).suffix(12)
    return ["stderr"] + tail.map { "  \($0)" }
  }
}
