import APlusJSON
package import APlusModel

/// Writes a run in the Test Anything Protocol, version 13, which `prove` reads.
///
///     TAP version 13
///     1..2
///     ok 1 - node: 2.2.4-a A handler runs later
///     not ok 2 - node: 2.2.4-b A handler is called once
///       ---
///       message: "`h` was called twice"
///       ...
package struct TAPReport {
  private var result: RunResult
  private var context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    let points = result.adapters.flatMap(points)
    var lines = ["TAP version 13", points.isEmpty ? "1..0 # SKIP no case" : "1..\(points.count)"]
    for (place, point) in points.enumerated() {
      let directive = point.directive.map { " # \(Self.escaped($0))" } ?? ""
      let word = point.isOk ? "ok" : "not ok"
      lines.append("\(word) \(place + 1) - \(Self.escaped(point.name))\(directive)")
      guard !point.members.isEmpty else { continue }
      lines.append("  ---")
      lines += point.members.flatMap(Self.yaml) + ["  ..."]
    }
    let broken = result.adapters.filter { $0.launchFailure != nil }
    if !broken.isEmpty, broken.count == result.adapters.count {
      let reason = broken.compactMap { $0.launchFailure?.message.errorLine }.first ?? ""
      lines.append("Bail out! \(Self.escaped(Excerpt.line(reason)))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line of the protocol: a case, or a finding that is not a case.
  private struct Point {
    var name: String
    var isOk = true
    /// `SKIP` or `TODO` with its reason.
    var directive: String?
    /// The members that explain a failure, in order.
    var members: [(key: String, value: String)] = []
  }

  /// The cases of an adapter in their order, then its findings.
  private func points(of adapter: AdapterResult) -> [Point] {
    let lines = FailureText(adapter: adapter, seed: result.seed, context: context)
    return adapter.cases.map { Self.point(for: $0, lines) }
      + AdapterFinding.all(of: adapter, in: lines).map { finding in
        Point(
          name: "\(adapter.name): \(finding.title)", isOk: false,
          directive: finding.isExpected ? "TODO \(finding.message)" : nil,
          members: finding.isExpected ? [] : finding.members)
      }
  }

  private static func point(for result: CaseResult, _ lines: FailureText) -> Point {
    let scenario = result.scenario
    var point = Point(name: "\(lines.adapter.name): \(scenario.id) \(scenario.title)")
    let line = CaseLine(result)
    switch line.mark {
    case .passed: break
    case .failed, .errored:
      point.isOk = false
      point.members = FailureBlock(result, lines).members
    case .expected:
      point.isOk = !result.isFailure
      point.directive = "TODO \(line.text ?? "")"
    case .advised, .unasked: point.directive = "SKIP \(line.text ?? "")"
    }
    return point
  }

  /// A member of the block in YAML: text of several lines is a list of them, so that a picture stays one in a log.
  private static func yaml(_ key: String, _ value: String) -> [String] {
    // A JSON string is also a YAML string. No block of plain text: prove takes none with empty lines.
    func quoted(_ text: some StringProtocol) -> String { JSON.string(String(text)).serialized() }
    let lines = TerminalEscaping.block(value).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return ["  \(key): \(quoted(lines.joined()))"] }
    return ["  \(key):"] + lines.map { "    - \(quoted($0))" }
  }

  /// Escapes text so that it cannot start a directive or end its line.
  private static func escaped(_ text: String) -> String {
    TerminalEscaping.line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
