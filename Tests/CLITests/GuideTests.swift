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
      !$0.contains(".") && !["c", "objc"].contains($0)
    }
    let shown = Set(Guide.adapters.map { $0.language.lowercased() })
    #expect(shown == Set(languages).union(["c and c++", "objective-c", "rust", "swift through c"]))
  }

  @Test(arguments: Guide.adapters) func `an adapter of the guide conforms`(adapter: Guide.Adapter) async throws {
    guard ProgramPath.has(adapter.program) else {
      try Test.cancel("\(adapter.language) is not checked: there is no \(adapter.program)")
    }
    let run = try await CommandRun(
      ["--adapter", "adapters/mylib", "--chapter", "aplus", "--timeout", "60"],
      environment: ["LANG": "C.UTF-8", "HOME": NSHomeDirectory()]
    ) { try Guide.install(adapter, in: $0) }
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("\n✔ mylib: conforms"))
  }

  @Test(.enabled(if: ProgramPath.has("cargo"), "there is no cargo"))
  func `the adapter in Rust calls a combinator of its library`() async throws {
    let adapter = try #require(Guide.adapters.first { $0.language == "Rust" })
    let run = try await CommandRun(
      ["--adapter", "adapters/mylib", "--filter", "K*", "--timeout", "60"],
      environment: ["LANG": "C.UTF-8", "HOME": NSHomeDirectory()]
    ) { try Guide.install(adapter, in: $0) }
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let passed = try #require(run.output.firstMatch(of: /cases: (\d+) passed/)?.1)
    #expect(try #require(Int(passed)) >= 10, "\(run.output)")
  }

  @Test(arguments: [("Python", 15), ("Java", 40), ("Objective-C", 20)])
  func `an adapter has no more lines than promised`(language: String, limit: Int) throws {
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

  /// A block of the page of the wire, by the name in its fence.
  private static func wire(_ name: String) throws -> String {
    let page = try text("adapters/kits/README.md")
    let start = try #require(page.firstRange(of: try Regex("```\\w+ file=\(name)\n"))?.upperBound)
    let end = try #require(page[start...].firstRange(of: "```\n")?.lowerBound)
    return String(page[start..<end])
  }

  @Test(.enabled(if: ProgramPath.has("python3"), "there is no python3"))
  func `the smallest host conforms, and writes the trace that is shown`() async throws {
    let host = try Self.wire("host")
    func prepare(_ directory: URL) throws {
      try Guide.installLibrary("Python", in: directory)
      let file = directory.appending(path: "host")
      try Data(host.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let run = try await CommandRun(
      ["--adapter", "./host", "--filter", "2.*"], environment: ["LANG": "C.UTF-8"], prepare: prepare)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let passed = try #require(run.output.firstMatch(of: /cases: (\d+) passed, \d+ n\/a/)?.1)
    #expect(try #require(Int(passed)) > 140)
    let request: JSON = [
      "run": 1, "limit": 20000, "patience": 6000, "program": try JSON(parsing: Self.wire("program")),
    ]
    let answers = try await ProgramRun(
      "/bin/sh", ["-c", "cd '\(run.directory.path)' && exec ./host"], input: request.serialized() + "\n")
    let answer = try JSON(parsing: try #require(answers.output.split(separator: "\n").last.map(String.init)))
    #expect(answer["trace"] == (try JSON(parsing: Self.wire("trace"))), "\(answers.error)")
    let unable = try await CommandRun(
      ["--adapter", "./host", "--filter", "Z7-d.value.turn"], environment: ["LANG": "C.UTF-8"], prepare: prepare)
    #expect(unable.status == 2 && unable.output.contains("cannot perform ['repeat']"), "\(unable.output)")
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
