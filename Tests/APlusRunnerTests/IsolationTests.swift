import APlusJudge
import Synchronization
import Testing

@testable import APlusModel
@testable import APlusRunner

/// A failure is classified: the scenario's own, the aftermath of another one, or neither.
@Suite("Isolation") struct IsolationTests {
  /// A library that answers scenarios, and remembers how often it was started.
  private final class Library: Sendable {
    /// The requirement that a scenario violates after others in one host; nil where it conforms.
    private let violates: @Sendable (_ id: String, _ before: [String], _ start: Int) -> String?
    private let counter = Mutex(0)

    init(_ violates: @escaping @Sendable (String, [String], Int) -> String?) { self.violates = violates }

    var starts: Int { counter.withLock { $0 } }

    /// Performs scenarios in one host.
    func perform(_ scenarios: [Scenario]) -> [CaseResult] {
      let start = counter.withLock { count in
        count += 1
        return count
      }
      return scenarios.indices.map { place in
        let before = scenarios[..<place].map(\.id)
        return IsolationTests.result(scenarios[place], violates(scenarios[place].id, before, start))
      }
    }

    var isolation: Isolation { Isolation { self.perform($0) } }
  }

  private static func result(_ scenario: Scenario, _ requirement: String?) -> CaseResult {
    let violations = requirement.map { [Violation(law: nil, requirement: $0, type: .count)] }
    let verdict = Verdict(outcome: violations == nil ? .conforms : .violates, violations: violations ?? [])
    return CaseResult(scenario: scenario, status: .judged(verdict))
  }

  private static let scenarios = Scenario.numbered(6)

  /// What a host has performed before the last scenario, as results.
  private func earlier(_ requirements: [String?]) -> [Isolation.Earlier] {
    zip(Self.scenarios, requirements).map { Isolation.Earlier(Self.result($0, $1)) }
  }

  private func requirement(_ result: CaseResult) -> String? { result.verdict?.violations.first?.requirement }

  @Test func `advice is not performed again`() {
    let library = Library { _, _, _ in nil }
    var result = Self.result(Self.scenarios[5], "2.2.4")
    #expect(library.isolation.isWanted(result))
    guard case .judged(var verdict) = result.status else { return }
    verdict.isAdvice = true
    result.status = .judged(verdict)
    #expect(!library.isolation.isWanted(result))
  }

  @Test func `what fails alone is the finding, and its kind is not performed again`() async {
    let library = Library { id, _, _ in id == "6" ? "2.2.4" : nil }
    let isolation = library.isolation
    let failure = Self.result(Self.scenarios[5], "2.2.4")
    #expect(isolation.isWanted(failure))
    let told = await isolation.examined(failure, after: earlier([nil, nil]))
    #expect(told.repetition == .repeated)
    #expect(library.starts == 1)
    #expect(!isolation.isWanted(failure))
    #expect(isolation.isWanted(Self.result(Self.scenarios[4], "2.2.6.1")))
    #expect(!isolation.isWanted(Self.result(Self.scenarios[4], nil)))
  }

  @Test func `a case that fails differently alone is reported as it fails alone`() async {
    // Scenario 2 leaves the library broken, and scenario 6 has a fault of its own.
    let library = Library { id, before, _ in
      if before.contains("2") { return "2.2.2.1" }
      return id == "2" ? "2.2.7.2" : id == "6" ? "2.3.1" : nil
    }
    let isolation = library.isolation
    let told = await isolation.examined(
      Self.result(Self.scenarios[5], "2.2.2.1"), after: earlier([nil, "2.2.7.2", nil]))
    #expect(requirement(told) == "2.3.1")
    #expect(told.repetition == .repeated)
    #expect(isolation.isBreaking(Self.result(Self.scenarios[1], "2.2.7.2")))
  }

  @Test func `what passes alone and fails after another one is its aftermath`() async {
    let library = Library { id, before, _ in id == "2" ? "2.2.7.2" : before.contains("2") ? "2.2.2.1" : nil }
    let isolation = library.isolation
    let told = await isolation.examined(
      Self.result(Self.scenarios[5], "2.2.2.1"), after: earlier(["2.1.2.1", "2.2.7.2", nil]))
    #expect(told.repetition == .aftermath(of: "2"))
    #expect(requirement(told) == "2.2.2.1")
    #expect(isolation.isBreaking(Self.result(Self.scenarios[0], "2.2.7.2")))
    #expect(!isolation.isBreaking(Self.result(Self.scenarios[0], "2.1.2.1")))
  }

  @Test(arguments: [(1, false), (3, false), (100, true)])
  func `what fails by chance is an aftermath only if it always fails after another`(failures: Int, isAftermath: Bool)
    async
  {
    // The case is performed alone three times, then after scenario 2, then in turns.
    let library = Library { id, before, start in
      id == "2" ? "2.2.7.2" : before.contains("2") && start <= 3 + failures ? "2.2.2.1" : nil
    }
    let told = await library.isolation.examined(
      Self.result(Self.scenarios[5], "2.2.2.1"), after: earlier([nil, "2.2.7.2"]))
    #expect(told.repetition == (isAftermath ? .aftermath(of: "2") : .notRepeated))
    if failures == 1 { #expect(told.verdict?.violations.first?.message.hasPrefix("in 2 of 7 performances: ") == true) }
  }

  @Test func `a race that a warm host loses more often is no aftermath`() async {
    // The case passes first in its host, and fails after anything else, itself included.
    let library = Library { id, before, _ in id == "6" && !before.isEmpty ? "2.2.2.1" : nil }
    let told = await library.isolation.examined(
      Self.result(Self.scenarios[5], "2.2.2.1"), after: earlier([nil, "2.2.7.2", nil]))
    #expect(told.repetition == .notRepeated)
    #expect(requirement(told) == "2.2.2.1")
  }

  @Test(arguments: [5, 900]) func `what several earlier scenarios broke together names the first of them`(count: Int)
    async
  {
    // Two of the scenarios block a pool of two threads; a chapter of programs has hundreds in between.
    let scenarios = Scenario.numbered(count + 1)
    let last = "\(count + 1)"
    let library = Library { id, before, _ in
      id == last && before.contains("2") && before.contains("\(count)") ? "2.2.2.1" : nil
    }
    let told = await library.isolation.examined(
      Self.result(scenarios[count], "2.2.2.1"),
      after: scenarios.prefix(count).map { Isolation.Earlier(Self.result($0, nil)) })
    #expect(told.repetition == .aftermath(of: "2"))
  }

  @Test func `an error of a host is never an aftermath`() async {
    let error = Verdict(outcome: .error(HarnessError(type: .protocolViolation, message: "")))
    // The host answers each request with the trace of the one before.
    let isolation = Isolation { scenarios in
      scenarios.enumerated().map { place, scenario in
        CaseResult(scenario: scenario, status: .judged(place == 0 ? Verdict(outcome: .conforms) : error))
      }
    }
    let result = CaseResult(scenario: Self.scenarios[5], status: .judged(error))
    let told = await isolation.examined(result, after: earlier([nil, nil]))
    #expect(told.repetition == .notRepeated && told.isError)
  }

  @Test func `what came right before is tried although it conforms`() async {
    let library = Library { _, before, _ in before == ["3"] ? "2.2.2.1" : nil }
    let told = await library.isolation.examined(
      Self.result(Self.scenarios[5], "2.2.2.1"), after: earlier([nil, nil, nil]))
    #expect(told.repetition == .aftermath(of: "3"))
  }

  @Test func `what fails once of three times alone is repeated`() async {
    let library = Library { _, _, start in start == 3 ? "2.2.2.1" : nil }
    let told = await library.isolation.examined(Self.result(Self.scenarios[5], "2.2.2.1"), after: [])
    #expect(told.repetition == .repeated)
  }

  @Test func `a failure that does not repeat stays one, and at most eight are tried`() async {
    let library = Library { _, _, _ in nil }
    let isolation = library.isolation
    let failure = Self.result(Self.scenarios[5], "2.2.2.1")
    for _ in 1...8 {
      #expect(isolation.isWanted(failure))
      let told = await isolation.examined(failure, after: earlier([nil]))
      #expect(told.repetition == .notRepeated)
      #expect(told.isFailure)
    }
    #expect(!isolation.isWanted(failure))
    #expect(library.starts == 8 * 4)
  }

  @Test func `a failure that a later scenario causes names that scenario`() async {
    let error = CaseResult(
      scenario: Self.scenarios[1],
      status: .judged(Verdict(outcome: .error(HarnessError(type: .protocolViolation, message: "")))))
    let alone = Library { _, _, _ in "2.2.6.1" }
    let own = await alone.isolation.examined(error, setOffBy: Self.scenarios[2])
    #expect(own.repetition == .repeated)
    #expect(requirement(own) == "2.2.6.1")
    let quiet = Library { _, _, _ in nil }
    let lost = await quiet.isolation.examined(error, setOffBy: Self.scenarios[2])
    #expect(lost.repetition == .notRepeated)
    #expect(lost.isError)
    let later = Library { id, _, start in id == "2" && start > 3 && start.isMultiple(of: 2) ? "2.2.2.3" : nil }
    let after = await later.isolation.examined(error, setOffBy: Self.scenarios[2])
    #expect(after.repetition == .aftermath(of: "3"))
  }
}
