import APlusCases
import APlusModel
import TestSupport
import Testing

/// Scopes through the kit of Python: right ones conform, and each fault is found.
@Suite("Scopes in Python", .serialized) struct ScopeTests {
  static let folder = "Tests/KitTests/Scopes/python"

  static let faults = [
    ("bag", "forgets-late-items", "SP-2-a.1.at-once", "though s had been cancelled before it was added"),
    ("bag", "misses-the-first-item", "SP-1-a.3.at-once", "no cancel reached the item of `h`, though s was cancelled"),
    ("bag", "holds-strongly", "SP-3-d.alone", "k is not given back"),
    ("bag", "release-forgets", "SP-4-a.3.at-once", "though s was released"),
    ("bag", "stops-at-an-error", "SP-1-g.at-once", "no cancel reached the item of `h`, though s was cancelled"),
    ("bag", "release-notifies-again", "SP-7-i.at-once", "the completion callback `n` of s ran 2 times"),
    ("nursery", "tells-again", "SP-1-h.first.three", "a cancel reached the item of `k` 2 times"),
    ("nursery", "adds-to-caller", "SP-5-f.work", "a cancel reached the item of `h`, though nothing had cancelled s"),
    ("nursery", "adds-to-caller", "SP-9-m", "`f` got CancelledError: , expected A"),
    ("nursery", "completion-empties", "SP-9-n.alone.at-once", "s ended before the item of `h` had"),
    ("own-nursery", "abandons-the-cancelled", "SP-9-k.first.open.value", "s ended before the item of `k` had"),
    ("own-nursery", "own-cancel-swallows", "SP-10-f.inner-first.3", "though the scope around it had been cancelled"),
    ("nursery", "ends-early", "SP-9-j.first", "s ended before the item of `h` had"),
    ("nursery", "swallows-cancel", "SP-10-a.one.open", "though the scope around it had been cancelled"),
  ]

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "scopes" }
  }

  @Test(arguments: [("bag", 100), ("late-bag", 100), ("nursery", 100), ("own-nursery", 100)])
  func `right scopes conform in every case that they can perform`(kind: String, least: Int) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    // A hundred thousand items take Python too long.
    let scenarios = try Self.cases().filter { $0.id != "SP-8-c.100000" }
    let result = try await KitRun.run(Self.folder, scenarios, setting: ["APLUS_SCOPES=\(kind)"])
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= least)
  }

  @Test(arguments: faults) func `a faulty scope is found by its case, with its message`(
    kind: String, name: String, shownBy: String, message: String
  ) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let scenarios = try Self.cases().filter { $0.id == shownBy }
    #expect(scenarios.count == 1)
    let result = try await KitRun.run(Self.folder, scenarios, setting: ["APLUS_SCOPES=\(kind)", "APLUS_FAULT=\(name)"])
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(message) }, "\(messages), \(result.cases.map(\.status))")
  }
}
