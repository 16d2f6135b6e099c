import APlusJSON
import APlusJudge
import APlusRunner

@testable import APlusModel
@testable import APlusReports

/// Results as a run could have them.
enum Samples {
  static let context = ReportContext(
    toolVersion: "1.2.3", requirements: [requirement, definition], untestable: [definition],
    workingDirectory: "/home/me/project")

  private static let requirement = Requirement(
    number: "2.2.4", level: .must, source: "Promises/A+ 1.1",
    text: "A handler is called only when the stack holds nothing but platform code.", untestable: nil, chapter: "aplus",
    section: "The then method")

  private static let definition = Requirement(
    number: "1.1", level: .definition, source: "Promises/A+ 1.1",
    text: "A promise is an object or function with a then.", untestable: "a definition", chapter: "aplus",
    section: "Terminology")

  /// The cases and requirements that a baseline may name.
  static let known = Baseline.Known(
    cases: ["2.1.2-a", "2.1.2-b", "2.2.4-a", "2.2.4-b", "2.2.4-d", "2.3.3.1-a", "2.3.4-a"],
    requirements: ["2.1.2", "2.2.4", "2.2.5", "2.3.3.1", "2.3.4"])

  static func scenario(
    _ id: String, _ title: String = "a title", requirement: String = "2.2.4", chapter: String = "aplus"
  ) -> Scenario {
    Scenario(
      id: id, title: title, chapter: chapter, requirement: requirement, decides: [.cleanStack], expectations: [],
      program: Program(steps: []), source: SourceLocation(file: "/home/me/project/specs/aplus/2.2.4.json", line: 41))
  }

  static func violation(_ requirement: String = "2.2.4", _ message: String? = nil, of law: Law? = nil) -> Violation {
    Violation(
      law: law, requirement: requirement, type: .zalgo, message: message ?? "handler h ran inside then on p",
      expected: "h begins with no other frame open", observed: "h begins inside then")
  }

  static func passed(_ id: String, requirement: String = "2.2.4") -> CaseResult {
    CaseResult(
      scenario: scenario(id, requirement: requirement), status: .judged(Verdict(outcome: .conforms, strength: .proved)),
      seconds: 0.002)
  }

  static func failed(_ id: String, _ violation: Violation = violation()) -> CaseResult {
    CaseResult(
      scenario: scenario(id, "handler added in a handler"),
      status: .judged(Verdict(outcome: .violates, violations: [violation], strength: .proved)), seconds: 0.004)
  }

  static func advised(_ id: String, _ violation: Violation = violation()) -> CaseResult {
    CaseResult(
      scenario: scenario(id), status: .judged(Verdict(outcome: .violates, violations: [violation], isAdvice: true)))
  }

  static func incidental(_ id: String, _ violation: Violation = violation()) -> CaseResult {
    CaseResult(
      scenario: scenario(id, requirement: "2.1.2"),
      status: .judged(Verdict(outcome: .conforms, incidental: [violation], strength: .proved)))
  }

  static func notApplicable(_ id: String) -> CaseResult {
    CaseResult(
      scenario: scenario(id, requirement: "2.3.3.1"),
      status: .judged(Verdict(outcome: .notApplicable(reason: "thenables"))))
  }

  static func errored(_ id: String, _ type: HarnessError.ErrorType = .crash) -> CaseResult {
    let error = HarnessError(type: type, message: "adapter ended by signal 6 (SIGABRT)")
    return CaseResult(
      scenario: scenario(id), status: .judged(Verdict(outcome: .error(error))), seconds: 0.4,
      standardError: "last words")
  }

  /// A trace of so many phases.
  static func trace(events: Int) -> Trace {
    let phases = (1...events).map { Event(sequence: $0, stack: 0, kind: .phase(.proved)) }
    return Trace(objects: [], events: phases, ending: .quiet)
  }

  static func notRun(_ id: String) -> CaseResult {
    CaseResult(scenario: scenario(id), status: .notRun(reason: "the adapter did not start"))
  }

  static func adapter(_ cases: [CaseResult], name: String = "mylib", launchFailure: HarnessError? = nil)
    -> AdapterResult
  {
    AdapterResult(
      name: name, argument: name,
      identity: HostIdentity(
        adapter: name, language: "swift", library: "MyLib", version: "2.0", capabilities: [Capability("threads")],
        quiescence: .quiescent), cases: cases, launchFailure: launchFailure, seconds: 0.41)
  }

  static func run(_ adapters: [AdapterResult], isInterrupted: Bool = false) -> RunResult {
    RunResult(
      adapters: adapters, seed: 42, seconds: 0.412, timestamp: "2026-11-20T20:53:25", isInterrupted: isInterrupted)
  }

  /// One case of each kind.
  static let mixed = run([
    adapter([
      passed("2.2.4-a"), failed("2.2.4-b"), errored("2.2.4-d"), notApplicable("2.3.3.1-a"), incidental("2.1.2-a"),
      incidental("2.1.2-b"),
    ])
  ])

  /// Text that breaks careless writers.
  static let hostile = "\u{1B}[2J\u{9B}31m]]><b a='\"'>&amp;\u{0}\u{FFFE}\u{FFFF}\u{202E}\r\n\t\u{7F}💥e\u{301}"
}
