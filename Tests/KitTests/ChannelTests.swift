import APlusCases
import APlusModel
import TestSupport
import Testing

/// Channels through the kits: right ones conform, and each fault is found.
@Suite("Channels of kits", .serialized) struct ChannelTests {
  /// A language whose kit has channels, and the program that its host needs.
  struct Kit: CustomTestStringConvertible, Sendable {
    let language: String
    let interpreter: String
    /// How many of the cases its channels can perform, at least.
    let least: Int
    /// What the adapter has in its environment, as `NAME=value`.
    var settings: [String] = []

    var testDescription: String { "\(language) \(settings)" }
    var folder: String { "Tests/KitTests/Channels/\(language)" }
  }

  /// A fault, the case that finds it, and a part of the message.
  struct Fault: CustomTestStringConvertible, Sendable {
    let kit: Kit
    let name: String
    let shownBy: String
    let message: String

    init(_ kit: Kit, _ name: String, _ shownBy: String, _ message: String) {
      (self.kit, self.name, self.shownBy, self.message) = (kit, name, shownBy, message)
    }

    var testDescription: String { "\(kit) \(name)" }
  }

  /// Tasks of an event loop.
  static let python = Kit(language: "python", interpreter: "python3", least: 200)
  /// Channels that are made as a pair of their ends.
  static let ends = Kit(language: "python", interpreter: "python3", least: 60, settings: ["APLUS_ENDS=1"])
  /// Threads, which an interruption cancels.
  static let java = Kit(language: "java", interpreter: "javac", least: 400)
  /// Threads, which a call can be told to cancel, through the C interface.
  static let cpp = Kit(language: "cpp", interpreter: "g++", least: 590)
  /// The same in Objective-C and in Rust.
  static let objc = Kit(language: "objc", interpreter: "gnustep-config", least: 590)
  static let rust = Kit(language: "rust", interpreter: "cargo", least: 590)
  /// The ends of channels of Rust's standard library.
  static let rustEnds = Kit(language: "rust", interpreter: "cargo", least: 30, settings: ["APLUS_ENDS=1"])

  static let faults = [
    Fault(python, "newest-first", "CH-1-a.unlimited.offer.poll", "got B before A, which c had taken first"),
    Fault(python, "close-wakes-one", "CH-9-a.unlimited.receive", "waits for ever, though c was closed"),
    Fault(python, "closes-again", "CH-8-a.unlimited.at-once", "said that it closed it, though it had ended before"),
    Fault(python, "end-overtakes", "CH-7-b.unlimited.offer", "`g` got A, though `h` had been told that c had ended"),
    Fault(
      python, "stops-at-a-cancelled-receiver", "CH-12-j.unlimited.offer.first.cancel-first.receive",
      "still waited when nothing could run any more, though c had A"),
    Fault(python, "requeues-last", "CH-13-d.unlimited.offer.between", "got B before A, which c had taken first"),
    Fault(python, "wakes-a-sender-late", "CH-4-b.1", "still waited when nothing could run any more, though c had room"),
    Fault(python, "cancel-takes-the-element", "CH-13-a.unlimited.offer", "A was lost: c took it, nobody received it"),
    Fault(
      ends, "drop-forgets-receivers", "CH-16-a.bounded-1.receive", "waits for ever, though c has lost its sending end"),
    Fault(ends, "drop-takes-elements", "CH-16-e.bounded-1", "though it had lost its receiving end before"),
    Fault(java, "newest-first", "CH-1-b.bounded-3.send", "`h` got B before A, which c had taken first"),
    Fault(java, "close-wakes-one", "CH-9-a.bounded-1.receive", "`h` waits for ever, though c was closed"),
    Fault(java, "closes-again", "CH-8-a.unlimited.at-once", "said that it closed it, though it had ended before"),
    Fault(java, "end-overtakes", "CH-7-b.bounded-1.send", "`g` got A, though `h` had been told that c had ended"),
    Fault(
      java, "cancelled-send-stays", "CH-12-h.bounded-1.first", "`h` got E1, though `k` was told that c had not taken it"
    ), Fault(java, "offer-says-yes", "CH-6-a.1", "`x` was told that c had taken D, though the channel was full"),
    Fault(
      java, "ignores-cancels", "CH-12-c.bounded-1.first.cancelled",
      "got its answer only after something else had happened, though its receive was cancelled"),
    Fault(java, "forgets-senders", "CH-4-b.1", "`w` still waited when nothing could run any more, though c had room"),
    Fault(java, "fails-once", "CH-14-a.bounded-1.receive", "`h` did not get E1, which ended c"),
    Fault(java, "cancel-keeps-elements", "CH-11-a.bounded-3.send", "`h` got A, though c had been cancelled"),
    Fault(cpp, "newest-first", "CH-1-b.bounded-3.send", "`h` got B before A, which c had taken first"),
    Fault(cpp, "room-for-one-more", "CH-4-b.1", "`w` was told that c had taken D, though the channel was full"),
    Fault(cpp, "forgets-senders", "CH-4-b.1", "`w` still waited when nothing could run any more, though c had room"),
    Fault(cpp, "offer-says-yes", "CH-6-a.1", "D was lost: c took it, nobody received it, and `h` found c empty"),
    Fault(cpp, "closes-again", "CH-8-a.unlimited.at-once", "said that it closed it, though it had ended before"),
    Fault(cpp, "close-wakes-one", "CH-9-a.bounded-1.receive", "`h` waits for ever, though c was closed"),
    Fault(cpp, "drops-without-a-report", "CH-11-e.bounded-3.send", "c took it, was cancelled, and did not report it"),
    Fault(
      cpp, "ignores-cancels", "CH-12-c.bounded-1.first.cancelled",
      "got its answer only after something else had happened, though its receive was cancelled"),
    Fault(
      cpp, "cancelled-send-stays", "CH-12-h.bounded-1.first", "`h` got E1, though `k` was told that c had not taken it"),
    Fault(cpp, "cancel-takes-the-element", "CH-13-a.unlimited.offer", "A was lost: c took it, nobody received it"),
    Fault(cpp, "error-becomes-the-end", "CH-14-a.bounded-1.receive", "`h` did not get E1, which ended c"),
    Fault(objc, "newest-first", "CH-1-b.bounded-3.send", "`h` got B before A, which c had taken first"),
    Fault(objc, "forgets-senders", "CH-4-b.1", "`w` still waited when nothing could run any more, though c had room"),
    Fault(objc, "close-wakes-nobody", "CH-9-a.bounded-1.receive", "`h` waits for ever, though c was closed"),
    Fault(objc, "drops-without-a-report", "CH-11-e.bounded-3.send", "c took it, was cancelled, and did not report it"),
    Fault(
      objc, "cancelled-send-stays", "CH-12-h.bounded-1.first", "`h` got E1, though `k` was told that c had not taken it"
    ), Fault(objc, "cancel-takes-the-element", "CH-13-a.unlimited.offer", "A was lost: c took it, nobody received it"),
    Fault(rust, "newest-first", "CH-1-b.bounded-3.send", "`h` got B before A, which c had taken first"),
    Fault(rust, "forgets-senders", "CH-4-b.1", "`w` still waited when nothing could run any more, though c had room"),
    Fault(rust, "offer-says-yes", "CH-6-a.1", "D was lost: c took it, nobody received it, and `h` found c empty"),
    Fault(rust, "drops-without-a-report", "CH-11-e.bounded-3.send", "c took it, was cancelled, and did not report it"),
    Fault(
      rust, "ignores-cancels", "CH-12-c.bounded-1.first.cancelled",
      "got its answer only after something else had happened, though its receive was cancelled"),
    Fault(
      rust, "cancelled-send-stays", "CH-12-h.bounded-1.first", "`h` got E1, though `k` was told that c had not taken it"
    ), Fault(rust, "cancel-takes-the-element", "CH-13-a.unlimited.offer", "A was lost: c took it, nobody received it"),
    Fault(rust, "error-becomes-the-end", "CH-14-a.bounded-1.receive", "`h` did not get E1, which ended c"),
    Fault(rustEnds, "keeps-a-sender", "CH-16-a.bounded-1.receive", "waits for ever, though c has lost its sending end"),
    Fault(rustEnds, "keeps-a-receiver", "CH-16-e.bounded-1", "though it had lost its receiving end before"),
  ]

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "channels" }
  }

  @Test(arguments: [python, ends, java, cpp, objc, rust, rustEnds])
  func `right channels conform in every case that they can perform`(kit: Kit) async throws {
    guard KitRun.canTest(with: kit.interpreter) else { return }
    let result = try await KitRun.run(kit.folder, try Self.cases(), setting: kit.settings)
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= kit.least)
  }

  @Test(arguments: faults) func `a faulty channel is found by its case, with its message`(fault: Fault) async throws {
    guard KitRun.canTest(with: fault.kit.interpreter) else { return }
    let scenarios = try Self.cases().filter { $0.id == fault.shownBy }
    #expect(scenarios.count == 1)
    let settings = fault.kit.settings + ["APLUS_FAULT=\(fault.name)"]
    let result = try await KitRun.run(fault.kit.folder, scenarios, setting: settings)
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(fault.message) }, "\(messages), \(result.cases.map(\.status))")
  }
}
