import APlusModel
import APlusReports
import ArgumentParser
import Testing

@testable import aplus_check

@Suite("Options", .testFolder) struct OptionTests {
  /// The parsed and checked command.
  private func command(_ arguments: String...) throws -> RunArguments {
    let parsed = try AplusCheck.parseAsRoot(ArgumentList.completed(arguments))
    let command = try #require(parsed as? RunCommand)
    try command.arguments.check()
    return command.arguments
  }

  @Test func `the version comes with what the program was built from, where that is asked`() async throws {
    let run = try await CommandRun(["--version", "--verbose"])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    try #require(lines.count >= 3)
    #expect(lines[0] == "aplus-check \(Version.current)")
    #expect(lines[1].hasPrefix("swift-stdlib 6.") && lines[2].hasPrefix("jansson 2."))
    let short = try await CommandRun(["--version"])
    #expect(short.output == "\(Version.current)\n")
  }

  @Test func `run is the default command`() throws {
    #expect(try command("--adapter", "a").adapters.adapter == ["a"])
    #expect(try command("run", "--adapter", "a", "--adapter", "b").adapters.adapter == ["a", "b"])
  }

  @Test func `a path in the first place is an adapter`() throws {
    #expect(try command("./a.cjs", "--chapter", "aplus").adapters.adapter == ["./a.cjs"])
    #expect(try command(".").adapters.adapter == ["."])
    #expect(throws: (any Error).self) { try command("a.cjs") }
  }

  @Test func `chapters are names with commas, and a quick run has its own`() throws {
    #expect(try command("--adapter", "a", "--chapter", "aplus,zalgo", "--chapter", "once").choice.chapters.count == 3)
    #expect(try command("--adapter", "a", "--quick").choice.chapters == ["aplus", "zalgo", "once"])
    #expect(throws: Failure.self) { try command("--adapter", "a", "--quick", "--chapter", "aplus") }
  }

  @Test(arguments: [
    (["--chapter"], "", ["zalgo", "callbacks"]), (["--chapter"], "aplus,z", ["aplus,zalgo"]),
    (["--adapter"], "no", ["node"]), (["--adapter"], "mutant:", ["mutant:correct"]),
    (["--filter"], "2.2.4", ["2.2.4-a.fulfilled.already"]),
  ]) func `a shell completes values`(option: [String], word: String, expected: [String]) async throws {
    let run = try await CommandRun(["---completion", "run", "--"] + option + ["2", "\(word.count)", word])
    let found = run.output.split(separator: "\n").map(String.init)
    #expect(Set(expected).isSubset(of: found))
    // There are hundreds of variants, so they are completed after their colon.
    #expect(word.contains(":") || !found.contains { $0.hasPrefix("mutant:") })
  }

  @Test func `patterns are not joined by commas`() async throws {
    let run = try await CommandRun(["list", "--filter", "2.2.4-a,2.2.4-b"])
    #expect(run.status == CommandStatus.nothingSelected.rawValue)
    #expect(run.error.contains("a pattern is one glob: repeat --filter for each"), "\(run.error)")
  }

  @Test func `plain output has one column, no color and no progress`() async throws {
    let run = try await CommandRun([
      "--adapter", "mutant:sync-when-settled", "--filter", "2.2.4-a.fulfilled.already", "--plain", "--report", "none",
    ])
    #expect(run.status == 1)
    #expect(
      run.output.contains(" expected: `h` is called from a clean stack") && !run.output.contains("│")
        && !run.output.contains("\u{1B}"))
    #expect(throws: (any Error).self) { try command("--adapter", "a", "--plain", "--color", "always") }
  }

  @Test func `the manual page has examples, and each exit status`() async throws {
    let page = try await CommandRun(["manual"]).output
    #expect(page.contains(".SH EXAMPLES\n.nf\n  aplus\\-check ./adapter.cjs "))
    let statuses = try #require(page.split(separator: ".SH EXIT STATUS").last)
    for status in CommandStatus.allCases { #expect(statuses.contains("\n.B \(status.rawValue)\n")) }
  }

  @Test func `fail-fast takes a number or none`() throws {
    #expect(try command("--adapter", "a").performances.failFast == nil)
    #expect(try command("--adapter", "a", "--fail-fast").performances.failFast == 1)
    #expect(try command("--fail-fast", "--adapter", "a").performances.failFast == 1)
    #expect(try command("--adapter", "a", "--fail-fast=5").performances.failFast == 5)
    #expect(try command("--fail-fast", "5", "--adapter", "a").performances.failFast == 5)
    #expect(try ArgumentList.completed(["--", "--fail-fast"]) == ["--", "--fail-fast"])
  }

  @Test func `a seed has 64 bits`() throws {
    #expect(try command("--adapter", "a", "--seed", "18446744073709551615").performances.seed == .max)
    #expect(try command("--adapter", "a").performances.seed == nil)
  }

  @Test func `required capabilities are words of the vocabulary, with details`() throws {
    let words = try CapabilityList.parsed(["threads,combinators:all,race,accessors"]).map(\.description)
    #expect(words == ["threads", "combinators:all", "combinators:race", "accessors"])
    for wrong in ["thread", "", "threads,", "threads,all", "x:y", "unordered", "then-returns:same"] {
      #expect(throws: Failure.self) { try command("--adapter", "a", "--require", wrong) }
    }
  }

  @Test func `rounds and repetitions are counts`() throws {
    #expect(try command("--adapter", "a", "--rounds", "9", "--repeat", "3").performances.repeat == 3)
    #expect(throws: Failure.self) { try command("--adapter", "a", "--repeat", "0") }
    #expect(throws: Failure.self) { try command("--adapter", "a", "--rounds", "0") }
  }

  @Test func `a report is a kind and a path`() throws {
    let request = try ReportRequest(parsing: "junit=a=b.xml")
    #expect(request.kind.name == "junit" && request.path == "a=b.xml")
    for text in ["junit", "junit=", "=x", "xml=x", "", "matrix=x.html", "none=x"] {
      #expect(throws: ValidationError.self) { try ReportRequest(parsing: text) }
    }
    #expect(throws: (any Error).self) { try command("--adapter", "a", "--report", "tapp=x") }
    for pair in [["none", "tap=-"], ["traces=-"], ["tap=a", "json=a"]] {
      let options = pair.flatMap { ["--report", $0] }
      #expect(throws: (any Error).self) { try AplusCheck.parseAsRoot(["--adapter", "a"] + options) }
    }
  }

  @Test func `a default report has a name that any system takes`() {
    #expect(ReportRequest.standardPath(adapter: "my.lib_2-x") == "reports/my.lib_2-x.xml")
    #expect(ReportRequest.standardPath(adapter: "mutant:a b/ü") == "reports/mutant-a-b--.xml")
    #expect(ReportRequest.standardPath(adapter: "..") == "reports/--.xml")
  }

  @Test(arguments: [
    (ColorChoice.always, false, ["NO_COLOR": "1"], true), (.never, true, ["FORCE_COLOR": "1"], false),
    (.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["NO_COLOR": "0"], false),
    (.auto, false, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false), (.auto, false, ["FORCE_COLOR": "1"], true),
    (.auto, false, ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true), (.auto, false, ["CLICOLOR_FORCE": "0"], false),
    (.auto, true, ["CLICOLOR": "0"], false),
  ]) func `colors follow the option, the environment, then the stream`(
    _ choice: ColorChoice, _ isTerminal: Bool, _ environment: [String: String], _ expected: Bool
  ) { #expect(choice.usesColor(isTerminal: isTerminal, environment: environment) == expected) }
}
