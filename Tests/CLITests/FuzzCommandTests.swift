import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// What `aplus-check fuzz` finds, and what it leaves to be found again.
@Suite("Generated programs on the command line", .testFolder) struct FuzzCommandTests {
  @Test func `a finding is small, and its saved case fails the same way`() async throws {
    let mutant = "mutant:keeps-four-handlers"
    let run = try await CommandRun(["fuzz", "--adapter", mutant, "--seed", "1", "--programs", "600", "--save", "found"])
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("violates  2.2.6.1"), "\(run.output)")
    #expect(run.error.contains("shrinking ") && run.error.contains(" for 60 s at most"), "\(run.error)")
    let folder = run.directory.appending(path: "found/found")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(files.first { $0.hasPrefix("2.2.6.1-") }, "\(files)")
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let specs = run.directory.appending(path: "found").path
    #expect(text.split(separator: "\n").count <= 24, "\(text)")
    let arguments = ["--specs", specs, "--no-baseline", "--filter", "2.2.6.1-*"]
    let again = try await CommandRun(["--adapter", mutant] + arguments)
    #expect(again.status == 1, "\(again.output) \(again.error)")
    #expect(again.output.contains("violates  2.2.6.1"), "\(again.output)")
    let reference = try await CommandRun(["--adapter", "reference"] + arguments)
    #expect(reference.status == 0, "\(reference.output)")
  }

  @Test func `a search that is interrupted while it shrinks reports what it found`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "mutant:keeps-four-handlers", "--seed", "1", "--programs", "600", "--save", "found",
      "--report", "junit=run.xml",
    ]) { _ in
    } meanwhile: { command in
      try await command.said("shrinking ")
      command.interrupt()
    }
    // On a busy machine, the signal may come once all is done.
    let expected: [CommandStatus] = [.interrupted, .violates]
    #expect(expected.map(\.rawValue).contains(run.status), "\(run.output)")
    #expect(run.output.contains("violates  2.2.6.1"), "\(run.output)")
    #expect(run.file("run.xml")?.contains("<failure") == true)
    let found = try FileManager.default.contentsOfDirectory(atPath: run.directory.appending(path: "found/found").path)
    #expect(found.contains { $0.hasPrefix("2.2.6.1-") }, "\(found)")
  }

  @Test func `a program that ends its host is saved as a case that fails the same way`() async throws {
    let mutant = "mutant:reentrant-then-traps"
    let run = try await CommandRun([
      "fuzz", "--adapter", mutant, "--seed", "1", "--programs", "300", "--save", "found", "--fail-fast",
    ])
    #expect(run.status == 1, "\(run.output)")
    let specs = run.directory.appending(path: "found").path
    let again = try await CommandRun(["--adapter", mutant, "--specs", specs, "--no-baseline"])
    #expect(again.status == 1, "\(again.output) \(again.error)")
    #expect(again.output.contains("aplus.crash"), "\(again.output)")
  }

  @Test func `the host of a search stays from batch to batch`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "./counted", "--seed", "1", "--programs", "300", "--jobs", "1", "--report", "none",
    ]) {
      let host = ProgramRun.built("aplus-mutants")
      try FakeAdapter.install("counted", in: $0, script: "echo >> '\($0.path)/starts'; exec '\(host)' reference")
    }
    // The first batch has 100 programs.
    #expect(run.status == 0 && run.output.contains("300 programs in "), "\(run.output)\(run.error)")
    #expect(run.file("starts") == "\n")
  }

  @Test func `a search fails when its host no longer starts`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "./fake", "--programs", "300", "--jobs", "1", "--report", "none",
    ]) {
      // The first host answers the program that begins the search; the next ones do not start.
      let script = "if [ -e used ]; then exit 1; fi; touch used\n\(FakeAdapter.answering)"
      try FakeAdapter.install("fake", in: $0, script: script)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(!run.output.contains("conforms"), "\(run.output)")
  }

  @Test func `a search whose programs all end the host ends early, and says so`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "./fake", "--programs", "300", "--jobs", "1", "--report", "none",
    ]) {
      let script = "if [ -e used ]; then \(FakeAdapter.crashing); fi; touch used"
      try FakeAdapter.install("fake", in: $0, script: "\(script)\n\(FakeAdapter.answering)")
    }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("the search ended early: the first 5 cases all ended the host"))
    #expect(!run.output.contains("conforms") && !run.output.contains("300 programs"))
  }

  @Test func `a comparison fails when the other host no longer starts`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "reference", "--against", "./fake", "--programs", "100", "--report", "none",
    ]) {
      let script = "if [ -e used ]; then exit 1; fi; touch used\n\(FakeAdapter.answering)"
      try FakeAdapter.install("fake", in: $0, script: script)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.error.contains("the comparison ended early: fake: "), "\(run.error)")
    #expect(!run.output.contains("no difference"))
  }

  @Test func `findings are saved beside tables and requirements that are there`() async throws {
    let requirements = #"{"format": "aplus-requirements/1", "chapter": "found", "source": "Mine"}"#
    let tables = #"{"format": "aplus-tables/1", "tables": {"T": [{"key": "a", "value": 1}]}}"#
    let run = try await CommandRun([
      "fuzz", "--adapter", "mutant:last-in-first-out", "--seed", "2", "--programs", "300", "--fail-fast", "--save",
      "found", "--report", "none",
    ]) {
      let directory = $0.appending(path: "found")
      let chapter = directory.appending(path: "found")
      try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
      try Data(tables.utf8).write(to: directory.appending(path: "tables.json"))
      try Data(requirements.utf8).write(to: chapter.appending(path: "requirements.json"))
    }
    #expect(run.status == 1)
    #expect(run.file("found/tables.json") == tables)
    #expect(run.file("found/found/requirements.json") == requirements)
  }

  @Test func `the command that is printed repeats the program`() async throws {
    let mutant = "mutant:last-in-first-out"
    let run = try await CommandRun([
      "fuzz", "--adapter", mutant, "--seed", "2", "--programs", "300", "--fail-fast", "--pass-env", "TZ",
    ])
    #expect(run.status == 1)
    let line = try #require(run.output.split(separator: "\n").first { $0.contains("replay    ") })
    #expect(line.contains(" --pass-env TZ"))
    let words = line.split(separator: " ").map(String.init)
    let place = try #require(words.firstIndex(of: "fuzz"))
    let again = try await CommandRun(Array(words[place...]))
    #expect(again.status == 1)
    let id = try #require(run.output.firstMatch(of: /fuzz\.2\.[0-9]+/)?.output)
    #expect(again.output.contains("\(id) Generated"), "\(again.output)")
  }

  @Test func `a conforming library has no finding, and the programs are counted`() async throws {
    let run = try await CommandRun(["fuzz", "--adapter", "reference", "--seed", "5", "--programs", "400"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("400 programs"))
    #expect(run.output.contains("laws"))
  }

  @Test func `what no program could violate is not applicable`() async throws {
    let run = try await CommandRun([
      "fuzz", "--adapter", "mutant:keeps-four-handlers", "--seed", "1", "--programs", "3", "--report", "tap=-",
    ])
    for requirement in ["CR1", "K9", "2.2.5"] {
      let line = run.output.split(separator: "\n").first { $0.contains("random-\(requirement) ") }
      #expect(line?.contains("SKIP n/a") == true, "\(requirement): \(line ?? "no line")")
    }
    let own = run.output.split(separator: "\n").first { $0.contains("random-P1 ") }
    #expect(own?.hasPrefix("ok ") == true && own?.contains("SKIP") == false, "\(own ?? "no line")")
  }

  @Test func `hosts get the variables that are passed`() async throws {
    let run = try await CommandRun(
      ["fuzz", "--adapter", "./fake", "--programs", "1", "--pass-env", "WORD"],
      environment: ["WORD": "said", "OTHER": "kept"]
    ) { try FakeAdapter.install("fake", in: $0, script: "echo \"$WORD $OTHER\" > words; \(FakeAdapter.unable)") }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.error)")
    #expect(run.file("words") == "said \n")
  }

  @Test(arguments: [
    ["--programs", "0"], ["--seconds", "0"], ["--steps", "1"], ["--lanes", "0"], ["--programs", "5", "--seconds", "1"],
  ]) func `options out of range are refused`(_ options: [String]) async throws {
    let run = try await CommandRun(["fuzz", "--adapter", "reference"] + options)
    #expect(run.status == 64)
    #expect(run.error.contains(options[0]))
  }
}
