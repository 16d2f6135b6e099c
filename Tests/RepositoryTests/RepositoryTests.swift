import Foundation
import Testing

/// Rules of the house that a compiler does not check.
@Suite("repository") struct RepositoryTests {
  /// The repository, seen from this file.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What each of our targets may import of ours; the table of the architecture page.
  private static let imports: [String: Set<String>] = [
    "CJansson": [],
    "CPlatform": [],
    "CNativeAdapter": [],
    "APlusJSON": ["CJansson"],
    "APlusSpec": ["APlusJSON"],
    "APlusTrace": ["APlusJSON"],
    "APlusJudge": ["APlusJSON", "APlusSpec", "APlusTrace"],
    "APlusAdapter": [],
    "APlusEngine": ["APlusAdapter", "APlusSpec", "APlusTrace", "CPlatform"],
    "APlusHost": [
      "APlusAdapter", "APlusEngine", "APlusJSON", "APlusSpec", "APlusTrace", "CPlatform",
    ],
    "APlusNative": ["APlusAdapter", "APlusEngine", "APlusHost", "APlusSpec", "CNativeAdapter"],
    "APlusRunner": ["APlusJSON", "APlusJudge", "APlusSpec", "APlusTrace", "CPlatform"],
    "APlusReports": ["APlusJSON", "APlusJudge", "APlusRunner", "APlusSpec", "APlusTrace"],
    "APlusReference": [],
    "APlusReferenceAdapter": ["APlusAdapter", "APlusReference"],
    "APlusMutants": ["APlusAdapter", "APlusReference", "APlusReferenceAdapter"],
  ]

  /// The executables see everything.
  private static let executables: Set<String> = ["aplus-check"]

  private static func files(below folder: String, ending: String) throws -> [URL] {
    let base = root.appending(path: folder)
    let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    return (enumerator?.allObjects as? [URL] ?? []).filter { $0.pathExtension == ending }
  }

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  private static func name(_ file: URL) -> String {
    String(file.path().dropFirst(root.path().count))
  }

  @Test func `no target imports what it should not`() throws {
    let pattern = try Regex(
      #"^\s*(?:package |public |private |internal |@_spi\(\w+\) )?import (?:\w+ )?(\w+)"#
    )
    let files = try Self.files(below: "Sources", ending: "swift")
    #expect(!files.isEmpty)
    for file in files {
      let target = Self.name(file).split(separator: "/")[1]
      if Self.executables.contains(String(target)) { continue }
      let allowed = try #require(
        Self.imports[String(target)],
        "\(target) is missing in the import table"
      )
      for line in try Self.text(file).split(separator: "\n") {
        guard let match = line.firstMatch(of: pattern), let module = match[1].substring else {
          continue
        }
        let isOurs = Self.imports[String(module)] != nil
        #expect(
          !isOurs || allowed.contains(String(module)),
          "\(Self.name(file)) imports \(module)"
        )
      }
    }
  }

  @Test func `nothing in the product decides by a fixed sleep`() throws {
    let naps = try Regex(#"\b(Thread\.sleep|Task\.sleep|usleep|nanosleep|sleep)\("#)
    for file in try Self.files(below: "Sources", ending: "swift") {
      for (index, line) in try Self.text(file).split(
        separator: "\n",
        omittingEmptySubsequences: false
      ).enumerated() where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
        #expect(!line.contains(naps), "\(Self.name(file)):\(index + 1)")
      }
    }
  }

  @Test func `source files are short`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try Self.files(below: folder, ending: "swift") {
        let lines = try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        let limit = folder == "Sources" ? 500 : 600
        #expect(lines.count <= limit, "\(Self.name(file)) has \(lines.count) lines")
      }
    }
  }

  @Test func `JSON goes through one library`() throws {
    let coders = try Regex(#"\b(JSONDecoder|JSONEncoder|JSONSerialization)\b"#)
    for file in try Self.files(below: "Sources", ending: "swift") {
      #expect(try !Self.text(file).contains(coders), "\(Self.name(file))")
    }
  }

  /// On Linux both copy the whole room of a directory entry's name, which ends elsewhere.
  @Test func `nothing reads beyond the entries of a directory`() throws {
    let readers = try Regex(#"(^|\W)(Process\(\)|readdir\()"#)
    for folder in ["Sources", "Tests"] {
      for file in try Self.files(below: folder, ending: "swift") {
        #expect(try !Self.text(file).contains(readers), "\(Self.name(file))")
      }
    }
  }

  @Test func `no loose ends`() throws {
    // Built from halves, so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for folder in ["Sources", "Tests"] {
      for file in try Self.files(below: folder, ending: "swift") {
        let text = try Self.text(file)
        for word in words {
          let isAboutBaselines = text.contains("reason: TO" + "DO") || text.contains("Baseline")
          #expect(!text.contains(word) || isAboutBaselines, "\(Self.name(file)): \(word)")
        }
      }
    }
  }
}
