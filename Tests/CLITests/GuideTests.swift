import APlusHosting
import APlusJSON
import Foundation
import TestSupport
import Testing

/// What the guide to adapters shows is run as it stands there.
@Suite("Adapter guide", .testFolder) struct GuideTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: CommandRun.package.appending(path: path), encoding: .utf8)
  }

  @Test func `it shows an adapter in each language that has a kit`() throws {
    let kits = CommandRun.package.appending(path: "adapters/kits")
    let languages = try FileManager.default.contentsOfDirectory(atPath: kits.path()).filter {
      !$0.contains(".") && $0 != "c"
    }
    let shown = Set(Guide.adapters.map { $0.language.lowercased() })
    #expect(shown == Set(languages).union(["c and c++", "swift through c"]))
  }

  @Test(arguments: Guide.adapters) func `an adapter of the guide conforms`(adapter: Guide.Adapter) async throws {
    guard ProgramPath.has(adapter.program) else {
      try Test.cancel("\(adapter.language) is not checked: there is no \(adapter.program)")
    }
    let run = try await CommandRun(
      ["--adapter", "adapters/mylib", "--chapter", "aplus", "--timeout", "60"], environment: ["LANG": "C.UTF-8"]
    ) { try Guide.install(adapter, in: $0) }
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("\n✔ mylib: conforms"))
  }

  @Test(arguments: [("Python", 15), ("Java", 40)]) func `an adapter has no more lines than promised`(
    language: String, limit: Int
  ) throws {
    let adapter = try #require(Guide.adapters.first { $0.language == language })
    #expect(adapter.lines <= limit)
  }

  @Test func `the adapter of CompletableFuture has no more lines than promised`() throws {
    let lines = try Self.text("adapters/completable-future/CompletableFutures.java").split(separator: "\n")
    #expect(lines.count <= 40)
  }

  @Test func `the conversation on the wire is one that happens`() async throws {
    let conversation = try #require(Guide.shown.first { $0.file == "wire" }).text
    let lines = conversation.replacing("\n  ", with: " ").split(separator: "\n")
    try #require(lines.count == 3)
    let script = """
      #!/bin/sh
      echo '\(lines[0])'
      while read line; do
        case $line in
          '{"run":1,'*) echo "$line" > request; echo '\(lines[2])' ;;
          *) exit 1 ;;
        esac
      done
      """
    let run = try await CommandRun(["--adapter", "./host", "--filter", "2.2.7-a"]) { directory in
      let host = directory.appending(path: "host")
      try Data(script.utf8).write(to: host)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: host.path)
    }
    #expect(run.output.contains("1 case: 1 passed"), "\(run.output)\(run.error)")
    let request = try JSON(parsing: try #require(run.file("request")))
    #expect(try request == JSON(parsing: String(lines[1])))
  }

  @Test func `the library in Swift fails as it says`() async throws {
    let guide = try Self.text("adapters/README.md")
    for file in ["Promise", "Adapter"] {
      let text = try Self.text("Tests/GuideLibrary/\(file).swift")
      #expect(guide.contains("```swift\n\(text)```"), "\(file).swift")
    }
    let run = try await CommandRun(
      ["--adapter", ProgramRun.built("mylib"), "--chapter", "aplus"], environment: ["LANG": "C.UTF-8"])
    let shown = guide.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let sum = try #require(shown.first { $0.contains(" cases: ") && $0.contains(" failed, ") })
    let headline = try #require(shown.first { $0.hasPrefix("✘ mylib: ") })
    #expect(run.status == 1)
    #expect(run.output.contains("\n\(sum.split(separator: " (")[0]) ("), "\(run.output)")
    #expect(run.output.contains("\n\(headline)\n"), "\(run.output)")
  }
}
