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

  @Test func `a cancel is described for each library that has one`() {
    func adapter(_ name: String, _ results: [CaseResult], cancels: Bool = true) -> AdapterResult {
      var adapter = Samples.adapter(results, name: name)
      adapter.identity?.capabilities = cancels ? [Capability("cancellation")] : []
      return adapter
    }
    func result(_ result: CaseResult, of requirement: String) -> CaseResult {
      var result = result
      result.scenario.requirement = requirement
      return result
    }
    let good = [Samples.passed("Z-cancel-a"), Samples.notApplicable("RX-C4-a")]
    let bad = [Samples.failed("Z-cancel-a"), Samples.passed("RX-C4-a")]
    let found = sentences(
      [good, bad].enumerated().map { place, results in
        adapter("lib\(place)", [result(results[0], of: "Z-cancel"), result(results[1], of: "RX-C4")])
      } + [adapter("none", [result(good[1], of: "RX-C4")], cancels: false)])
    #expect(
      found["What a cancel means"] == [
        "lib0: a cancel runs no handler before it returns (Z-cancel)" + "; not applicable: RX-C4.",
        "lib1: a cancel reaches all that is pending below (RX-C4)"
          + "; not so: runs no handler before it returns (Z-cancel).", "No cancel through their adapters: none.",
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
