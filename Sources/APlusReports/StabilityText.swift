import APlusModel

/// What a run that looks for verdicts that move says about an adapter and a case.
enum StabilityText {
  /// The cases that are named before the rest is counted.
  private static let namedCases = 20

  /// One line: what was done, and which verdicts moved; nil where that was not asked.
  static func line(for adapter: AdapterResult) -> String? {
    guard !adapter.stabilityStages.isEmpty, adapter.launchFailure == nil else { return nil }
    let parts = stages(of: adapter).map { "\($0.performances) \($0.name)" }
    let total = adapter.stabilityStages.reduce(0) { $0 + $1.performances }
    let done = "\(total) performances each (\(parts.joined(separator: ", ")))"
    let moved = moved(in: adapter)
    guard !moved.isEmpty else { return "no verdict moved in \(done)" }
    let named = moved.prefix(namedCases).joined(separator: ", ")
    let rest = moved.count > namedCases ? " and \(moved.count - namedCases) more" : ""
    let verdicts = moved.count == 1 ? "1 verdict" : "\(moved.count) verdicts"
    return "\(verdicts) moved in \(done): \(named)\(rest)"
  }

  /// The ids of the cases whose verdict moved, expected or not.
  static func moved(in adapter: AdapterResult) -> [String] {
    adapter.cases.filter { !$0.sightings.isEmpty }.map(\.scenario.id)
  }

  /// What was done, with the stages of one name put together.
  static func stages(of adapter: AdapterResult) -> [(name: String, performances: Int)] {
    var found: [(name: String, performances: Int)] = []
    for stage in adapter.stabilityStages {
      if let place = found.firstIndex(where: { $0.name == stage.name }) {
        found[place].performances += stage.performances
      } else {
        found.append((stage.name, stage.performances))
      }
    }
    return found
  }

  /// One line with the verdicts of a case; nil for one that stood still.
  static func line(for result: CaseResult) -> String? {
    guard !result.sightings.isEmpty else { return nil }
    let parts = result.sightings.map { stage in
      "\(stage.stage): "
        + stage.counts.map { "\($0.times) \($0.sighting.name)" }.joined(separator: ", ")
    }
    return "seen      \(parts.joined(separator: "; "))"
  }
}
