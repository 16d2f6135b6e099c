import Foundation
import Testing

@testable import APlusTesting

/// What a requirement's test shows of the results of a run.
@Suite("conformance as tests") struct OutcomeTests {
  /// The requirements of a document with some cases.
  private func requirements(
    _ cases: String..., stale: String = "", collected: String = "", missing: String = "", baseline: String? = nil,
    unless failure: String? = nil
  ) throws -> [Requirement] {
    let text = """
      {"schema": "aplus-results/1", "requirements": [{"number": "2.2.4", "text": "Later."}, {"number": "2.3.1", "text": ""}],
       "adapters": [{"name": "mylib", "launchFailure": null, "missing": [\(missing)], "stale": [\(stale)],
                     "collected": [\(collected)], "cases": [\(cases.joined(separator: ","))]}]}
      """
    return try Results(Data(text.utf8), baseline: baseline, unless: failure).requirements
  }

  private func outcome(_ cases: String...) throws -> Requirement.Outcome {
    let found = try requirements(cases.joined(separator: ","))
    #expect(found.map(\.id) == ["2.2.4"])
    return try #require(found.first).outcome
  }

  private func entry(_ verdict: String, id: String = "2.2.4-a", _ more: String = "") -> String {
    #"{"id": "\#(id)", "title": "Title", "requirement": "2.2.4", "verdict": "\#(verdict)"\#(more)}"#
  }

  private let violation =
    #", "violations": [{"type": "aplus.zalgo", "message": "early", "expected": "E", "observed": "O"}]"#
  private let expected = #", "expected": {"reason": "by design", "line": 3, "inSomeRuns": false}"#

  @Test func `a requirement that no case asks for is no test`() throws {
    #expect(try requirements(entry("conforms")).map(\.id) == ["2.2.4"])
  }

  @Test func `a case that conforms passes`() throws { #expect(try outcome(entry("conforms")) == Requirement.Outcome()) }

  @Test func `a violation fails with its picture and the command`() throws {
    let failed = entry(
      "violates", violation + #", "picture": ["then p", "✘"], "replay": "aplus-check --filter 2.2.4-a""#)
    #expect(
      try outcome(failed).failures == [
        """
        2.2.4-a Title
        early (aplus.zalgo)

        then p
        ✘

        repeat    aplus-check --filter 2.2.4-a
        """
      ])
  }

  @Test func `cases that fail the same way are one issue`() throws {
    let failures = try outcome(entry("violates", violation), entry("violates", id: "2.2.4-b", violation)).failures
    #expect(failures.count == 1)
    #expect(failures.first?.hasSuffix("also      2.2.4-b") == true)
  }

  @Test func `an expected violation is a known issue`() throws {
    let outcome = try outcome(entry("violates", violation + expected))
    #expect(outcome.failures.isEmpty)
    #expect(outcome.known.map(\.reason) == ["by design"])
    #expect(outcome.skipped == nil)
  }

  @Test func `a pass where a violation is expected fails`() throws {
    let failures = try outcome(entry("conforms", expected)).failures
    #expect(failures == ["2.2.4-a Title\npasses, but the baseline:3 expects it to fail; delete that entry"])
    let sometimes = expected.replacing("false", with: "true")
    #expect(try outcome(entry("conforms", sometimes)).failures.isEmpty)
  }

  @Test func `a case without a verdict fails`() throws {
    let crash = entry("error", #", "error": {"type": "aplus.timeout", "message": "no answer"}"#)
    #expect(try outcome(crash).failures.first?.contains("no answer (aplus.timeout)") == true)
    #expect(try outcome(entry("notRun", #", "reason": "interrupted""#)).failures.first?.contains("interrupted") == true)
  }

  @Test func `what does not apply is skipped with the reason`() throws {
    #expect(
      try outcome(entry("notApplicable", #", "reason": "needs cancel""#)).skipped == "not applicable: needs cancel")
    #expect(
      try outcome(entry("notReached", #", "because": ["2.3.1"]"#)).skipped
        == "not reached, because of violations of 2.3.1")
    #expect(try outcome(entry("notApplicable"), entry("conforms", id: "2.2.4-b")).skipped == nil)
  }

  @Test func `advice is no failure`() throws {
    let advised = try outcome(entry("violates", violation + #", "level": "should""#))
    #expect(advised.failures.isEmpty)
    #expect(advised.skipped == "only advised: early")
  }

  @Test func `violations in cases about others, stale entries and missing capabilities fail`() throws {
    let first = #"{"type": "aplus.zalgo", "message": "early", "expected": "E", "observed": "O"}"#
    let found = try requirements(
      entry("conforms"),
      stale: #"{"entry": {"reason": "r", "line": 7, "inSomeRuns": false}, "message": "matches no case"}"#,
      collected: #"{"requirement": "2.3.1", "cases": 2, "firstCase": "2.2.4-a", "first": \#(first)}"#,
      missing: #""threads""#, baseline: "expected-failures.txt")
    #expect(found.map(\.id) == ["2.2.4", "2.3.1", "baseline", "capabilities"])
    #expect(found[1].outcome.failures.first?.hasPrefix("early (aplus.zalgo), in 2 cases about other") == true)
    #expect(found[2].outcome.failures == ["expected-failures.txt:7: matches no case"])
    #expect(found[3].outcome.failures == ["the adapter lacks the capability threads"])
  }

  @Test func `a run that fails without a failure fails`() throws {
    let found = try requirements(entry("conforms"), unless: "exit status 2")
    #expect(found.last?.id == "run")
    #expect(found.last?.outcome.failures == ["exit status 2"])
    #expect(try requirements(entry("violates", violation), unless: "exit status 1").map(\.id) == ["2.2.4"])
  }

  @Test func `an adapter that does not start is an error`() {
    let text = #"""
      {"schema": "aplus-results/1", "requirements": [], "adapters": [{"name": "mylib", "missing": [], "stale": [],
       "collected": [], "cases": [], "launchFailure": {"type": "aplus.adapter-launch", "message": "no hello"}}]}
      """#
    #expect(throws: ConformanceError.self) { try Results(Data(text.utf8), baseline: nil, unless: nil) }
  }

  @Test func `an adapter that is not built is an error that says what to do`() {
    #expect { try Places.adapter("no-such-adapter") } throws: { error in
      "\(error)".contains("expected an executable target of that name in Package.swift")
    }
  }
}
