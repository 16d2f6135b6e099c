import APlusJSON
import APlusModel
import OrderedCollections

/// Reads a report in JSON Lines, including one that ends early because its writer was killed.
///
/// A case that the first line lists counts as not run if it has no line of its own, unless it is
/// about values of another language.
struct JournalReader {
  let name: String
  let scenario: (String) -> Scenario?

  /// Reads the lines.
  ///
  /// - Throws: An error about the first malformed line; a last line without a line feed is ignored.
  func run(of bytes: [UInt8]) throws(SavedFileError) -> SavedRun {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var notes: [String] = []
    if let rest = lines.popLast(), !rest.isEmpty {
      notes.append("\(name): the last line is torn: the run was killed while writing it")
    }
    let parts = try lines.enumerated().map { place, line throws(SavedFileError) in
      let json = try JSON(saved: line, name: "\(name), line \(place + 1)")
      return ResultReader(json, "\(name):\(place + 1)")
    }
    guard let first = parts.first else { throw SavedFileError(message: "\(name): no line") }
    var adapters: OrderedDictionary<String, AdapterResult> = [:]
    for part in try first.list("adapters") {
      let adapter = try AdapterResult(facts: part)
      adapters[adapter.name] = adapter
    }
    var cases: [String: [String: CaseResult]] = [:]
    var end: ResultReader?
    for part in parts.dropFirst() {
      switch try part.string("event") {
      case "adapter":
        let adapter = try AdapterResult(facts: part)
        adapters[adapter.name] = adapter
      case "case":
        let result = try CaseResult(part, baseline: "")
        cases[try part.string("adapter"), default: [:]][result.scenario.id] = result
      case "end": end = part
      // A later version may add events.
      default: break
      }
    }
    if end == nil { notes.append("\(name): the run did not end: cases without a verdict count as not run") }
    let ids = try first.strings("cases")
    for place in adapters.elements.indices {
      let found = cases[adapters.keys[place]] ?? [:]
      let host = adapters.values[place].identity
      adapters.values[place].cases = ids.compactMap { id in
        if let result = found[id] { return result }
        guard let scenario = scenario(id), !scenario.isForeign(to: host) else { return nil }
        return CaseResult(scenario: scenario, status: .notRun(reason: "the run ended early"))
      }
    }
    return SavedRun(
      result: try result(first, end, Array(adapters.values)), options: try first.strings("options"), requirements: [],
      untestable: try first.strings("untestable"), notes: notes)
  }

  private func result(_ first: ResultReader, _ end: ResultReader?, _ adapters: [AdapterResult]) throws(SavedFileError)
    -> RunResult
  {
    guard case .object(var members) = first.json else { throw first.error("event", "\"run\"") }
    members["microseconds"] = end?.json["microseconds"] ?? 0
    members["interrupted"] = end?.json["interrupted"] ?? true
    return try RunResult(ResultReader(.object(members), "\(name):1"), adapters)
  }
}
