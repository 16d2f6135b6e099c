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
}
