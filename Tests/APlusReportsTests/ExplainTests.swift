import APlusCases
import APlusModel
import APlusReports
import TestSupport
import Testing

@Suite("explain") struct ExplainTests {
  private let library: SpecLibrary

  init() throws { library = try ProjectSpecs.library.get() }

  private func text(_ subject: String) throws -> String {
    let found = ExplainText(of: subject, in: library.scenarios, library.requirements.all)
    return try #require(found, "\(subject)").text().string
  }

  @Test func `every word that reports print is explained on one screen`() throws {
    let types = FailureType.allCases.map(\.rawValue) + HarnessError.ErrorType.allCases.map(\.rawValue)
    let words =
      types + types.map { String($0.dropFirst("aplus.".count)) } + Law.allCases.map(\.rawValue)
      + Strength.allCases.map(\.rawValue) + library.chapters + Capability.vocabulary.sorted() + [
        "n/a", "not reached", "aplus.not-reached", "aplus.advice", "aplus.not-run", "aplus.aftermath", "aplus.required",
        "aplus.unexpected-pass", "aplus.stale-expectation", "aplus.untestable", "aplus.expected-failure",
        "aplus.expected-in-some-runs", "aplus.not-applicable", "not repeated", "adapter", "host", "kit", "capability",
        "profile", "baseline", "chapter", "requirement", "case", "trace", "thenable",
      ]
    for word in words {
      let lines = try text(word).split(separator: "\n", omittingEmptySubsequences: false)
      #expect((3...24).contains(lines.count), "\(word): \(lines.count) lines")
    }
  }

  @Test func `a type of failure has its reason, its bug, its requirements and its cases`() throws {
    for word in ["zalgo", "aplus.zalgo"] {
      let text = try text(word)
      for part in ["aplus.zalgo\n", "  Why: ", "  Typical bug: ", "2.2.4, ", " cases:\n"] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
    }
  }

  @Test func `every requirement with cases is explained, and names what goes wrong`() throws {
    for number in Set(library.scenarios.map(\.requirement)) {
      let text = try text(number)
      #expect(text.contains("Typical bug: "), "\(number)")
    }
    #expect(ExplainText(of: "9.9", in: library.scenarios, library.requirements.all) == nil)
  }

  @Test func `the longest number that matches explains a requirement`() {
    let words = ["2.2.6.1", "2.2.4", "E7", "E10", "E3", "SC-F8", "RX-S2", "RX-S5", "S6"].map {
      GlossaryEntry.about(requirement: $0)?.word
    }
    #expect(
      words == [
        "aplus.order", "aplus.zalgo", "aplus.cycle", "aplus.assimilation", "aplus.value", "aplus.cancellation",
        "aplus.state", "aplus.order", "aplus.growth",
      ])
  }

  @Test(arguments: ["downstream", "upstream", "chain", "listener", "rejection", "linked"])
  func `a word about cancellation is explained`(word: String) throws {
    #expect(try text(word).contains("cancellation:\(word)"))
  }

  @Test func `a name is no moment`() {
    let steps = [Step(id: 0, .mark("idle")), Step(id: 1, .later(.turn, [Step(id: 2, .mark("turn"))]))]
    let lines = ProgramText.lines(of: Program(steps: steps))
    #expect(lines == ["mark idle", "later, in another turn:", "  mark turn"])
  }

  @Test func `a program is readable`() throws {
    let scenario = try #require(library.scenarios.first { $0.id == "C4-a.fulfill.idle.rejected" })
    #expect(
      ProgramText.lines(of: scenario.program) == [
        "let i = pending promise", "let p = pending promise", "resolve p with i", "then p ok ok error bad",
        "later, when nothing can run:", "  fulfill p with O", "later, when nothing can run:",
        "  later, when nothing can run:", "    reject i with S", "    later, when nothing can run:",
        "      then p ok ok2 error bad2",
      ])
  }
}
