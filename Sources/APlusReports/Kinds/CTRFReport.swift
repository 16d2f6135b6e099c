import APlusJSON
package import APlusModel

/// Writes a run in the Common Test Report Format (ctrf.io), for tools that read the results of any test runner.
///
/// A suite is an adapter and a section, as in JUnit. The format has five states, so `rawStatus` has what a case counts
/// as by its baseline: a case without a verdict of its own, or that fails as expected or against advice, is `skipped`.
package struct CTRFReport {
  /// The version of the format.
  private static let version = "1.0.0"

  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    let tests = result.adapters.flatMap(tests)
    let start = Self.milliseconds(ofUTC: result.timestamp)
    let duration = Self.milliseconds(result.seconds)
    var summary: JSONObject = ["tests": .integer(tests.count)]
    for state in State.allCases { summary[state.rawValue] = .integer(tests.count { $0.state == state }) }
    summary["suites"] = .integer(Set(tests.map(\.suite)).count)
    summary["start"] = .integer(start)
    summary["stop"] = .integer(start + duration)
    summary["duration"] = .integer(duration)
    let document: JSON = [
      "reportFormat": "CTRF", "specVersion": .string(Self.version), "generatedBy": "aplus-check",
      "results": [
        "tool": ["name": "aplus-check", "version": .string(context.toolVersion)], "summary": .object(summary),
        "tests": .array(tests.map(\.json)),
      ],
    ]
    return JSONEscaping.text(document.serialized()) + "\n"
  }

  /// The states of the format.
  private enum State: String, CaseIterable {
    case passed
    case failed
    case skipped
    case pending
    case other
  }

  /// A test of the format: a case, or a finding that is not a case.
  private struct Test {
    var suite: [String]
    var state: State
    /// The members besides the suite and the state.
    var members: JSONObject

    var json: JSON {
      var members = members
      members["status"] = .string(state.rawValue)
      members["suite"] = .array(suite.map(JSON.string))
      return .object(members)
    }
  }

  /// The cases of an adapter in their order, then its findings.
  private func tests(of adapter: AdapterResult) -> [Test] {
    let lines = FailureText(adapter: adapter, seed: result.seed, context: context)
    return adapter.cases.map { test(for: $0, lines) }
      + AdapterFinding.all(of: adapter, in: lines).map { finding in
        var members: JSONObject = [
          "name": .string(finding.title), "duration": 0, "rawStatus": .string(finding.type),
          "message": .string(finding.message),
        ]
        members["extra"] = finding.replay.map { ["replay": .string($0)] }
        return Test(suite: [adapter.name], state: finding.isExpected ? .skipped : .failed, members: members)
      }
  }

  private func test(for result: CaseResult, _ lines: FailureText) -> Test {
    let scenario = result.scenario
    let line = CaseLine(result)
    var members: JSONObject = [
      "name": .string("\(scenario.id) \(scenario.title)"), "duration": .integer(Self.milliseconds(result.seconds)),
      "rawStatus": .string(line.word), "tags": [.string(scenario.chapter), .string(scenario.requirement)],
    ]
    if let path = context.relativePath(scenario.source.file) {
      members["filePath"] = .string(path)
      members["line"] = .integer(scenario.source.line)
    }
    members["message"] = line.text.map(JSON.string)
    let state: State =
      switch line.mark {
      case .passed: .passed
      case .failed, .errored: .failed
      case .expected, .advised: .skipped
      case .unasked: result.verdict == nil ? .pending : .skipped
      }
    if state == .failed { addFailure(of: result, lines, to: &members) }
    let section = Section.name(of: scenario.requirement, chapter: scenario.chapter)
    return Test(suite: [lines.adapter.name, section], state: state, members: members)
  }

  private func addFailure(of result: CaseResult, _ lines: FailureText, to members: inout JSONObject) {
    let block = FailureBlock(result, lines)
    members["message"] = .string(block.message)
    let sides = [("expected  ", block.expected), ("observed  ", block.observed)].filter { !$0.1.isEmpty }
    let trace = sides.map { $0 + $1 } + block.notes + block.picture
    if !trace.isEmpty { members["trace"] = .string(trace.joined(separator: "\n")) }
    members["extra"] = ["type": .string(block.type), "replay": .string(block.replay)]
    if !result.standardError.isEmpty {
      let text = Excerpt.block(result.standardError, limit: Excerpt.outputLimit)
      members["stderr"] = .array(text.split(whereSeparator: \.isNewline).map { .string(String($0)) })
    }
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int((min(max(seconds, 0), 31_536_000) * 1000).rounded())
  }

  /// The milliseconds from 1970 until a time such as `2026-11-20T20:53:25`; 0 for any other text.
  static func milliseconds(ofUTC text: String) -> Int {
    let parts = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard parts.count == 6, parts.allSatisfy({ $0 <= 9999 }), (1...12).contains(parts[1]) else { return 0 }
    // Years begin in March here, so that the day of a leap year comes last; such a year has 153 days in five months.
    let year = parts[1] < 3 ? parts[0] - 1 : parts[0]
    let month = (parts[1] + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 1
    let daysBefore1970 = 719_468
    return (((days - daysBefore1970) * 24 + parts[3]) * 60 + parts[4]) * 60_000 + parts[5] * 1000
  }
}
