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
      return "\(summaries.count { $0.grade == .conforms }) of \(summaries.count) conform"
    }
    let tally = only.tally
    let applicable = tally.total - tally.notApplicable
    let others = tally.notApplicable > 0 ? ", \(tally.notApplicable) n/a" : ""
    switch only.grade {
    case .conforms: return only.claim + others
    case .expected: return "\(tally.passed)/\(applicable), as expected" + others
    case .violates: return "\(tally.passed)/\(applicable)" + others
    case .unknown: return "no verdict"
    }
  }

  private static func color(_ summaries: [AdapterSummary]) -> String {
    let grades = Set(summaries.map(\.grade))
    if grades.contains(.violates) { return "red" }
    if grades.isEmpty || grades.contains(.unknown) { return "lightgrey" }
    return grades == [.conforms] ? "brightgreen" : "yellow"
  }
}
