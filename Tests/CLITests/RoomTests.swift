import Foundation
import TestSupport
import Testing

@Suite("The rooms of a target", .testFolder) struct RoomTests {
  private static let script = CommandRun.package.appending(path: ".github/lint/rooms").path

  /// Runs the check of a target with these files, by their paths.
  private func check(_ files: [String: String]) async throws -> ProgramRun {
    let target = try TestFolder.make()
    for (path, text) in files {
      let file = target.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try await ProgramRun("python3", [Self.script, target.path])
  }

  @Test func `no target of the project has a circle`() async throws {
    let sources = CommandRun.package.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    try #require(targets.count >= 17)
    let run = try await ProgramRun("python3", [Self.script] + targets.map { sources.appending(path: $0).path })
    #expect(run.status == 0, "\(run.error)")
  }

  @Test(arguments: [
    ["A/A.swift": "struct Apple { let pear: Pear }", "B/B.swift": "enum Pear { static let apple: Apple? = nil }"],
    ["A/A.swift": "func bake(_ pear: Pear) {}", "B/B.swift": "enum Pear {}\nlet eaten: Void = bake(Pear())"],
    // Through a third room, and through the files beside the rooms.
    [
      "A/A.swift": "class Apple: Pear {}", "B/B.swift": "class Pear: Plum {}",
      "C/C.swift": "class Plum { var a: Apple? }",
    ], ["Main.swift": "struct Main { let apple: Apple }", "A/A.swift": "struct Apple { static let main = Main.self }"],
    // A member that another room adds, and code in a string.
    [
      "A/A.swift": "struct Apple {}\nfunc eat(_ apple: Apple) { apple.peel() }",
      "B/B.swift": "extension Apple {\n  func peel() {}\n}",
    ], ["A/A.swift": "struct Apple {}\nlet text = \"\\(Pear())\"", "B/B.swift": "struct Pear { let apple: Apple }"],
  ]) func `a circle is found`(files: [String: String]) async throws {
    let run = try await check(files)
    #expect(run.status == 1 && run.error.contains("A uses ") && run.error.contains("A.swift"), "\(run.error)")
  }

  @Test(arguments: [
    ["A/A.swift": "struct Apple {}", "B/B.swift": "struct Pear { let apple: Apple }"],
    ["A/A.swift": "struct Apple {} // not a Pear", "B/B.swift": "struct Pear { let apple: Apple }"],
    ["A/A.swift": "/* Pear /* or */ Pear */ struct Apple {}", "B/B.swift": "struct Pear { let apple: Apple }"],
    ["A/A.swift": "struct Apple {}\nlet text = \"Pear \\\" Pear\"", "B/B.swift": "struct Pear { let apple: Apple }"],
    ["A/A.swift": "struct Apple {}\nlet text = #\"\\(Pear()\"#", "B/B.swift": "struct Pear { let apple: Apple }"],
    // Names that two rooms declare, and those that only their own file sees.
    ["A/A.swift": "enum Kind {}\nstruct Apple { let kind: Kind }", "B/B.swift": "enum Kind {}\nlet a: Apple? = nil"],
    ["A/A.swift": "private enum Pit {}\nlet a: Apple? = nil", "B/B.swift": "struct Apple {}\nprivate enum Pit {}"],
  ]) func `no circle is found where there is none`(files: [String: String]) async throws {
    let run = try await check(files)
    #expect(run.status == 0, "\(run.error)")
  }
}
