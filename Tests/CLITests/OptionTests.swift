import APlusModel
import APlusReports
import ArgumentParser
import Testing

@testable import aplus_check

@Suite("Options", .testFolder) struct OptionTests {
  /// The parsed and checked command.
  private func command(_ arguments: String...) throws -> RunCommand {
    let parsed = try AplusCheck.parseAsRoot(ArgumentList.completed(arguments))
    let command = try #require(parsed as? RunCommand)
    try command.check()
    return command
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
    #expect(try command("--adapter", "a").adapter == ["a"])
    #expect(try command("run", "--adapter", "a", "--adapter", "b").adapter == ["a", "b"])
  }

  @Test func `a path in the first place is an adapter`() throws {
    #expect(try command("./a.cjs", "--chapter", "aplus").adapter == ["./a.cjs"])
    #expect(throws: (any Error).self) { try command("a.cjs") }
  }

  @Test func `chapters are names with commas, and a quick run has its own`() throws {
    #expect(try command("--adapter", "a", "--chapter", "aplus,zalgo", "--chapter", "once").choice.chapters.count == 3)
    #expect(try command("--adapter", "a", "--quick").choice.chapters == ["aplus", "zalgo", "once"])
    #expect(throws: Failure.self) { try command("--adapter", "a", "--quick", "--chapter", "aplus") }
  }

  @Test func `fail-fast takes a number or none`() throws {
    #expect(try command("--adapter", "a").failFast == nil)
    #expect(try command("--adapter", "a", "--fail-fast").failFast == 1)
    #expect(try command("--fail-fast", "--adapter", "a").failFast == 1)
    #expect(try command("--adapter", "a", "--fail-fast=5").failFast == 5)
    #expect(try command("--fail-fast", "5", "--adapter", "a").failFast == 5)
    #expect(try ArgumentList.completed(["--", "--fail-fast"]) == ["--", "--fail-fast"])
  }

  @Test func `a seed has 64 bits`() throws {
    #expect(try command("--adapter", "a", "--seed", "18446744073709551615").seed == .max)
    #expect(try command("--adapter", "a").seed == nil)
  }

  @Test func `required capabilities are words of the vocabulary, with details`() throws {
    let words = try CapabilityList.parsed(["threads,combinators:all,race,accessors"]).map(\.description)
    #expect(words == ["threads", "combinators:all", "combinators:race", "accessors"])
    for wrong in ["thread", "", "threads,", "threads,all", "x:y", "unordered", "then-returns:same"] {
      #expect(throws: Failure.self) { try command("--adapter", "a", "--require", wrong) }
    }
  }

  @Test func `rounds and repetitions are counts`() throws {
    #expect(try command("--adapter", "a", "--rounds", "9", "--repeat", "3").repeat == 3)
    #expect(throws: Failure.self) { try command("--adapter", "a", "--repeat", "0") }
    #expect(throws: Failure.self) { try command("--adapter", "a", "--rounds", "0") }
  }

  @Test func `a report is a kind and a path`() throws {
    let request = try ReportRequest(parsing: "junit=a=b.xml")
    #expect(request.kind.name == "junit" && request.path == "a=b.xml")
    for text in ["junit", "junit=", "=x", "xml=x", "", "matrix=x.txt", "none=x"] {
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
