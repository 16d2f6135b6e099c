import APlusCases
import APlusModel
import TestSupport
import Testing

/// Channels through the kit of Python: right ones conform, and each fault is found.
@Suite("Channels in Python", .serialized) struct ChannelTests {
  static let folder = "Tests/KitTests/Channels/python"

  static let faults = [
    ("newest-first", "CH-1-a.unlimited.offer.poll", "got B before A, which c had taken first"),
    ("close-wakes-one", "CH-9-a.unlimited.receive", "waits for ever, though c was closed"),
    ("closes-again", "CH-8-a.unlimited.at-once", "said that it closed it, though it had ended before"),
    ("end-overtakes", "CH-7-b.unlimited.offer", "`g` got A, though `h` had been told that c had ended"),
    (
      "stops-at-a-cancelled-receiver", "CH-12-j.unlimited.offer.first.cancel-first.receive",
      "still waited when nothing could run any more, though c had A"
    ), ("requeues-last", "CH-13-d.unlimited.offer.between", "got B before A, which c had taken first"),
    ("wakes-a-sender-late", "CH-4-b.1", "still waited when nothing could run any more, though c had room"),
    ("cancel-takes-the-element", "CH-13-a.unlimited.offer", "A was lost: c took it, nobody received it"),
  ]

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "channels" }
  }

  @Test func `right channels conform in every case that they can perform`() async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let result = try await KitRun.run(Self.folder, try Self.cases())
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= 40)
  }

  @Test(arguments: faults) func `a faulty channel is found by its case, with its message`(
    name: String, shownBy: String, message: String
  ) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let scenarios = try Self.cases().filter { $0.id == shownBy }
    #expect(scenarios.count == 1)
    let result = try await KitRun.run(Self.folder, scenarios, setting: ["APLUS_FAULT=\(name)"])
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(message) }, "\(messages), \(result.cases.map(\.status))")
  }
}
