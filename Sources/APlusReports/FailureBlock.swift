import APlusModel

/// The parts that every report shows of a failed case.
struct FailureBlock {
  /// The type of the failure: `aplus.order`.
  let type: String
  /// What was observed, on one line.
  let message: String
  /// The violations that the case failed by, those of its group's requirement first.
  let violations: [Violation]
  private let result: CaseResult
  private let lines: FailureText

  /// Describes a result; of a failure's violations, those of its group's requirement come first.
  init(_ result: CaseResult, about group: FailureGroup? = nil, _ lines: FailureText) {
    self.result = result
    self.lines = lines
    let line = CaseLine(result)
    var found = result.verdict?.violations ?? []
    if case .aftermath = result.standing { found = [] }
    violations = group?.leading(found) ?? found
    type = violations.first?.type.rawValue ?? line.type
    message =
      if case .unexpectedPass(let entry) = result.standing {
        Excerpt.line("passes, although \(lines.context.shownPlace(of: entry)) expects it to fail: remove the entry")
      } else { violations.first.map { Excerpt.line($0.message) } ?? line.text ?? line.reason }
  }

  /// The violated requirement; nil where none is.
  var requirement: String? { violations.first?.requirement }

  var expected: String { Excerpt.block(violations.first?.expected ?? "") }

  var observed: String { Excerpt.block(violations.first?.observed ?? "") }

  /// Further facts, a line each.
  var notes: [String] { lines.notes(on: result) + lines.contradiction(of: result) }

  /// The trace next to the expectation; empty where there is no trace.
  var picture: [String] { lines.picture(of: violations, in: result) }

  /// The command that repeats the case.
  var replay: String { lines.replay(result) }

  /// The parts by name, for formats with named members; without the empty ones.
  var members: [(key: String, value: String)] {
    let all = [
      ("type", type), ("message", message), ("requirement", requirement ?? ""), ("expected", expected),
      ("observed", observed), ("notes", notes.joined(separator: "\n")), ("trace", picture.joined(separator: "\n")),
      ("replay", replay),
    ]
    return all.filter { !$0.1.isEmpty }.map { (key: $0.0, value: $0.1) }
  }
}
