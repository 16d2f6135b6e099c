import APlusModel

/// A case of a JUnit file.
struct JUnitCase {
  var name: String
  var seconds: Double
  /// What is wrong; nil for a case that passed.
  var problem: Problem?
  /// The standard error of the host; empty for cases without a failure or error.
  var standardError = ""

  /// The one child element that a case may have.
  struct Problem {
    /// The name of the element.
    enum Kind: String {
      case failure
      case error
      case skipped
    }

    var kind = Kind.failure
    var type: String
    var message: String
    /// The text of the element; a skipped case has none.
    var body: String
  }

  init(_ result: CaseResult, explainedBy lines: FailureText, outputBudget: inout Int) {
    name = "\(result.scenario.id) \(result.scenario.title)"
    seconds = result.seconds
    problem = Self.problem(of: result, lines)
    if let problem, problem.kind != .skipped {
      let limit = min(Excerpt.outputLimit, outputBudget)
      standardError = limit > 0 ? Excerpt.block(result.standardError, limit: limit) : ""
      outputBudget -= min(limit, result.standardError.utf8.count)
    }
  }

  private static func problem(of result: CaseResult, _ lines: FailureText) -> Problem? {
    func failed(_ details: [String], _ kind: Problem.Kind = .failure) -> Problem {
      let block = FailureBlock(result, lines)
      return Problem(kind: kind, type: block.type, message: block.message, body: body(details, of: result, lines))
    }
    let line = CaseLine(result)
    switch (line.mark, result.standing) {
    case (.passed, _): return nil
    case (.errored, _): return failed(lines.notes(on: result), .error)
    case (_, .unexpectedPass(let entry)): return failed(["entry     \(entry.pattern)  # \(entry.reason)"])
    case (_, .failed(let violations)):
      let comparison = lines.comparison(of: violations, in: result)
      return failed(lines.notes(on: result) + comparison + lines.contradiction(of: result))
    case (.failed, _): return failed([])
    case (.expected, _), (.advised, _), (.unasked, _): return skipped(line)
    }
  }

  private static func skipped(_ line: CaseLine) -> Problem {
    Problem(kind: .skipped, type: line.type, message: line.text ?? "", body: "")
  }

  /// Makes the case of an adapter that did not start.
  init(name: String, seconds: Double, error: HarnessError) {
    self.name = name
    self.seconds = seconds
    problem = Problem(
      kind: .error, type: error.type.rawValue, message: Excerpt.line(error.message), body: Excerpt.block(error.message))
  }

  /// Makes the case of a stale entry of a baseline.
  init(_ stale: BaselineResult.StaleEntry, in context: ReportContext) {
    name = "\(stale.entry.pattern) is expected to fail"
    seconds = 0
    problem = Problem(
      type: "aplus.stale-expectation", message: Excerpt.line(stale.message),
      body: " at \(context.shownPlace(of: stale.entry))")
  }

  /// Makes the case of a capability that the run requires and the adapter lacks.
  init(missing capability: Capability) {
    name = "adapter provides \(capability)"
    seconds = 0
    problem = Problem(
      type: "aplus.required", message: "the adapter lacks \(capability), which is required",
      body: "expected  \(capability)\nobserved  an adapter without it")
  }

  /// Makes the case of the incidental violations of a requirement.
  init(_ violation: IncidentalViolation, explainedBy lines: FailureText) {
    name = "\(violation.requirement) holds in cases about other requirements"
    seconds = 0
    if let entry = violation.expectation {
      problem = Self.skipped(CaseLine(expectedBy: entry, fails: true))
      return
    }
    let body = [
      "first     \(violation.firstCase): \(Excerpt.line(violation.first.message))",
      "cases     \(Excerpt.line(violation.cases.joined(separator: ", ")))",
      "replay    \(lines.replay(violation.firstCase))",
    ]
    problem = Problem(
      type: violation.first.type.rawValue, message: violation.sentence,
      body: body.map { " " + $0 }.joined(separator: "\n"))
  }

  func write(to writer: inout XMLWriter, className: String) {
    let attributes: [XMLWriter.Attribute] = [
      ("classname", className), ("name", name), ("time", FixedDecimal.seconds(seconds, decimals: 3)),
    ]
    guard let problem else {
      writer.empty("testcase", attributes)
      return
    }
    writer.element("testcase", attributes) { writer in
      let facts: [XMLWriter.Attribute] = [("type", problem.type), ("message", problem.message)]
      if problem.kind == .skipped {
        writer.empty("skipped", facts)
      } else {
        writer.leaf(problem.kind.rawValue, facts, text: problem.body)
      }
      if !standardError.isEmpty { writer.leaf("system-err", text: standardError) }
    }
  }

  /// The lines of a body, each with a leading blank; the source comes first, where tools that read
  /// the file look for it.
  private static func body(_ comparison: [String], of result: CaseResult, _ lines: FailureText) -> String {
    var body: [String] = []
    let source = result.scenario.source
    if let path = lines.context.relativePath(source.file) { body.append("at \(path):\(source.line)") }
    body += comparison
    if let official = result.scenario.officialText { body.append("official  \(official)") }
    body.append("replay    \(lines.replay(result))")
    return body.map { $0.isEmpty ? "" : " " + $0 }.joined(separator: "\n")
  }
}
