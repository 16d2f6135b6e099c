import APlusModel
import Testing

@testable import APlusReports

@Suite("Line of a case") struct CaseLineTests {
  private static func expected(_ result: CaseResult, inSomeRuns: Bool = false) -> CaseResult {
    var result = result
    result.expectedFailure = ExpectedFailure(
      pattern: "*", types: ["aplus.zalgo"], isInSomeRuns: inSomeRuns, reason: "a bug", file: "known.txt", line: 3)
    return result
  }

  private static func unreached(_ id: String) -> CaseResult {
    var unreached = Samples.passed(id)
    unreached.status = .judged(Verdict(outcome: .notReached(because: ["2.2.4", "2.2.6.1"])))
    return unreached
  }

  /// Each case that neither passed nor failed by itself, with what reports say of it alone and of several like it.
  private static let lines: [(result: CaseResult, text: String, heading: String)] = [
    (Samples.notApplicable("2.2.4-a"), "n/a: needs thenables", "n/a, needs thenables"),
    (unreached("2.2.4-b"), "not reached: 2.2.4, 2.2.6.1 are violated", "not reached, 2.2.4, 2.2.6.1 are violated"),
    (Samples.notRun("2.2.4-c"), "not run: the adapter did not start", "not run, the adapter did not start"),
    (Samples.advised("2.2.4-d"), "advised: handler h ran inside then on p", "advised, beyond 2.2.4"),
    (expected(Samples.failed("2.2.4-e")), "fails as expected: a bug", "fails as expected, a bug"),
    (
      expected(Samples.failed("2.2.4-f"), inSomeRuns: true), "fails, expected to fail in some runs: a bug",
      "fails, expected to fail in some runs, a bug"
    ),
    (
      expected(Samples.passed("2.2.4-g"), inSomeRuns: true), "passes this time, expected to fail in some runs: a bug",
      "passes this time, expected to fail in some runs, a bug"
    ),
  ]

  @Test func `every kind of report says the same of a case`() {
    let run = Samples.run([Samples.adapter(Self.lines.map(\.result))])
    let style = ConsoleStyle(usesColor: false, usesUnicode: true, verbosity: .verbose)
    let reports = [
      TAPReport(run, in: Samples.context).text(), JUnitReport(run, in: Samples.context, hasAllCases: true).text(),
      CTRFReport(run, in: Samples.context).text(), RunPage(run, in: Samples.context).text(),
      ConsoleReport(run, in: Samples.context, style: style).text().string,
    ]
    let markdown = MarkdownReport(run, in: Samples.context).text()
    for (result, text, heading) in Self.lines {
      #expect(CaseLine(result).text == text)
      for (place, report) in reports.enumerated() { #expect(report.contains(text), "\(text), report \(place)") }
      #expect(markdown.contains("- \(MarkdownEscaping.text(heading)): `\(result.scenario.id)`"), "\(heading)")
    }
  }

  @Test func `what passed or failed by itself needs no words beside its mark`() {
    for result in [Samples.passed("a"), Samples.failed("b"), Samples.errored("c")] {
      #expect(CaseLine(result).text == nil && CaseLine(result).heading == nil)
    }
    let pass = Self.expected(Samples.passed("d"))
    #expect(CaseLine(pass).text == "unexpected pass" && CaseLine(pass).mark == .failed)
    #expect(FailureGroup.others(of: Samples.adapter([pass, Samples.failed("b")])).map(\.scenario.id) == ["d"])
  }
}
