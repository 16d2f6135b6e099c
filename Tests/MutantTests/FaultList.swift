import Foundation
import TestSupport

/// The list of the faults that promises are known to have, and which mutant has each in which language.
struct FaultList: Decodable {
  /// A language in which mutants are written.
  enum Host: String, CaseIterable, Decodable, CodingKeyRepresentable {
    case swift
    case javascript
    case cpp = "c++"

    /// The name that readers know.
    var title: String {
      switch self {
      case .swift: "Swift"
      case .javascript: "JavaScript"
      case .cpp: "C++"
      }
    }
  }

  /// A fault.
  struct Row: Decodable {
    let id: String
    let fault: String
    /// The mutants that have it, by language.
    let mutants: [Host: String]
    /// Why a language has no mutant with it.
    let without: [Host: String]

    private enum Key: String, CodingKey {
      case id, fault, swift, javascript, without
      case cpp = "c++"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(String.self, forKey: .id)
      fault = try container.decode(String.self, forKey: .fault)
      let names: [(Host, Key)] = [(.swift, .swift), (.javascript, .javascript), (.cpp, .cpp)]
      mutants = try names.reduce(into: [:]) { mutants, name in
        mutants[name.0] = try container.decodeIfPresent(String.self, forKey: name.1)
      }
      let reasons = try container.decodeIfPresent([String: String].self, forKey: .without) ?? [:]
      without = reasons.reduce(into: [:]) { without, reason in
        if let host = Host(rawValue: reason.key) { without[host] = reason.value }
      }
    }
  }

  /// A mutant that only shows where two threads meet.
  struct Race: Decodable {
    let host: Host
    let mutant: String
  }

  let faults: [Row]
  let races: [Race]

  /// Reads the list.
  static func load() throws -> FaultList {
    let text = try Data(contentsOf: URL(filePath: Repository.root + "adapters/faults.json"))
    return try JSONDecoder().decode(FaultList.self, from: text)
  }

  /// The case that kills a mutant, and what its verdict says; nil where no test holds that.
  static func killing(_ mutant: String, in host: Host) throws -> (case: String, message: String)? {
    switch host {
    case .swift: return try killing(mutant, in: "mutant")
    case .javascript: return try killing(mutant, in: "mutants-javascript")
    case .cpp: return try killing(mutant, in: "mutants-cpp")
    }
  }

  private static func killing(_ mutant: String, in folder: String) throws -> (case: String, message: String)? {
    let row = try Repository.faults(in: folder).first { $0.name == mutant }
    guard let id = row?.killedBy, let message = row?.message else { return nil }
    return (id, message)
  }

  /// The page that people read.
  func page() throws -> String {
    var lines = [
      "# Faults, and the cases that find them", "",
      "Each line is a fault that a promise library may have, a mutant with just that fault, the case that kills the mutant, and what its verdict says.",
      "Tests run them all. Z to M are the faults that the official suite cannot see, F the kinds of defects that libraries are known for.",
      "The list is `adapters/faults.json`; a test holds this page against it.", "",
      "| Fault | | In | Mutant | Killed by | Message |", "|---|---|---|---|---|---|",
    ]
    for row in faults {
      for host in Host.allCases {
        guard let mutant = row.mutants[host], let killing = try Self.killing(mutant, in: host) else { continue }
        let message = killing.message.replacing("`", with: "").replacing("|", with: "\\|")
        let cells = [row.id, row.fault, host.title, "`\(mutant)`", "`\(killing.case)`", "\"\(message)\""]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    lines += ["", "## Where there is none", "", "| Fault | In | Why |", "|---|---|---|"]
    for row in faults {
      for host in Host.allCases {
        if let reason = row.without[host] { lines.append("| \(row.id) | \(host.title) | \(reason) |") }
      }
    }
    let names = races.map { "`\($0.mutant)` (\($0.host.title))" }
    lines += [
      "", "## Races", "", "These need two threads, or threads that block. `make races` says how surely each is found:",
      "", names.joined(separator: ", ") + ".", "",
    ]
    return lines.joined(separator: "\n")
  }
}
