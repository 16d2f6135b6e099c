import Foundation
import Testing

@testable import aplus_check

@Suite("A project's options", .testFolder) struct ConfigTests {
  private let file = TestFolder.path(".json")

  /// The arguments of a run with a file.
  private func completed(_ text: String, _ arguments: String...) throws -> [String] {
    try Data(#"{"config": "aplus-config/1", \#(text)}"#.utf8).write(to: file)
    return try ConfigFile.completed(arguments + ["--config", file.path])
  }

  @Test func `the command line wins over a profile, and that over the rest of the file`() throws {
    let text = #""seed": 1, "timeout": 2, "chapter": ["once"], "profiles": {"ci": {"timeout": 3}}"#
    #expect(try completed(text, "--seed", "4", "--profile", "ci") == ["--seed", "4", "--chapter=once", "--timeout=3"])
  }

  @Test(arguments: [
    (#""verbose": true, "profiles": {"ci": {"quiet": true}}"#, "--profile=ci", "--quiet"),
    (#""repeat": 3, "profiles": {"ci": {"verify-stability": true}}"#, "--profile=ci", "--verify-stability"),
    (#""no-baseline": true"#, "--update-baseline", nil), (#""fail-fast": 2"#, "--verify-stability", nil),
  ]) func `what the winner excludes is left out`(_ text: String, _ option: String, _ own: String?) throws {
    let given = option.hasPrefix("--profile") ? [] : [option]
    #expect(try completed(text, option) == given + [own].compactMap(\.self))
  }

  @Test(arguments: [["--config", "other.json"], ["--profile=a", "--profile", "b"]])
  func `a second file or profile is refused`(_ arguments: [String]) throws {
    let failure = #expect(throws: Failure.self) { try ConfigFile.completed(arguments + ["--config", file.path]) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains("expected one value") == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [
    (#""slowst": 3"#, "slowest"), (#""seed": "one""#, "expected a number"), (#""strict": 1"#, "strict"),
    (#""profiles": {"ci": {"sharp": "1/2"}}"#, "shard"),
  ]) func `a file is checked`(_ text: String, _ words: String) throws {
    let failure = #expect(throws: Failure.self) { try completed(text) }
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [
    #""report": ["junit=../a.xml"]"#, #""report": "junit=/etc/a.xml""#, #""report": ["html=x/../../a"]"#,
    #""report": ["traces=out/a"]"#, #""report": ["json=dangling"]"#, #""baseline": "../a=b""#, #""baseline": "/a""#,
    #""profiles": {"ci": {"report": ["junit=../a.xml"]}}"#,
  ]) func `a file names no report outside of its directory`(_ text: String) async throws {
    let run = try await CommandRun(["--filter", "2.1.2.1-a", "--quiet"]) { folder in
      try Data(#"{"config": "aplus-config/1", "adapter": "./fake", \#(text)}"#.utf8).write(
        to: folder.appending(path: "aplus.json"))
      try FakeAdapter.install("fake", in: folder, script: ": > ran; \(FakeAdapter.unable)")
      let files = FileManager.default
      try files.createSymbolicLink(at: folder.appending(path: "out"), withDestinationURL: folder.appending(path: ".."))
      try files.createSymbolicLink(atPath: folder.appending(path: "dangling").path, withDestinationPath: "../nothing")
    }
    #expect(run.status == CommandStatus.harnessError.rawValue)
    #expect(run.error.contains("aplus.json:1:"), "\(run.error)")
    #expect(run.error.contains("only the command line may name it"))
    #expect(run.file("ran") == nil)
  }

  @Test func `a run says in one line what the file sets`() async throws {
    let run = try await CommandRun(["--filter", "2.1.2.1-a"]) { folder in
      let text =
        #"{"config": "aplus-config/1", "adapter": "reference", "seed": 7, "report": ["junit=out/a\u001b.xml"]}"#
      try Data(text.utf8).write(to: folder.appending(path: "aplus.json"))
    }
    #expect(run.status == 0, "\(run.error)")
    let line = "config: aplus.json: --adapter=reference --report=junit=out/a\\u{1B}.xml --seed=7"
    #expect(run.error.split(separator: "\n").first.map(String.init) == line, "\(run.error)")
  }
}
