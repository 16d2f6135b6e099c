import APlusJudge
import Testing

@testable import APlusModel
@testable import APlusReports
@testable import APlusRunner

@Suite("Baseline") struct BaselineTests {
  private func baseline(_ text: String) throws -> Baseline { try Baseline(text, file: "expected-failures.txt") }

  private func faults(of text: String) -> String? {
    do throws(BaselineError) {
      _ = try Baseline(text, file: "f.txt")
      return nil
    } catch { return error.description }
  }

  private func applied(_ text: String, to result: RunResult = Samples.mixed) throws -> AdapterResult {
    try baseline(text).applied(to: result.adapters[0], known: Samples.known)
  }

  /// A run of these cases alone.
  private func run(_ cases: CaseResult...) -> RunResult { Samples.run([Samples.adapter(cases)]) }

  /// A run of every case that is known.
  private var whole: RunResult {
    Samples.run([Samples.adapter(Samples.mixed.adapters[0].cases + [Samples.passed("2.3.4-a")])])
  }

  @Test func `all faults of a file are reported with their lines`() {
    let text = """
      # a comment
      2.2.4-a zalgo
      2.2.4-b zaglo # reason

      2.2.4-* timeout # hangs
      2.2.4-d zalgo # TODO
      2.2.4-a # reason
      2.1.2-a order # once
      2.1.2-a count # twice
      2.1.2-b order|cuont? # reason
      2.1.2-b order|order # reason
      2.1.2-b ? # reason
      2.1.2-b flaky # reason
      2.1.2-? order|adapter-crash? # dies in some runs
      2.1.2-b order? # TODO: so far it passed
      2.2.4-c zalgo # documented:
      """
    #expect(
      faults(of: text) == """
        f.txt:2: expected # and the reason; also on line 16
        f.txt:3: "zaglo" is not a failure type; did you mean "zalgo"?
        f.txt:5: a crash or hang needs the exact id of one case, not a glob; also on line 14
        f.txt:6: write the reason instead of TODO; also on line 15
        f.txt:7: expected an id or glob, a failure type, and # with a reason
        f.txt:9: 2.1.2-a already has an entry on line 8
        f.txt:10: "cuont" is not a failure type; did you mean "count"?
        f.txt:11: "order" is named twice
        f.txt:12: "" is not a failure type; known types: adapter-crash, assimilation, \
        cancellation, computing, context, count, crash, cycle, growth, order, state, stuck, timeout, value, zalgo
        f.txt:13: instead of "flaky", name the types seen in some runs, with a "?"
        """)
    let updated = (1...6).map { "2.2.4-\($0) zalgo # TODO" }.joined(separator: "\n")
    #expect(faults(of: updated) == "f.txt:1: write the reason instead of TODO; also on line 2, 3, 4 and 2 more")
  }

  @Test func `an expected failure is counted by itself`() throws {
    let adapter = try applied("2.2.4-b zalgo # runs inline\n2.2.4-d adapter-crash # aborts\n")
    let tally = Tally(adapter.cases)
    #expect(tally.expectedFailures == 2)
    #expect(tally.failed + tally.errors + tally.unexpectedPasses == 0)
    #expect(adapter.baseline?.stale == [])
  }

  @Test func `a failure of another type fails, and names the entry`() throws {
    let adapter = try applied("\n2.2.4-b order|count? # runs late\n")
    #expect(Tally(adapter.cases).failed == 1)
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains("baseline  expected-failures.txt:2 expects aplus.order or aplus.count in some runs"))
  }

  @Test func `of several types any is expected, and no other`() throws {
    #expect(Tally(try applied("2.2.4-b order|zalgo # races\n").cases).expectedFailures == 1)
    #expect(Tally(try applied("2.2.4-b order|count # races\n").cases).failed == 1)
    #expect(Tally(try applied("2.2.4-a order|zalgo # races\n").cases).unexpectedPasses == 1)
  }

  @Test func `a pass that is expected to fail fails, also below a glob`() throws {
    let adapter = try applied("2.2.4-? zalgo # runs inline\n")
    #expect(Tally(adapter.cases).unexpectedPasses == 1)
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains(#"<failure type="aplus.unexpected-pass""#))
    #expect(report.contains(#"<skipped type="aplus.expected-failure""#))
  }

  @Test func `an exact id comes before a glob`() throws {
    let adapter = try applied("2.2.4-* zalgo # inline\n2.2.4-b order # late\n")
    let result = try #require(adapter.cases.first { $0.scenario.id == "2.2.4-b" })
    #expect(result.expectedFailure?.line == 2)
  }

  @Test func `a failure in some runs gates neither a pass nor that failure`() throws {
    let adapter = try applied("2.2.4-a zalgo? # a race\n2.2.4-b zalgo? # a race\n")
    let tally = Tally(adapter.cases)
    #expect(tally.expectedInSomeRuns == 2)
    // The crash has no entry.
    #expect(tally.passed + tally.failed + tally.errors + tally.unexpectedPasses == 2 + 1)
    #expect(adapter.baseline?.stale == [])
  }

  @Test func `reports show failures in some runs, whatever this run showed`() throws {
    for run in [run(Samples.passed("2.2.4-b")), run(Samples.failed("2.2.4-b"))] {
      let adapter = try applied("2.2.4-* zalgo? # a race\n", to: run)
      #expect(AdapterSummary(adapter).headline == "violates 2.2.4 in some runs, as expected")
      let shown = Samples.run([adapter])
      let console = ConsoleReport(
        shown, in: Samples.context, style: ConsoleStyle(usesColor: false, usesUnicode: true, verbosity: .verbose)
      ).text().string
      #expect(console.contains("1 case: 0 passed, 1 expected to fail in some runs ("))
      #expect(console.contains("expected to fail in some runs: a race"))
      let junit = JUnitReport(shown, in: Samples.context).text()
      #expect(junit.contains(#"<skipped type="aplus.expected-in-some-runs""#))
      #expect(junit.contains(#"<property name="aplus.expected-in-some-runs" value="1"/>"#))
      #expect(junit.contains(#"<property name="aplus.expected-failures" value="0"/>"#))
      let json = JSONReport(shown, in: Samples.context).text()
      #expect(json.contains(#""expectedInSomeRuns":1"#))
      #expect(json.contains(#""inSomeRuns":true"#))
    }
  }

  @Test func `a flaky case is expected where that is allowed, in the types that are listed`() throws {
    func standing(_ text: String, _ types: Set<String>, passes: Bool) throws -> Tally {
      var result = Samples.failed("2.2.4-b")
      let failures = types.compactMap(FailureType.init).map(RunOutcome.violates)
      result.outcomes = [StageOutcomes(stage: "", of: failures + (passes ? [.conforms] : []))]
      return Tally(try applied(text, to: run(result)).cases)
    }
    let both: Set = ["aplus.zalgo", "aplus.order"]
    #expect(try standing("2.2.4-b zalgo # r\n", ["aplus.zalgo"], passes: true).failed == 1)
    #expect(try standing("2.2.4-b zalgo? # r\n", ["aplus.zalgo"], passes: true).expectedInSomeRuns == 1)
    #expect(try standing("2.2.4-b zalgo? # r\n", both, passes: true).failed == 1)
    #expect(try standing("2.2.4-b zalgo # r\n", both, passes: false).failed == 1)
    #expect(try standing("2.2.4-b zalgo|order # r\n", both, passes: false).expectedFailures == 1)
  }

  @Test func `an entry that matches nothing is stale, one that was not selected is not`() throws {
    let adapter = try applied(
      """
      2.2.5-a zalgo # gone
      2.3.4-a value # not selected
      2.2.5-b zalgo? # gone
      2.3.4-* value? # not selected
      2.*-a zalgo? # not all selected
      2.3.* zalgo # not all selected

      """)
    #expect(adapter.baseline?.stale.map(\.entry.line) == [1, 3])
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains(#"<failure type="aplus.stale-expectation""#))
  }

  @Test func `an entry about a case that cannot be asked is stale`() throws {
    let adapter = try applied("2.3.3.1-a assimilation # reads twice\n")
    #expect(adapter.baseline?.stale.map(\.message) == ["2.3.3.1-a explains no failure: remove the entry"])
  }

  @Test func `an entry about a case that was left when the run ended is not stale`() throws {
    let adapter = try applied(
      "2.2.4-b zalgo # runs inline\nelsewhere:2.2.4 zalgo # runs inline\n", to: run(Samples.notRun("2.2.4-b")))
    #expect(adapter.baseline?.stale == [])
  }

  @Test func `incidental violations are expected by their requirement`() throws {
    func expected(_ text: String) throws -> Int {
      IncidentalViolation.all(of: try applied(text)).compactMap(\.expectation).count
    }
    #expect(try expected("elsewhere:2.2.4 zalgo # runs inline\n") == 1)
    #expect(try expected("elsewhere:2.2.4 zalgo|order? # a race\n") == 1)
    #expect(try expected("elsewhere:2.2.4 order|count? # a race\n") == 0)
  }

  @Test(arguments: [("elsewhere:2.2.4 zalgo? # a race\n", false), ("elsewhere:2.2.4 order? # a race\n", true)])
  func `an incidental violation that is expected is no aftermath`(text: String, isAftermath: Bool) throws {
    var seen = Samples.incidental("2.1.2-a")
    seen.repetition = .aftermath(of: "2.1.2-b")
    let adapter = try applied(text, to: run(seen))
    #expect(adapter.cases[0].isAftermath == isAftermath)
    #expect(AdapterSummary(adapter).isViolated == isAftermath)
  }

  @Test func `an expected incidental violation is reported with its requirement`() throws {
    let adapter = try applied("elsewhere:2.2.4 zalgo # runs inline\n")
    let page = RunPage(Samples.run([adapter]), in: Samples.context).text()
    #expect(page.contains("2.2.4 is also violated in 2 other cases, as expected: runs inline"))
  }

  @Test func `every type of an incidental violation must be expected`() throws {
    var other = Samples.violation()
    other.type = .order
    let seen = run(Samples.incidental("2.1.2-a"), Samples.incidental("2.1.2-b", other))
    func expected(_ text: String) throws -> Int {
      IncidentalViolation.all(of: try applied(text, to: seen)).compactMap(\.expectation).count
    }
    #expect(try expected("elsewhere:2.2.4 zalgo # runs inline\n") == 0)
    #expect(try expected("elsewhere:2.2.4 zalgo|order # runs inline\n") == 1)
  }

  @Test func `an entry about other cases is stale when a whole run does not show it`() throws {
    let text = """
      elsewhere:2.2.5 value # binds this
      elsewhere:2.3.4 value? # a race
      elsewhere:2.2.45 zalgo? # no such requirement

      """
    #expect(try applied(text).baseline?.stale.map(\.entry.line) == [3])
    #expect(
      try applied(text, to: whole).baseline?.stale.map(\.message) == [
        "no case about another requirement violates 2.2.5: remove the entry",
        "there is no requirement 2.2.45; did you mean 2.2.4?",
      ])
    #expect(AdapterSummary(try applied(text, to: whole)).headline.contains("2.3.4 in some runs"))
  }

  @Test func `a run with expected failures alone does not claim to conform`() throws {
    let result = run(Samples.passed("2.2.4-a"), Samples.failed("2.2.4-b"))
    let adapter = try applied("2.2.4-b zalgo # runs inline\n", to: result)
    #expect(AdapterSummary(adapter).headline == "violates 2.2.4 as expected")
  }

  @Test func `a headline names what is violated in each run alone`() throws {
    var besides = Samples.failed("2.2.4-b")
    besides.status = .judged(
      Verdict(outcome: .violates, violations: [Samples.violation(), Samples.violation("2.2.2.3")]))
    var moving = Samples.failed("2.2.4-c", Samples.violation("2.2.6.1"))
    moving.scenario.requirement = "T1"
    let text = "2.2.4-b zalgo # runs inline\n2.2.4-c zalgo? # a race\n"
    let adapter = try applied(text, to: run(besides, moving, Samples.passed("2.1.2-a")))
    #expect(AdapterSummary(adapter).headline == "violates 2.2.4 as expected, violates T1 in some runs, as expected")
  }

  @Test func `only a failure that is not expected is news`() throws {
    let baseline = try baseline("2.2.4-b zalgo # inline\n2.2.4-d order? # a race\n")
    #expect(baseline.expects(Samples.failed("2.2.4-b")))
    #expect(baseline.expects(Samples.passed("2.2.4-a")))
    #expect(baseline.expects(Samples.notApplicable("2.3.3.1-a")))
    #expect(!baseline.expects(Samples.failed("2.2.4-a")))
    #expect(!baseline.expects(Samples.failed("2.2.4-d")))
    #expect(!baseline.expects(Samples.errored("2.2.4-b")))
  }
}
