package import APlusCases
import APlusJSON
package import Foundation

/// The real inputs that readers get changed: files of the project, and what a run of the command has saved.
package struct Corpus {
  /// The arguments of the run, which saves its files in the working directory.
  package static let arguments =
    [
      "--adapter", "reference", "--adapter", "mutant:sync-when-settled", "--seed", "1", "--no-baseline", "--report",
      "traces=traces", "--report", "json+traces=results.json", "--report", "jsonl=results.jsonl",
    ] + ["2.2.4-a.*", "2.2.2.1-a*", "2.3.3.3.1-a*", "RX-C1", "T1-a*"].flatMap { ["--filter", $0] }

  package let cases: SpecLibrary
  /// The files of cases by their path below `specs`.
  let specs: [String: [UInt8]]
  let manifests: [[UInt8]]
  let baselines: [[UInt8]]
  let savedTraces: [[UInt8]]
  let results: [UInt8]
  /// The lines of a report in JSON Lines.
  let journal: [[UInt8]]

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - project: The root of the project.
  ///   - saved: The directory with what the run has saved.
  /// - Throws: What cannot be read.
  package init(project: URL, saved: URL) throws {
    func files(_ folder: URL, _ isWanted: (String) -> Bool) throws -> [(String, [UInt8])] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      return try names.filter(isWanted).map { name in (name, Array(try Data(contentsOf: folder.appending(path: name))))
      }
    }
    let specs = project.appending(path: "specs")
    cases = try SpecLibrary(directory: specs.path)
    self.specs = Dictionary(
      uniqueKeysWithValues: try files(specs) {
        $0.hasSuffix(".json") && !$0.hasPrefix("schema") && !$0.hasSuffix("official-map.json")
      })
    let adapters = project.appending(path: "adapters")
    manifests = try files(adapters) { $0.hasSuffix("/adapter.json") }.map(\.1)
    baselines = try files(adapters) { $0.hasSuffix("/expected-failures.txt") }.map(\.1)
    savedTraces = try files(saved) { $0.hasPrefix("traces/") && $0.hasSuffix(".json") }.map(\.1).filter {
      $0.count < Self.limit
    }
    results = try Self.shortened(Array(try Data(contentsOf: saved.appending(path: "results.json"))))
    let lines = try Data(contentsOf: saved.appending(path: "results.jsonl")).split(separator: UInt8(ascii: "\n")).map(
      Array.init
    ).filter { $0.count < Self.limit }
    journal = Array(lines.prefix(8) + lines.suffix(6))
  }

  /// The bytes of an input; more take longer to read, and show nothing else.
  private static let limit = 5_000

  /// A report with a few of its cases, with small traces: those that fail, if there are some.
  private static func shortened(_ report: [UInt8]) throws(JSONError) -> [UInt8] {
    guard case .object(var members) = try JSON(parsing: report, name: "results.json") else { return report }
    let adapters = members["adapters"]?.arrayValue?.map { adapter -> JSON in
      guard case .object(var members) = adapter else { return adapter }
      let cases = members["cases"]?.arrayValue?.filter { $0.serialized().utf8.count < limit } ?? []
      let failed = cases.filter { $0["verdict"]?.stringValue == "violates" }
      members["cases"] = .array(Array((failed + cases).prefix(3)))
      return .object(members)
    }
    members["adapters"] = adapters.map(JSON.array)
    return Array(JSON.object(members).serialized().utf8)
  }
}
