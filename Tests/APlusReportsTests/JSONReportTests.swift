import APlusJSON
import APlusJudge
import APlusModel
import APlusRunner
import Testing

@testable import APlusReports

@Suite("JSON report") struct JSONReportTests {
  @Test func `a run reads back whole`() throws {
    let document = try JSON(parsing: JSONReport(Samples.mixed, in: Samples.context).text())
    #expect(document["schema"] == "aplus-results/1")
    #expect(document["seed"] == "42")
    #expect(document["microseconds"] == 412_000)
    let adapter = try #require(document["adapters"]?[0])
    #expect(
      adapter["summary"] == [
        "advised": 0, "aftermath": 0, "errors": 1, "expectedFailures": 0, "expectedInSomeRuns": 0, "failed": 1,
        "notApplicable": 1, "notReached": 0, "notRun": 0, "passed": 3, "total": 6, "unexpectedPasses": 0,
      ])
    #expect(adapter["headline"] == "violates 2.2.4, 1 error, 1 not applicable")
    let verdicts = adapter["cases"]?.arrayValue?.map { $0["verdict"]?.stringValue }
    #expect(verdicts == ["conforms", "violates", "error", "notApplicable", "conforms", "conforms"])
    let failed = try #require(adapter["cases"]?[1])
    #expect(failed["source"] == ["file": "specs/aplus/2.2.4.json", "line": 41])
    #expect(failed["violations"]?[0]?["type"] == "aplus.zalgo")
    #expect(adapter["collected"]?[0]?["cases"] == 2)
  }

  @Test func `only failures have traces, with a picture, unless all are wanted`() throws {
    var passed = Samples.passed("2.2.4-a")
    passed.trace = Samples.trace(events: 3)
    var failed = Samples.failed("2.2.4-b")
    failed.trace = Samples.trace(events: 3)
    let run = Samples.run([Samples.adapter([passed, failed])])
    for hasAllTraces in [false, true] {
      let text = JSONReport(run, in: Samples.context, hasAllTraces: hasAllTraces).text()
      #expect(text.split(separator: "\n").count == 1)
      let cases = try JSON(parsing: text)["adapters"]?[0]?["cases"]
      #expect((cases?[0]?["trace"] != nil) == hasAllTraces)
      #expect(cases?[0]?["picture"] == nil)
      #expect(cases?[0]?["standing"] == "passed")
      #expect(cases?[1]?["trace"] != nil)
      #expect(cases?[1]?["picture"]?[0]?.stringValue?.contains("│ observed") == true)
      #expect(cases?[1]?["standing"] == "failed")
    }
  }

  @Test func `what a library says stays text, and short`() throws {
    let adapter = Samples.adapter([
      Samples.failed("2.2.4-a", Samples.violation("2.2.4", Samples.hostile)),
      Samples.failed("2.2.4-b", Samples.violation("2.2.4", String(repeating: Samples.hostile, count: 100_000))),
    ])
    let text = JSONReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(throws: Never.self) { try JSON(parsing: text) }
    #expect(text.utf8.count < 10_000)
  }

  @Test func `a path outside the working directory is left out`() throws {
    var context = Samples.context
    context.workingDirectory = "/somewhere/else"
    let document = try JSON(parsing: JSONReport(Samples.mixed, in: context).text())
    #expect(document["adapters"]?[0]?["cases"]?[0]?["source"] == nil)
  }
}
