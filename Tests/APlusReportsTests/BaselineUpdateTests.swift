import APlusJudge
import Testing

@testable import APlusModel
@testable import APlusReports
@testable import APlusRunner

@Suite("Baseline update") struct BaselineUpdateTests {
  private func updated(_ text: String, by cases: CaseResult...) throws -> String {
    try updated(text, by: Samples.adapter(cases))
  }

  private func updated(_ text: String, by adapter: AdapterResult = Samples.mixed.adapters[0]) throws -> String {
    try Baseline(text, file: "f.txt", allowsMissingReasons: true).updated(by: adapter, known: Samples.known).text
  }

  @Test func `an update keeps what holds, drops what does not, and asks for reasons`() throws {
    let old = """
      # about the library

      # kept
      2.2.4-b zalgo # runs inline
      2.2.4-a zalgo # passes now
      2.3.4-a value # not selected
      2.2.5-a value # no such case

      """
    #expect(
      try updated(old) == """
        # about the library

        # kept
        2.2.4-b          zalgo          # runs inline
        2.2.4-d          adapter-crash  # TODO
        2.3.4-a          value          # not selected
        elsewhere:2.2.4  zalgo          # TODO

        """)
  }

  @Test func `what an update writes holds in the next run`() throws {
    let text = try updated("").replacing("TODO", with: "a reason")
    let baseline = try Baseline(text, file: "f.txt")
    let adapter = baseline.applied(to: Samples.mixed.adapters[0], known: Samples.known)
    let tally = Tally(adapter.cases)
    #expect(tally.failed + tally.errors + tally.unexpectedPasses == 0)
    #expect(adapter.baseline?.stale == [])
    #expect(IncidentalViolation.all(of: adapter).allSatisfy { $0.expectation != nil })
  }

  @Test func `an update keeps what fails in some runs, seen or not`() throws {
    let old = """
      # a race
      2.2.4-a          order?        # passed this time
      2.2.4-b          order|zalgo?  # failed this time
      2.2.5-a          order?        # no such case
      elsewhere:2.1.2  count?        # not seen this time
      elsewhere:2.2.6  count?        # no such requirement

      """
    #expect(
      try updated(old, by: Samples.passed("2.2.4-a"), Samples.failed("2.2.4-b")) == """
        # a race
        2.2.4-a          order?        # passed this time
        2.2.4-b          order|zalgo?  # failed this time
        elsewhere:2.1.2  count?        # not seen this time

        """)
  }

  @Test func `a new type beside one that is seen in some runs asks for another reason`() throws {
    #expect(
      try updated("# a race\n2.2.4-b order? # overtakes\n", by: Samples.failed("2.2.4-b")) == """
        # a race
        2.2.4-b  order|zalgo?  # TODO: so far overtakes

        """)
    #expect(
      try updated("2.2.4-? order? # overtakes\n", by: Samples.failed("2.2.4-b")) == """
        2.2.4-?  order?        # overtakes
        2.2.4-b  order|zalgo?  # TODO: so far overtakes

        """)
  }

  @Test func `a flaky case is written as failing in some runs`() throws {
    var flaky = Samples.failed("2.2.4-b")
    let outcomes: [RunOutcome] = [.violates(.zalgo), .violates(.order), .conforms]
    flaky.outcomes = [StageOutcomes(stage: "", of: outcomes)]
    #expect(try updated("", by: flaky) == "2.2.4-b  order|zalgo?  # TODO\n")
    #expect(try updated("2.2.4-b zalgo # inline\n", by: flaky) == "2.2.4-b  order|zalgo?  # TODO: so far inline\n")
  }

  @Test func `advice is not written, and stays where it is`() throws {
    #expect(try updated("", by: Samples.advised("2.2.4-b")) == "")
    let strict = "2.2.4-b  zalgo  # only with --strict\n"
    #expect(try updated(strict, by: Samples.advised("2.2.4-b")) == strict)
  }

  @Test func `a run over some cases leaves the entries of the others alone`() throws {
    let old = """
      2.2.*            zalgo    # of both
      2.3.4-*          value    # of the others
      2.3.4-a          timeout  # of the others
      elsewhere:2.2.5  value    # of the others

      """
    #expect(try updated(old, by: Samples.passed("2.1.2-a"), Samples.passed("2.2.4-a")) == old)
    // A glob that is needed for others stays; what differs gets an entry of its own.
    #expect(
      try updated("2.2.4-* order # late\n", by: Samples.failed("2.2.4-b")) == """
        2.2.4-*  order  # late
        2.2.4-b  zalgo  # TODO

        """)
  }

  @Test func `a glob that does not fit any more becomes the ids that it explained`() throws {
    #expect(
      try updated(
        "2.2.4-* zalgo # inline\n", by: Samples.failed("2.2.4-a"), Samples.failed("2.2.4-b"), Samples.passed("2.2.4-d"))
          == """
          2.2.4-a  zalgo  # inline
          2.2.4-b  zalgo  # inline

          """)
  }

  @Test func `cases that were left when the run ended keep their entries`() throws {
    let old = "2.2.4-b          zalgo  # inline\nelsewhere:2.2.5  value  # binds this\n"
    #expect(try updated(old, by: Samples.notRun("2.2.4-b")) == old)
  }
}
