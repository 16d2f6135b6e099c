import APlusJSON
package import APlusModel

/// Writes a run as a badge: the JSON of an endpoint badge of shields.io.
///
///     {"schemaVersion": 1, "label": "Promises/A+", "message": "conforms, 12 n/a", "color": "brightgreen"}
package struct BadgeReport {
  private var result: RunResult

  package init(_ result: RunResult) { self.result = result }

  /// The document.
  package func text() -> String {
    let chapters = Set(result.adapters.flatMap(\.cases).map(\.scenario.chapter))
    let summaries = result.adapters.map(AdapterSummary.init)
    let document: JSON = [
      "schemaVersion": 1, "label": chapters == ["aplus"] ? "Promises/A+" : "aplus-check",
      "message": .string(Self.message(summaries)), "color": .string(Self.color(summaries)),
    ]
    return document.serialized(pretty: true) + "\n"
  }

  private static func message(_ summaries: [AdapterSummary]) -> String {
    guard let only = summaries.first, summaries.count == 1 else {
      return "\(summaries.count { $0.mark == .passed }) of \(summaries.count) conform"
    }
    let tally = only.tally
    let applicable = tally.total - tally.notApplicable
    let others = tally.notApplicable > 0 ? ", \(tally.notApplicable) n/a" : ""
    if only.mark == .errored { return only.mark.word }
    let share = "\(tally.passed)/\(applicable)" + (only.mark == .expected ? ", as expected" : "")
    return (only.mark == .passed ? only.claim : share) + others
  }

  private static func color(_ summaries: [AdapterSummary]) -> String {
    let marks = Set(summaries.map(\.mark))
    if marks.contains(.failed) { return "red" }
    if marks.isEmpty || marks.contains(.errored) { return "lightgrey" }
    return marks == [.passed] ? "brightgreen" : "yellow"
  }
}
