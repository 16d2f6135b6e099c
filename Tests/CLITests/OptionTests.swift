import APlusModel
import ArgumentParser
import Testing

@testable import aplus_check

@Suite("Options") struct OptionTests {
  private func plan(_ arguments: String...) throws -> RunPlan {
    let command = try AplusCheck.parseAsRoot(ArgumentList.completed(arguments))
    return try RunPlan(#require(command as? RunCommand))
  }

  @Test func `run is the default command`() throws {
    #expect(try plan("--adapter", "a").adapters == ["a"])
    #expect(try plan("run", "--adapter", "a", "--adapter", "b").adapters == ["a", "b"])
  }

  @Test func `fail-fast takes a number after an equals sign or none`() throws {
    #expect(try plan("--adapter", "a").failFast == nil)
    #expect(try plan("--adapter", "a", "--fail-fast").failFast == 1)
    #expect(try plan("--fail-fast", "--adapter", "a").failFast == 1)
    #expect(try plan("--adapter", "a", "--fail-fast=5").failFast == 5)
    #expect(throws: (any Error).self) { try plan("--adapter", "a", "--fail-fast", "5") }
    #expect(ArgumentList.completed(["--", "--fail-fast"]) == ["--", "--fail-fast"])
  }

  @Test func `a seed is kept, and made up otherwise`() throws {
    #expect(try plan("--adapter", "a", "--seed", "18446744073709551615").seed == .max)
    #expect(try plan("--adapter", "a").seed > 0)
  }

  @Test func `required capabilities are words of the vocabulary, with details`() throws {
    let words = try plan("--adapter", "a", "--require", "threads,combinators:all,race,accessors")
      .required.map(\.description)
    #expect(words == ["threads", "combinators:all", "combinators:race", "accessors"])
    for wrong in ["thread", "", "threads,", "threads,all", "x:y"] {
      #expect(throws: Failure.self) { try plan("--adapter", "a", "--require", wrong) }
    }
  }

  @Test func `rounds and repetitions are counts`() throws {
    #expect(try plan("--adapter", "a", "--rounds", "9", "--repeat", "3").repetitions == 3)
    #expect(throws: Failure.self) { try plan("--adapter", "a", "--repeat", "0") }
    #expect(throws: Failure.self) { try plan("--adapter", "a", "--rounds", "0") }
  }

  @Test func `a report is a kind and a path`() throws {
    let expected = ReportRequest(kind: .junit, path: "a=b.xml")
    #expect(try ReportRequest(parsing: "junit=a=b.xml") == expected)
    for text in ["junit", "junit=", "=x", "xml=x", ""] {
      #expect(throws: ValidationError.self) { try ReportRequest(parsing: text) }
    }
  }

  @Test func `a default report has a name that any system takes`() {
    #expect(ReportRequest.standard(adapter: "my.lib_2-x").path == "reports/my.lib_2-x.xml")
    #expect(ReportRequest.standard(adapter: "mutant:a b/ü").path == "reports/mutant-a-b--.xml")
    #expect(ReportRequest.standard(adapter: "..").path == "reports/--.xml")
  }

  @Test(arguments: [
    (ColorChoice.always, false, ["NO_COLOR": "1"], true),
    (.never, true, ["FORCE_COLOR": "1"], false),
    (.auto, true, [:], true),
    (.auto, false, [:], false),
    (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, ["NO_COLOR": ""], true),
    (.auto, true, ["NO_COLOR": "0"], false),
    (.auto, false, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
    (.auto, false, ["FORCE_COLOR": "1"], true),
    (.auto, false, ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true),
    (.auto, false, ["CLICOLOR_FORCE": "0"], false),
    (.auto, true, ["CLICOLOR": "0"], false),
  ])
  func `colours follow the option, the environment, then the stream`(
    _ choice: ColorChoice,
    _ isTerminal: Bool,
    _ environment: [String: String],
    _ expected: Bool
  ) {
    #expect(choice.usesColor(isTerminal: isTerminal, environment: environment) == expected)
  }
}
