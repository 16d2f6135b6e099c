import APlusJSON
import APlusJudge
import APlusRunner
import Testing

@testable import APlusModel
@testable import aplus_check

@Suite("Exit status") struct CommandStatusTests {
  private static let scenario = Scenario(
    id: "2.2.4-a", title: "a title", chapter: "aplus", requirement: "2.2.4", decides: [], expectations: [],
    program: Program(steps: []), source: SourceLocation(file: "specs/a.json", line: 1))

  private static let violation = Violation(law: .once, requirement: "2.2.2.3", type: .count)

  private func status(
    _ verdicts: Verdict..., expecting failure: ExpectedFailure? = nil, launchFailure: HarnessError? = nil,
    isInterrupted: Bool = false, missing: [Capability] = []
  ) -> CommandStatus {
    let adapter = AdapterResult(
      name: "a", argument: "a", identity: nil,
      cases: verdicts.map { CaseResult(scenario: Self.scenario, status: .judged($0), expectedFailure: failure) },
      launchFailure: launchFailure, seconds: 0, missing: missing)
    return CommandStatus(
      of: RunResult(adapters: [adapter], seed: 1, seconds: 0, timestamp: "", isInterrupted: isInterrupted))
  }

  private func error(_ type: HarnessError.ErrorType) -> Verdict {
    Verdict(outcome: .error(HarnessError(type: type, message: "")))
  }

  private let conforms = Verdict(outcome: .conforms)
  private let violates = Verdict(outcome: .violates, violations: [violation])

  @Test func `advice fails no run`() {
    let advice = Verdict(outcome: .violates, violations: [Self.violation], isAdvice: true)
    #expect(status(advice) == .conforms)
    #expect(status(advice, Verdict(outcome: .violates, violations: [Self.violation])) == .violates)
  }

  @Test func `advice hides no violation of the same requirement`() {
    let verdict = Verdict(
      outcome: .violates, violations: [Self.violation], incidental: [Self.violation], isAdvice: true)
    #expect(status(verdict) == .violates)
  }

  @Test func `each harm has its status`() {
    #expect(status(conforms) == .conforms)
    #expect(status(conforms, Verdict(outcome: .notApplicable(reason: ""))) == .conforms)
    #expect(status(conforms, violates) == .violates)
    #expect(status(error(.timeout)) == .adapterError)
    #expect(status(error(.harness)) == .harnessError)
    #expect(status(launchFailure: HarnessError(type: .launch, message: "")) == .adapterError)
    #expect(status(conforms, isInterrupted: true) == .interrupted)
  }

  @Test func `a violation that no case decides counts`() {
    #expect(status(Verdict(outcome: .conforms, incidental: [Self.violation])) == .violates)
  }

  @Test func `what is expected to fail does no harm, unless it passes`() {
    func status(_ verdict: Verdict, _ types: String..., inSomeRuns: Bool = false) -> CommandStatus {
      let entry = ExpectedFailure(
        pattern: "2.2.4-a", types: types, isInSomeRuns: inSomeRuns, reason: "r", file: "f", line: 1)
      return self.status(verdict, expecting: entry)
    }
    #expect(status(violates, "aplus.count") == .conforms)
    #expect(status(violates, "aplus.order") == .violates)
    #expect(status(conforms, "aplus.count") == .violates)
    #expect(status(error(.timeout), "aplus.timeout") == .conforms)
    #expect(status(error(.crash), "aplus.timeout") == .adapterError)
    #expect(status(violates, "aplus.order", "aplus.count") == .conforms)
    #expect(status(conforms, "aplus.order", "aplus.count") == .violates)
    #expect(status(violates, "aplus.count", inSomeRuns: true) == .conforms)
    #expect(status(conforms, "aplus.count", inSomeRuns: true) == .conforms)
    #expect(status(violates, "aplus.order", inSomeRuns: true) == .violates)
    #expect(status(error(.crash), "aplus.adapter-crash", inSomeRuns: true) == .conforms)
    #expect(status(error(.timeout), "aplus.adapter-crash", inSomeRuns: true) == .adapterError)
  }

  @Test func `a required capability that is missing counts`() {
    #expect(status(conforms, missing: [Capability("threads")]) == .violates)
  }

  @Test func `the larger harm wins`() {
    #expect(status(violates, error(.crash)) == .adapterError)
    #expect(status(violates, error(.crash), error(.specification)) == .harnessError)
    #expect(status(violates, isInterrupted: true) == .interrupted)
    #expect(status(error(.harness), isInterrupted: true) == .harnessError)
  }
}
