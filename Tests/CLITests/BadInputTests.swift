import Foundation
import Testing

@testable import aplus_check

@Suite("Bad input", .testFolder) struct BadInputTests {
  /// Arguments, the status that they give, and words that the message must have.
  struct Entry: Sendable {
    let arguments: [String]
    let status: CommandStatus
    let words: String

    init(_ arguments: [String], _ status: CommandStatus, _ words: String) {
      self.arguments = arguments
      self.status = status
      self.words = words
    }
  }

  static let table: [Entry] = [
    Entry([], .usage, "--adapter"), Entry(["--bogus"], .usage, "--bogus"), Entry(["bogus"], .usage, "bogus"),
    Entry(["--adapter"], .usage, "--adapter"), Entry(["--adapter", "x", "--timeout", "0"], .usage, "--timeout 0"),
    Entry(["--adapter", "."], .adapterError, "found no adapter.json"),
    Entry(["--adapter", "x", "--timeout", "nan"], .usage, "--timeout"),
    Entry(["--adapter", "x", "--jobs", "0"], .usage, "--jobs"),
    Entry(["--adapter", "x", "--jobs", "many"], .usage, "--jobs"),
    Entry(["--adapter", "x", "--fail-fast=0"], .usage, "--fail-fast"),
    Entry(["--adapter", "x", "--seed", "x"], .usage, "--seed x: expected a whole number from 0"),
    Entry(["--adapter", "x", "--seed", "-1"], .usage, "--seed -1: expected a whole number from 0"),
    Entry(["--adapter", "node", "--require", "threads,thraeds"], .usage, "did you mean 'threads'?"),
    Entry(["--adapter", "node", "--chapter", "onec"], .usage, "did you mean 'once'?"),
    Entry(["--adapter", "x", "--color", "pink"], .usage, "--color"),
    Entry(["--adapter", "x", "--report", "pdf=x"], .usage, "junit"),
    Entry(["--adapter", "x", "--report", "traces=-"], .usage, "traces"),
    Entry(["--adapter", "x", "--report", "junit=a", "--report", "json=a"], .usage, "two reports"),
    Entry(["--adapter", "x", "--report", "matrix=x.html"], .usage, "board=DIRECTORY"),
    Entry(["--adapter", "x", "-v", "-q"], .usage, "--quiet"),
    Entry(["--adapter", "x", "--filter", "re:("], .usage, "regular expression"),
    Entry(["list", "--filter", ""], .usage, "pattern"), Entry(["explain"], .usage, "subject"),
    Entry(["judge"], .usage, "file"), Entry(["list", "--chapter", "bogus"], .usage, "aplus"),
    Entry(["list", "--filter", "bogus"], .nothingSelected, "no case"),
    Entry(["list", "--specs", "no/such/directory"], .harnessError, "no/such/directory"),
    Entry(["explain", "99.9"], .usage, "99.9"), Entry(["judge", "no-such-file"], .harnessError, "no-such-file"),
    Entry(["--adapter", "no-such-adapter"], .usage, "no-such-adapter"),
    Entry(["--adapter", "./no/such/path"], .usage, "no/such/path"),
    Entry(["--adapter", "node", "--chapter", "bogus"], .usage, "aplus"),
    Entry(["--adapter", "node", "--chapter", "aplus,zlago"], .usage, "did you mean 'zalgo'?"),
    Entry(["--adapter", "node", "--filter", "bogus"], .nothingSelected, "no case"),
    Entry(["--adapter", "node", "--adapter", "node"], .usage, "twice"),
  ]

  @Test(arguments: table) func `bad input gives its status, a message and no stack trace`(_ entry: Entry) async throws {
    let run = try await CommandRun(entry.arguments)
    #expect(run.status == entry.status.rawValue)
    #expect(run.error.contains(entry.words), "\(run.error)")
    #expect(run.output.isEmpty)
    #expect(!run.error.contains("Fatal error"))
    #expect(run.file("reports") == nil)
  }

  @Test func `output of what NODE_OPTIONS loads is named as that`() async throws {
    let hook = TestFolder.path("-hook.cjs")
    try Data("console.log('ready')".utf8).write(to: hook)
    let run = try await CommandRun(
      ["--adapter", "node", "--filter", "2.1.2.1-*", "--pass-env", "NODE_OPTIONS"],
      environment: ["NODE_OPTIONS": "--require \(hook.path)"])
    let words = "what NODE_OPTIONS loads must not write to the standard output"
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)")
    #expect(run.output.contains(words), "\(run.output)")
  }
}
