import APlusJudge
import APlusRunner
import Testing

@testable import APlusModel
@testable import APlusReports

@Suite("Findings of a matrix") struct MatrixFindingTests {
  private func text(_ sentence: [MatrixFinding.Part], _ matrix: Matrix) -> String {
    sentence.map { part in
      switch part {
      case .text(let text): text
      case .row(let row), .cell(_, let row): row
      case .library(let column, _): matrix.columns[column].name
      }
    }.joined()
  }

  private func sentences(_ adapters: [AdapterResult]) -> [String: [String]] {
    let matrix = Matrix(Samples.run(adapters), in: Samples.context)
    return Dictionary(
      uniqueKeysWithValues: MatrixFinding.all(of: matrix).map { finding in
        (finding.title, finding.sentences.map { text($0, matrix) })
      })
  }

  @Test func `each library is listed by its worst cell`() {
    var moving = Samples.passed("2.2.4-a")
    moving.expectedFailure = ExpectedFailure(
      pattern: "2.2.4-a", types: ["aplus.zalgo"], isInSomeRuns: true, reason: "a race", file: "f", line: 1)
    var unasked = Samples.notApplicable("2.2.4-a")
    unasked.scenario.requirement = "2.2.4"
    let found = sentences([
      Samples.adapter([Samples.passed("2.2.4-a")], name: "good"),
      Samples.adapter([Samples.failed("2.2.4-a"), Samples.errored("2.2.4-b")], name: "bad"),
      Samples.adapter([moving], name: "moving"), Samples.adapter([Samples.errored("2.2.4-a")], name: "broken"),
      Samples.adapter([unasked], name: "unasked"),
    ])
    #expect(
      found["Asynchronous always"] == [
        "1 of 4 never run a handler inside the call that leads to it: good.", "Fail: bad (2.2.4).",
        "Fail in some runs: moving (2.2.4).", "Crash or hang: broken (2.2.4).", "Not checked: unasked.",
        "Requirements: 2.2.4.",
      ])
    #expect(found["Keep order"] == nil, "no row is about it")
  }

  private func failed(_ number: String, _ type: FailureType, _ chapter: String = "aplus") -> CaseResult {
    var violation = Samples.violation(number)
    violation.type = type
    var result = Samples.failed("\(number)-a", violation)
    result.scenario.requirement = number
    result.scenario.chapter = chapter
    return result
  }

  @Test func `a library is counted by the failures that the sentence is about`() {
    let loses = failed("Z-combine", .count, "zalgo")
    let found = sentences([
      Samples.adapter([failed("Z1", .zalgo, "zalgo"), loses], name: "early"),
      Samples.adapter([loses, failed("O1", .count), failed("S1", .order, "scale")], name: "losing"),
      Samples.adapter([failed("O1", .order), failed("S1", .count, "scale")], name: "unordered"),
      Samples.adapter([failed("Z1", .stuck, "zalgo"), failed("C1", .count)], name: "hanging"),
    ])
    #expect(
      found["Asynchronous always"]?.dropLast() == [
        "1 of 3 never run a handler inside the call that leads to it: losing.",
        "Of these, miss something else there: losing (Z-combine lost).", "Fail: early (Z1).",
        "Crash or hang: hanging (Z1).", "Not checked: unordered.",
      ])
    #expect(
      found["Keep order"]?.prefix(3) == [
        "1 of 2 never run a handler before one that was registered earlier: losing.",
        "Of these, miss something else there: losing (O1 lost).", "Fail: unordered (O1).",
      ])
    #expect(
      found["Survive depth"]?.prefix(3) == [
        "1 of 2 survive thousands of handlers and a hundred thousand links: losing.",
        "Of these, miss something else there: losing (S1 order).", "Fail: unordered (S1).",
      ])
    #expect(
      found["The first settlement counts"]?.prefix(2) == [
        "1 of 1 keep the first settlement, whatever comes after it: hanging.",
        "Of these, miss something else there: hanging (C1 lost).",
      ])
  }

  @Test func `a claim that no library keeps says so`() {
    let found = sentences([Samples.adapter([Samples.failed("2.2.4-a")], name: "bad")])
    #expect(found["Asynchronous always"]?.first == "0 of 1 never run a handler inside the call that leads to it.")
  }

  @Test func `what a cancel means is what is declared, with everything that the column misses`() {
    func adapter(_ name: String, _ results: [CaseResult], cancels: Bool = true) -> AdapterResult {
      var adapter = Samples.adapter(results, name: name)
      adapter.identity?.capabilities = cancels ? [Capability("cancellation", detail: "rejection")] : []
      return adapter
    }
    func expected(_ result: CaseResult, _ reason: String, _ type: String) -> CaseResult {
      var result = result
      result.expectedFailure = ExpectedFailure(pattern: "*", types: [type], reason: reason, file: "f", line: 1)
      return result
    }
    var blocked = expected(failed("F3", .stuck, "threads"), "cancel waits for a handler", "aplus.stuck")
    blocked.scenario.capabilities = [Capability("cancellation")]
    let told = expected(
      failed("CP-8", .state, "cancellation"), "documented: a cancel of gather cancels all", "aplus.state")
    var good = Samples.passed("CR1-a", requirement: "CR1")
    good.scenario.chapter = "cancellation"
    var unasked = Samples.notApplicable("CP-8-a")
    unasked.scenario.requirement = "CP-8"
    let found = sentences([
      adapter("full", [good, unasked]), adapter("asyncio", [good, told]),
      adapter("blocking", [good, blocked, unasked]), adapter("none", [unasked], cancels: false),
    ])
    let meaning = "A cancel rejects the promise like any rejection, and reaches nothing else."
    #expect(
      found["What a cancel means"] == [
        "full (rejection): \(meaning) Meets all 1 requirement checked.",
        "asyncio (rejection): \(meaning) Meets 1 of 2 requirements. As documented: a cancel of gather cancels all"
          + " (CP-8: wrong).",
        "blocking (rejection): \(meaning) Meets 1 of 2 requirements. But cancel waits for a handler (F3: hang).",
        "No cancel through their adapters: none.",
      ])
  }

  @Test func `the columns of a document come back, whatever their names`() {
    let names = ["plain", "--> <b>", Samples.hostile]
    let adapters = names.map { Samples.adapter([Samples.passed("2.2.4-a")], name: $0) }
    let matrix = Matrix(Samples.run(adapters), in: Samples.context)
    let text = BoardMarkdown(matrix).text()
    #expect(BoardReport.columns(in: text) == names)
    #expect(BoardReport.columns(in: "# Something else\n") == nil)
  }
}
