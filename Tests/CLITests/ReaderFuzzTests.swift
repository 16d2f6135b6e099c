import Foundation
import ReaderFuzzing
import TestSupport
import Testing

@testable import aplus_check

/// A slice of `make fuzz-readers`, and the reader that the command keeps to itself.
@Suite("Readers of corrupted inputs", .testFolder) struct ReaderFuzzTests {
  private static let inputs = 330

  @Test func `each reads an input or refuses it with a place`() async throws {
    let run = try await CommandRun(Corpus.arguments)
    #expect(run.status == CommandStatus.violates.rawValue, "\(run.error)")
    let corpus = try Corpus(project: CommandRun.package, saved: run.directory)
    let counts = try ReaderFuzz(corpus.readers, seed: 1).read(0..<Self.inputs)
    #expect(counts.count == 8)
    let refused = counts.values.reduce(0) { $0 + $1.refused }
    #expect(refused > Self.inputs / 10 && refused < Self.inputs)
  }

  @Test func `a file of options is read or refused with a place`() throws {
    let file = """
      {"config": "aplus-config/1", "adapter": ["./a.cjs"], "require": "threads", "strict": true,
       "seed": 1, "timeout": 2.5, "profiles": {"ci": {"shard": "auto", "report": ["jsonl=a"], "repeat": 2}}}
      """
    let reader = FuzzedReader("options", [Array(file.utf8)]) { bytes, _ throws(FuzzedReader.Finding) in
      do throws(Failure) {
        _ = try ConfigFile(bytes, "aplus.json", profile: nil)
        return true
      } catch { return try FuzzedReader.check(error.message) { $0.hasPrefix("aplus.json:") } }
    }
    let counts = try ReaderFuzz([reader], seed: 1).read(0..<Self.inputs)
    let count = try #require(counts["options"])
    #expect(count.refused > 0 && count.refused < count.inputs)
  }

  @Test func `an error without a place is found, with the number that makes the input again`() throws {
    let reader = FuzzedReader("toy", [Array(#"{"a": [1, 2, {"b": "c"}]}"#.utf8)]) {
      bytes, _ throws(FuzzedReader.Finding) in
      try FuzzedReader.check(bytes.count.isMultiple(of: 7) ? "bad" : "a.json:1") { $0.hasPrefix("a.json") }
    }
    let fuzz = ReaderFuzz([reader], seed: 3)
    let failure = #expect(throws: ReaderFuzz.Failure.self) { try fuzz.read(0..<1000) }
    let number = try #require(failure?.number)
    let again = #expect(throws: ReaderFuzz.Failure.self) { try fuzz.read(number..<(number + 1)) }
    #expect(again?.input == failure?.input)
    #expect(failure?.message == "an error that names no place: bad")
  }
}
