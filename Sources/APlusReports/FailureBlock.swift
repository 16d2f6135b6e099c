import APlusModel

/// The parts that every report shows of a failed case.
struct FailureBlock {
  /// The type of the failure: `aplus.order`.
  let type: String
  /// What was observed, on one line.
  let message: String
  /// The violated requirement; nil where none is.
  let requirement: String?
  let expected: String
  let observed: String
  /// Further facts, a line each.
  let notes: [String]
  /// The trace next to the expectation; empty where there is no trace.
  let picture: [String]
  /// The command that repeats the case.
  let replay: String

  /// Describes a result; of a failure's violations, those of its group's requirement come first.
  init(_ result: CaseResult, about group: FailureGroup? = nil, _ lines: FailureText) {
    var violations: [Violation] = []
    switch result.standing {
    case .failed(let found), .advised(let found):
      violations = group?.leading(found) ?? found
      type = (violations.first?.type ?? .state).rawValue
      message = Excerpt.line(violations.first?.message ?? "violated")
    case .errored(let error):
      type = error.type.rawValue
      message = Excerpt.line(error.message)
    case .aftermath(let cause):
      type = "aplus.aftermath"
      message = RepetitionText.aftermath(of: cause)
    case .unexpectedPass(let entry):
      type = "aplus.unexpected-pass"
      message = Excerpt.line(
        "passes, although \(lines.context.shownPlace(of: entry)) expects it to fail"
      )
    case .expectedFailure, .expectedInSomeRuns, .passed, .notApplicable, .notReached, .notRun:
      violations = result.verdict?.violations ?? []
      type = (violations.first?.type ?? .state).rawValue
      message = Excerpt.line(violations.first?.message ?? "")
    }
    requirement = violations.first?.requirement
    expected = Excerpt.block(violations.first?.expected ?? "", limit: Excerpt.comparisonLimit)
    observed = Excerpt.block(violations.first?.observed ?? "", limit: Excerpt.comparisonLimit)
    notes = lines.notes(on: result) + lines.contradiction(of: result)
    picture = lines.picture(of: violations, in: result)
    replay = lines.replay(result)
  }

  /// The parts by name, for formats with named members; without the empty ones.
  var members: [(key: String, value: String)] {
    let all = [
      ("type", type), ("message", message), ("requirement", requirement ?? ""),
      ("expected", expected), ("observed", observed), ("notes", notes.joined(separator: "\n")),
      ("trace", picture.joined(separator: "\n")), ("replay", replay),
    ]
    return all.filter { !$0.1.isEmpty }.map { (key: $0.0, value: $0.1) }
  }
}
