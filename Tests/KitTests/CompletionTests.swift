import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// Completion handlers through the C interface: right services in C and C++ conform, and each fault is found.
@Suite("Completion handlers in C and C++", .serialized) struct CompletionTests {
  /// A language whose adapter of a right service conforms in so many cases, at least.
  struct Language: CustomTestStringConvertible, Sendable {
    let name: String
    let compiler: String
    let least: Int

    var folder: String { "Tests/KitTests/Completions/\(name)" }
    var testDescription: String { name }
  }

  /// A fault of a service, the case that finds it, and a part of its message.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let shownBy: String
    let message: String
    let isOnlyInCpp: Bool

    init(_ name: String, _ shownBy: String, _ message: String, isOnlyInCpp: Bool = false) {
      self.name = name
      self.shownBy = shownBy
      self.message = message
      self.isOnlyInCpp = isOnlyInCpp
    }

    var testDescription: String { name }
  }

  static let languages = [
    Language(name: "c", compiler: "gcc", least: 123), Language(name: "cpp", compiler: "g++", least: 161),
  ]

  static let faults = [
    Fault("calls-twice", "CB-1-a.value", "`h` of a was called with a value and then again, with a value"),
    Fault("never-on-an-error", "CB-2-a.invalid", "`h` of a was never called"),
    Fault("cached-at-once", "CB-3-a.cached.first", "was called with a value inside the start of that call, not later"),
    Fault("result-after-cancel", "CB-11-a.value", "was called with a value, though a cancel had ended before"),
    Fault("calls-under-its-lock", "CB-9-a.value", "the library got stuck inside start of value"),
    Fault(
      "errors-ignore-their-queue", "CB-10-a.error", "ran on the library's context #1, though it was registered for c1",
      isOnlyInCpp: true),
    Fault("swallows-exceptions", "CB-8-a.value", "E1, which `h` threw, was lost", isOnlyInCpp: true),
    Fault("keeps-handlers", "CB-14-a.value", "h is not given back", isOnlyInCpp: true),
  ]

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "callbacks" }
  }

  @Test(arguments: languages) func `a right service conforms in every case that it can perform`(language: Language)
    async throws
  {
    guard KitRun.canTest(with: language.compiler) else { return }
    let result = try await KitRun.run(language.folder, try Self.cases())
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= language.least)
  }

  @Test(arguments: languages, faults) func `a faulty service is found by its case, with its message`(
    language: Language, fault: Fault
  ) async throws {
    guard language.name == "cpp" || !fault.isOnlyInCpp, KitRun.canTest(with: language.compiler) else { return }
    let scenarios = try Self.cases().filter { $0.id == fault.shownBy }
    #expect(scenarios.count == 1)
    let result = try await KitRun.run(language.folder, scenarios, setting: ["APLUS_FAULT=\(fault.name)"])
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(fault.message) }, "\(messages), \(result.cases.map(\.status))")
  }
}
