import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// Builds in folders with files whose names are code for a shell or for make.
@Suite("Names in builds", .testFolder) struct BuildNameTests {
  private static let kits = CommandRun.package.appending(path: "adapters/kits").path()

  /// Names that run `touch ran` where a shell or make reads them.
  private static let attacks = [
    "`touch ran`", "a;touch ran;", "$(touch ran)", "a$(shell touch ran)", "a&touch ran&", "'|touch ran|'",
  ]
  static let names = areAttacksAsked ? attacks : Array(attacks.prefix(2))
  static let headers = names + ["SHELL=touch ran;x"] + (areAttacksAsked ? ["a:b", "a=b", "a b"] : [])

  /// Runs `make` with a kit in a folder, whose own name is code, too.
  private func make(_ kit: String, in folder: URL, _ variables: [String] = []) async throws -> ProgramRun {
    let arguments = ["-s", "-C", folder.path, "-f", "\(Self.kits)/\(kit)/adapter.mk"]
    return try await ProgramRun("make", arguments + variables)
  }

  private func folder() throws -> URL {
    let folder = try TestFolder.make().appending(path: "`touch ran`")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Whether a command in a name has run, in the folder or beside it.
  private func hasRun(in folder: URL) -> Bool {
    [folder, folder.deletingLastPathComponent()].contains {
      FileManager.default.fileExists(atPath: $0.appending(path: "ran").path)
    }
  }

  @Test(.enabled("there is no make or gcc") { ProgramPath.has("make") && ProgramPath.has("gcc") }, arguments: names)
  func `the name of a file in C is only a name`(name: String) async throws {
    for file in ["\(name).c", "my \(name) ü & ' file.c"] {
      let run = try await CommandRun(["--adapter", "./\(file)", "--filter", "2.1.2.1-a"]) {
        try Data("int value;\n".utf8).write(to: $0.appending(path: file))
      }
      // It is built, and then is no adapter.
      #expect(run.status == CommandStatus.adapterError.rawValue)
      #expect(!(run.output + run.error).contains("the build step"), "\(run.output)\(run.error)")
      #expect(run.file("ran") == nil)
    }
  }

  @Test(.enabled("there is no make or gcc") { ProgramPath.has("make") && ProgramPath.has("gcc") }, arguments: headers)
  func `the name of a header is only a name in the list of dependencies`(name: String) async throws {
    let folder = try folder()
    try Data("#include \"\(name).h\"\n".utf8).write(to: folder.appending(path: "adapter.c"))
    // The second build reads what the first one has written.
    for value in 1...3 {
      try Data("int value = \(value);\n".utf8).write(to: folder.appending(path: "\(name).h"))
      let built = try await make("c", in: folder, ["SOURCE=adapter.c"])
      #expect(built.status == 0, "\(built.error)")
    }
    #expect(!hasRun(in: folder))
  }

  @Test(.enabled("there is no make or gcc") { ProgramPath.has("make") && ProgramPath.has("gcc") })
  func `a library is built again if it, its source or a header is not the same, and only then`() async throws {
    let folder = try folder()
    let library = folder.appending(path: ".build/adapter.so")
    func identity() throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: library.path)[.systemFileNumber] as? Int)
    }
    func isBuilt(after change: () throws -> Void) async throws -> Bool {
      try change()
      let before = try? identity()
      let built = try await make("c", in: folder, ["SOURCE=adapter.c"])
      #expect(built.status == 0, "\(built.error)")
      return try identity() != before
    }
    let isFirst = try await isBuilt {
      try Data("#include \"x.h\"\n".utf8).write(to: folder.appending(path: "adapter.c"))
      try Data("int value = 1;\n".utf8).write(to: folder.appending(path: "x.h"))
    }
    #expect(isFirst)
    #expect(try await !isBuilt {})
    let isMended = try await isBuilt {
      let file = try FileHandle(forWritingTo: library)
      try file.truncate(atOffset: 100)
      try file.close()
    }
    #expect(isMended)
    let later = Date(timeIntervalSinceNow: 10)
    let followsHeader = try await isBuilt {
      try FileManager.default.setAttributes(
        [.modificationDate: later], ofItemAtPath: folder.appending(path: "x.h").path)
    }
    #expect(followsHeader)
    // A rule of make would replace the source by the script.
    try Data("#error replaced\n".utf8).write(to: folder.appending(path: "adapter.c.sh"))
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: folder.appending(path: "adapter.c.sh").path)
    #expect(try await make("c", in: folder, ["SOURCE=adapter.c"]).status == 0)
  }

  @Test(.enabled("there is no make or javac") { ProgramPath.has("make") && ProgramPath.has("javac") })
  func `the names of sources in Java are only names`() async throws {
    let folder = try folder()
    try FileManager.default.copyItem(
      at: URL(filePath: "\(Self.kits)/java/example/Example.java"), to: folder.appending(path: "Example.java"))
    for (number, name) in Self.attacks.enumerated() {
      try Data("class Other\(number) {}\n".utf8).write(to: folder.appending(path: "\(name).java"))
    }
    let built = try await make("java", in: folder, ["FLAGS=-proc:none"])
    #expect(built.status == 0, "\(built.error)")
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: ".build/Other5.class").path))
    #expect(!hasRun(in: folder))
  }

  @Test(.enabled("there is no make or ocamlfind") { ProgramPath.has("make") && ProgramPath.has("ocamlfind") })
  func `the names of sources in OCaml are only names`() async throws {
    for name in Self.names + ["a -cc touch\u{a0}ran "] {
      let folder = try folder()
      try FileManager.default.copyItem(
        at: URL(filePath: "\(Self.kits)/ocaml/example/adapter.ml"), to: folder.appending(path: "adapter.ml"))
      try Data("let x = 1\n".utf8).write(to: folder.appending(path: "\(name).ml"))
      let built = try await make("ocaml", in: folder)
      #expect(built.error.contains("found a space in the name of"), "\(built.error)")
      #expect(!hasRun(in: folder))
    }
  }
}
