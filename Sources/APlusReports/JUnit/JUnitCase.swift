import APlusModel

/// A case of a JUnit file.
struct JUnitCase {
  var name: String
  var seconds: Double
  var result: Result
  /// The standard error of the host; empty for cases without a failure or error.
  var standardError = ""

  /// The type of a case that fails as its baseline expects in every run.
  static let expectedFailure = "aplus.expected-failure"
  /// The type of a case that its baseline expects to fail in some runs.
  static let expectedInSomeRuns = "aplus.expected-in-some-runs"

  /// The one child element that a case may have.
  enum Result {
    case passed
    case failure(type: String, message: String, body: String)
    case error(type: String, message: String, body: String)
    case skipped(type: String, message: String)

    var isFailure: Bool { if case .failure = self { true } else { false } }
    var isError: Bool { if case .error = self { true } else { false } }
    var isSkip: Bool { if case .skipped = self { true } else { false } }

    /// Whether the case is skipped with this type.
    func isSkip(of kind: String) -> Bool {
      if case .skipped(kind, _) = self { true } else { false }
    }
  }

  /// Makes the case of a scenario.
  init(_ result: CaseResult, explainedBy lines: FailureText, outputBudget: inout Int) {
    name = "\(result.scenario.id) \(result.scenario.title)"
    seconds = result.seconds
    self.result = Self.result(of: result, lines)
    if self.result.isFailure || self.result.isError {
      let limit = min(Excerpt.outputLimit, outputBudget)
      standardError = limit > 0 ? Excerpt.block(result.standardError, limit: limit) : ""
      outputBudget -= min(limit, result.standardError.utf8.count)
    }
  }

  private static func result(of result: CaseResult, _ lines: FailureText) -> Result {
    switch result.standing {
    case .passed: return .passed
    case .notApplicable(let reason): return skipped("aplus.not-applicable", "N/A: \(reason)")
    case .notReached(let requirements):
      let list = requirements.joined(separator: ", ")
      return skipped("aplus.not-reached", "not reached: \(list) is violated")
    case .advised(let violations):
      return skipped("aplus.advice", "should: \(violations.first?.message ?? "violated")")
    case .notRun(let reason): return skipped("aplus.not-run", "not run: \(reason)")
    case .expectedFailure(let entry), .expectedInSomeRuns(let entry):
      return expected(by: entry, fails: result.isFailure)
    case .unexpectedPass(let entry):
      let place = lines.context.shownPlace(of: entry)
      return .failure(
        type: "aplus.unexpected-pass",
        message: Excerpt.line("passes, although \(place) expects it to fail"),
        body: body(["entry     \(entry.pattern)  # \(entry.reason)"], of: result, lines)
      )
    case .failed(let violations):
      let comparison = lines.comparison(of: violations, in: result)
      return .failure(
        type: (violations.first?.type ?? .state).rawValue,
        message: Excerpt.line(violations.first?.message ?? "violated"),
        body: body(
          lines.notes(on: result) + comparison + lines.contradiction(of: result),
          of: result,
          lines
        )
      )
    case .aftermath(let cause):
      return .failure(
        type: "aplus.aftermath",
        message: RepetitionText.aftermath(of: cause),
        body: body([], of: result, lines)
      )
    case .errored(let error):
      return .error(
        type: error.type.rawValue,
        message: Excerpt.line(error.message),
        body: body(lines.notes(on: result), of: result, lines)
      )
    }
  }

  private static func skipped(_ type: String, _ message: String) -> Result {
    .skipped(type: type, message: Excerpt.line(message))
  }

  /// The result of a case that a baseline expects to fail.
  private static func expected(by entry: ExpectedFailure, fails: Bool) -> Result {
    guard entry.isInSomeRuns else {
      return skipped(expectedFailure, "expected failure: \(entry.reason)")
    }
    let now = fails ? "fails" : "passes"
    return skipped(expectedInSomeRuns, "\(now), expected to fail in some runs: \(entry.reason)")
  }

  /// Makes the case of an adapter that did not start.
  init(name: String, seconds: Double, error: HarnessError) {
    self.name = name
    self.seconds = seconds
    let message = Excerpt.line(error.message)
    result = .error(
      type: error.type.rawValue,
      message: message,
      body: Excerpt.block(error.message, limit: Excerpt.comparisonLimit)
    )
  }

  /// Makes the case of a stale entry of a baseline.
  init(_ stale: BaselineResult.StaleEntry, in context: ReportContext) {
    name = "\(stale.entry.pattern) is expected to fail"
    seconds = 0
    result = .failure(
      type: "aplus.stale-expectation",
      message: Excerpt.line(stale.message),
      body: " at \(context.shownPlace(of: stale.entry))"
    )
  }

  /// Makes the case of a capability that the run requires and the adapter lacks.
  init(missing capability: Capability) {
    name = "adapter provides \(capability)"
    seconds = 0
    result = .failure(
      type: "aplus.required",
      message: "the adapter lacks \(capability), which is required",
      body: "expected  \(capability)\nobserved  an adapter without it"
    )
  }

  /// Makes the case of the incidental violations of a requirement.
  init(_ violation: IncidentalViolation, explainedBy lines: FailureText) {
    name = "\(violation.requirement) holds in cases about other requirements"
    seconds = 0
    if let entry = violation.expectation {
      result = Self.expected(by: entry, fails: true)
      return
    }
    let body = [
      "first     \(violation.firstCase): \(Excerpt.line(violation.first.message))",
      "cases     \(Excerpt.line(violation.cases.joined(separator: ", ")))",
      "replay    \(lines.replay(violation.firstCase))",
    ]
    result = .failure(
      type: violation.first.type.rawValue,
      message: violation.sentence,
      body: body.map { " " + $0 }.joined(separator: "\n")
    )
  }

  /// Writes the case.
  func write(to writer: inout XMLWriter, className: String) {
    let attributes: [XMLWriter.Attribute] = [
      ("classname", className), ("name", name),
      ("time", FixedDecimal.seconds(seconds, decimals: 3)),
    ]
    if case .passed = result {
      writer.empty("testcase", attributes)
      return
    }
    writer.element("testcase", attributes) { writer in
      switch result {
      case .passed: break
      case .skipped(let type, let message):
        writer.empty("skipped", [("type", type), ("message", message)])
      case .failure(let type, let message, let body):
        writer.leaf("failure", [("type", type), ("message", message)], text: body)
      case .error(let type, let message, let body):
        writer.leaf("error", [("type", type), ("message", message)], text: body)
      }
      if !standardError.isEmpty { writer.leaf("system-err", text: standardError) }
    }
  }

  /// The lines of a body, each with a leading blank; the source comes first, where tools that read
  /// the file look for it.
  private static func body(
    _ comparison: [String],
    of result: CaseResult,
    _ lines: FailureText
  ) -> String {
    var body: [String] = []
    let source = result.scenario.source
    if let path = lines.context.relativePath(source.file) {
      body.append("at \(path):\(source.line)")
    }
    body += comparison
    if let official = result.scenario.officialText { body.append("official  \(official)") }
    body.append("replay    \(lines.replay(result))")
    return body.map { $0.isEmpty ? "" : " " + $0 }.joined(separator: "\n")
  }
}
