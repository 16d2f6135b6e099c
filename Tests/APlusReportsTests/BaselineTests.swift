import APlusJudge
import Testing

@testable import APlusReports
@testable import APlusRunner

@Suite("Baseline") struct BaselineTests {
  private let known = [
    "2.1.2-a", "2.1.2-b", "2.2.4-a", "2.2.4-b", "2.2.4-d", "2.3.3.1-a", "2.3.4-a",
  ]

  private func baseline(_ text: String) throws -> Baseline {
    try Baseline(text, file: "expected-failures.txt")
  }

  private func faults(of text: String) -> String? {
    do throws(BaselineError) {
      _ = try Baseline(text, file: "f.txt")
      return nil
    } catch {
      return error.description
    }
  }

  private func applied(
    _ text: String,
    to result: RunResult = Samples.mixed,
    isWhole: Bool = false
  ) throws -> AdapterResult {
    try baseline(text).applied(to: result.adapters[0], known: known, isWhole: isWhole)
  }

  @Test func `what is wrong in a file is told, all of it, with the lines`() {
    let text = """
      # a comment
      2.2.4-a zalgo
      2.2.4-b zaglo # reason

      2.2.4-* timeout # hangs
      2.2.4-d zalgo # TODO
      2.2.4-a # reason
      2.1.2-a order # once
      2.1.2-a order # twice
      """
    #expect(
      faults(of: text) == """
        f.txt:2: expected # and the reason
        f.txt:3: "zaglo" is no type of failure; did you mean "zalgo"?
        f.txt:5: a crash or hang is expected of one case by its exact id, not of a glob
        f.txt:6: write the reason instead of TODO
        f.txt:7: expected an id or glob, a type of failure, and # with a reason
        f.txt:9: the entry stands in line 8 already
        """
    )
  }

  @Test func `an expected failure is counted by itself`() throws {
    let adapter = try applied("2.2.4-b zalgo # runs inline\n2.2.4-d adapter-crash # aborts\n")
    let tally = Tally(adapter.cases)
    #expect(tally.expectedFailures == 2)
    #expect(tally.failed + tally.errors + tally.unexpectedPasses == 0)
    #expect(adapter.baseline?.stale == [])
  }

  @Test func `a failure of another type fails, and names the entry`() throws {
    let adapter = try applied("\n2.2.4-b order # runs late\n")
    #expect(Tally(adapter.cases).failed == 1)
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains("baseline  expected-failures.txt:2 expects aplus.order"))
  }

  @Test func `a pass that is expected to fail fails, also below a glob`() throws {
    let adapter = try applied("2.2.4-? zalgo # runs inline\n")
    #expect(Tally(adapter.cases).unexpectedPasses == 1)
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains(#"<failure type="aplus.unexpected-pass""#))
    #expect(report.contains(#"<skipped type="aplus.expected-failure""#))
  }

  @Test func `an entry that matches nothing is stale, one that was not selected is not`() throws {
    let adapter = try applied("2.2.5-a zalgo # gone\n2.3.4-a value # not selected\n")
    #expect(adapter.baseline?.stale.map(\.entry.line) == [1])
    let report = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    #expect(report.contains(#"<failure type="aplus.stale-expectation""#))
  }

  @Test func `an entry about a case that cannot be asked is stale`() throws {
    let adapter = try applied("2.3.3.1-a assimilation # reads twice\n")
    #expect(
      adapter.baseline?.stale.map(\.message) == [
        "2.3.3.1-a explains no failure: take the entry out"
      ]
    )
  }

  @Test func `violations in cases about something else are expected by their requirement`() throws {
    let adapter = try applied("elsewhere:2.2.4 zalgo # runs inline\n")
    #expect(CollectedViolation.all(of: adapter).compactMap(\.expectation).count == 1)
    let missing = try applied("elsewhere:2.2.5 value # binds this\n", isWhole: true)
    #expect(missing.baseline?.stale.count == 1)
  }

  @Test func `a run with expected failures alone does not claim to conform`() throws {
    let result = Samples.run([
      Samples.adapter([Samples.passed("2.2.4-a"), Samples.failed("2.2.4-b")])
    ])
    let adapter = try applied("2.2.4-b zalgo # runs inline\n", to: result)
    #expect(Headline.text(for: adapter) == "violates 2.2.4 as expected")
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
    let updated = try baseline(old).updated(by: Samples.mixed.adapters[0], known: known)
    #expect(
      updated.text == """
        # about the library

        # kept
        2.2.4-b          zalgo          # runs inline
        2.2.4-d          adapter-crash  # TODO
        2.3.4-a          value          # not selected
        elsewhere:2.2.4  zalgo          # TODO

        """
    )
  }

  @Test func `what an update writes holds in the next run`() throws {
    let updated = try baseline("").updated(by: Samples.mixed.adapters[0], known: known)
    let text = updated.text.replacing("TODO", with: "a reason")
    let adapter = try applied(text, isWhole: true)
    let tally = Tally(adapter.cases)
    #expect(tally.failed + tally.errors + tally.unexpectedPasses == 0)
    #expect(adapter.baseline?.stale == [])
    #expect(CollectedViolation.all(of: adapter).allSatisfy { $0.expectation != nil })
  }
}
