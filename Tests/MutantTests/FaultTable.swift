import Foundation
import TestSupport
import Testing

/// A row of a table of faults: a mutant, the case that must kill it, and what the message must say.
struct Fault: Decodable, CustomTestStringConvertible, Sendable {
  let name: String
  let fault: String
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
  /// How often the case is performed at most, until it kills a race; nil is once.
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
}
