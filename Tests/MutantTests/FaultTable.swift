import Foundation
import TestSupport
import Testing

/// A row of a table of faults: a mutant, the case that must kill it, and what the message must say.
struct Fault: Decodable, CustomTestStringConvertible, Sendable {
  let name: String
  /// What is wrong, in a sentence; nil in Swift, where the mutant itself says it.
  let fault: String?
  let requirement: String
  let chapter: String
  /// The id of a scenario; in JavaScript also that of a template with all its scenarios.
  let killedBy: String?
  /// A part of the message of the verdict.
  let message: String?
  /// The type of the violation, such as `aplus.crash`; nil where the message is enough.
  let type: String?
  /// The requirements that are violated as well, because the fault implies it.
  let follows: [String]?
  /// How they follow, in a sentence.
  let why: String?
  /// Whether the case of a mutant in Swift ends because the library got stuck.
  let isStuck: Bool?
  /// How often the case is performed at most, in Swift in a process of its own; nil where once is enough.
  ///
  /// What ends or blocks the process needs few, for busy machines, and so does growth, which is
  /// reported only where the machine shows it twice. A race that an attempt misses with a
  /// probability of one half is missed by forty with less than one in 10^12.
  let attempts: Int?

  var testDescription: String { "\(name) → \(killedBy ?? "no case yet")" }
}

extension [Fault] {
  /// Those that are no races; in a short run one of ten, and none of the chapter `scale`.
  var withoutRaces: [Fault] { filter { !$0.isRace && !(isShortRun && $0.chapter == "scale") }.sampled(every: 10) }
}

extension Repository {
  /// Reads the fault table of a folder of mutants.
  static func faults(in folder: String) throws -> [Fault] {
    struct Table: Decodable { let faults: [Fault] }
    let text = try Data(contentsOf: URL(filePath: root + "adapters/\(folder)/faults.json"))
    return try JSONDecoder().decode(Table.self, from: text).faults
  }

  /// Reads the variants that a manifest names.
  static func variants(of folder: String) throws -> [String] {
    struct Manifest: Decodable { let variants: [String] }
    let text = try Data(contentsOf: URL(filePath: root + "adapters/\(folder)/adapter.json"))
    return try JSONDecoder().decode(Manifest.self, from: text).variants
  }
}
