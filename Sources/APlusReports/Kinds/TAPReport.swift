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
      // A JSON string is also a YAML string.
      lines.append("  ---")
      lines += point.members.map { "  \($0.key): \(JSONText.string($0.value))" }
      lines.append("  ...")
    }
    let broken = result.adapters.filter { $0.launchFailure != nil }
    if !broken.isEmpty, broken.count == result.adapters.count {
      let reason = broken.compactMap { $0.launchFailure?.message.errorLine }.first ?? ""
      lines.append("Bail out! \(Self.escaped(Excerpt.line(reason)))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func points(of adapter: AdapterResult) -> [ReportPoint] {
    ReportPoint.all(of: adapter, seed: result.seed, in: context).map { point in
      var point = point
      point.name = "\(adapter.name): \(point.name)"
      return point
    }
  }

  /// Escapes text so that it cannot start a directive or end its line.
  private static func escaped(_ text: String) -> String {
    TerminalEscaping.line(text).reduce(into: "") { result, character in
      if character == "#" || character == "\\" { result.append("\\") }
      result.append(character)
    }
  }
}
