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
    switch result.standing {
    case .errored(let error):
      type = error.type.rawValue
      message = Excerpt.line(error.message)
      violations = []
    case .aftermath(let cause):
      type = "aplus.aftermath"
      message = FailureText.aftermath(of: cause)
      violations = []
    case .unexpectedPass(let entry):
      let place = lines.context.shownPlace(of: entry)
      type = "aplus.unexpected-pass"
      message = Excerpt.line("passes, although \(place) expects it to fail")
      violations = []
    case .failed, .advised, .expectedFailure, .expectedInSomeRuns, .passed, .notApplicable, .notReached, .notRun:
      let found = result.verdict?.violations ?? []
      violations = group?.leading(found) ?? found
      type = (violations.first?.type ?? .state).rawValue
      message = Excerpt.line(violations.first?.message ?? "violated")
    }
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
