import APlusCases
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// The kit for Rust: what runs when a handler is dropped may call the library.
@Suite("Rust", .serialized) struct RustTests {
  private static func run(fault: String? = nil) async throws -> AdapterResult {
    let cases = try ProjectSpecs.library.get().scenarios.filter { $0.requirement == "M7" }
    return try await KitRun.run("Tests/KitTests/Rust", cases, setting: fault.map { ["APLUS_FAULT=\($0)"] } ?? [])
  }

  @Test func `a promise that drops handlers without a lock conforms`() async throws {
    guard KitRun.canTest(with: "cargo") else { return }
    let result = try await Self.run()
    let outcomes = result.cases.map { $0.verdict?.outcome }
    #expect(outcomes.count { $0 == .conforms } == 8, "\(result.cases.map(\.status))")
    #expect(outcomes.count { $0 == .violates || $0 == nil } == 0, "\(result.cases.map(\.status))")
  }

  @Test func `a promise that drops handlers under its lock is found`() async throws {
    guard KitRun.canTest(with: "cargo") else { return }
    let result = try await Self.run(fault: "frees-under-lock")
    let found = result.cases.filter { $0.verdict?.outcome == .violates }
    #expect(found.count == 6, "\(result.cases.map(\.status))")
    let messages = found.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.allSatisfy { $0.contains("the library got stuck inside then") }, "\(messages)")
  }
}
