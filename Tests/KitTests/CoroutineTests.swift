import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// Coroutines of C++ that await promises, through the C interface: right ones conform, and each fault is found.
@Suite("Coroutines in C++", .serialized) struct CoroutineTests {
  private static let folder = "Tests/KitTests/Coroutines"

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "await" }
  }

  @Test func `a right coroutine conforms in every case that it can perform`() async throws {
    guard KitRun.canTest(with: "g++") else { return }
    let result = try await KitRun.run(Self.folder, try Self.cases())
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= 105)
  }

  @Test(arguments: [
    ("forgets-value", "AW-1-a.value.eventual", "token 0, which was never given"),
    ("loses-rejected", "AW-3-a.error.when-idle", "`k`, the code after an await, never ran although p is settled"),
    ("resumes-twice", "AW-2-a.value", "was called more than once for one registration"),
    ("ends-early", "AW-4-a.value", "ended before anything had settled p"),
  ]) func `a faulty coroutine is found by its case, with its message`(fault: String, id: String, message: String)
    async throws
  {
    guard KitRun.canTest(with: "g++") else { return }
    let scenarios = try Self.cases().filter { $0.id == id }
    #expect(scenarios.count == 1)
    let result = try await KitRun.run(Self.folder, scenarios, setting: ["APLUS_FAULT=\(fault)"])
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(message) }, "\(messages), \(result.cases.map(\.status))")
  }
}
