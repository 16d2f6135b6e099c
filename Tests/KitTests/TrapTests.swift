import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// The same trap is the same class in every language: the library's under the case's own requirement, or an error.
@Suite("Traps") struct TrapTests {
  /// A language, the program that its host needs, and what its adapter can do.
  struct Kit: CustomTestStringConvertible, Sendable {
    let language: String
    let interpreter: String
    var hasRace = false

    var testDescription: String { language }
  }

  /// A place where the process ends, and how that is reported.
  private struct Trap {
    let place: String
    let scenario: String
    let requirement: String
    /// A part of the message; nil where it is an error.
    let message: String?
    /// Whether the program needs `race`.
    var isRace = false
  }

  private static let kits = [
    Kit(language: "swift", interpreter: "addr2line", hasRace: true), Kit(language: "c", interpreter: "g++"),
    Kit(language: "java", interpreter: "javac"), Kit(language: "javascript", interpreter: "node", hasRace: true),
  ]

  private static let traps = [
    Trap(place: "then", scenario: "2.2.2.1-a.already", requirement: "2.2.2.1", message: "crashed inside then"),
    Trap(place: "settle", scenario: "2.2.2.1-a.immediate", requirement: "2.2.2.1", message: "crashed inside fulfill"),
    Trap(place: "before", scenario: "2.2.2.1-a.already", requirement: "2.2.2.1", message: "crashed on its own queue"),
    Trap(place: "after", scenario: "2.2.6.1-a.immediate", requirement: "2.2.6.1", message: "crashed on its own queue"),
    Trap(place: "self", scenario: "2.3.1-a.fulfilled", requirement: "2.3.1", message: "crashed on its own queue"),
    Trap(place: "race", scenario: "K2-c.fulfilled", requirement: "K2", message: "crashed inside", isRace: true),
    Trap(
      place: "raced", scenario: "K2-c.fulfilled", requirement: "K2", message: "crashed on its own queue", isRace: true),
    Trap(place: "adapter-then", scenario: "2.2.2.1-a.already", requirement: "", message: nil),
    Trap(place: "adapter-settle", scenario: "2.2.2.1-a.immediate", requirement: "", message: nil),
    Trap(place: "adapter-queue", scenario: "2.2.2.1-a.already", requirement: "", message: nil),
  ]

  @Test(arguments: kits) func `a trap is blamed on the code in which it lies`(kit: Kit) async throws {
    guard KitRun.canTest(with: kit.interpreter) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus", "once"])
    for trap in Self.traps where kit.hasRace || !trap.isRace {
      let scenarios = library.scenarios.filter { $0.id == trap.scenario }
      try #require(!scenarios.isEmpty, "\(trap.scenario)")
      let result = try await run(kit, scenarios, trap.place)
      let told = "\(kit.language) \(trap.place): \(result.launchFailure as Any) \(result.cases.map(\.status))"
      guard let verdict = result.cases.first?.verdict else {
        Issue.record("\(told)")
        continue
      }
      if let message = trap.message {
        let violation = verdict.violations.first
        #expect(violation?.type == .crash, "\(told)")
        #expect(violation?.requirement == trap.requirement, "\(told)")
        #expect(violation?.message.contains(message) == true, "\(told)")
      } else if case .error(let error) = verdict.outcome {
        #expect(error.type == .crash, "\(told)")
        #expect(error.message.contains("in the adapter"), "\(told)")
      } else {
        Issue.record("\(told)")
      }
    }
  }

  private func run(_ kit: Kit, _ scenarios: [Scenario], _ place: String) async throws -> AdapterResult {
    guard kit.language == "swift" else {
      return try await KitRun.run(
        "Tests/KitTests/Trapping/\(kit.language)", scenarios, setting: ["APLUS_TRAP=\(place)"])
    }
    let adapter = Adapter(name: "trapping", argument: "trapping", command: [ProgramRun.built("trapping-host"), place])
    return await Runner(scenarios: scenarios, options: RunOptions(jobs: 1, timeout: .seconds(60)), judge: Judge.judge)
      .run(adapter)
  }
}
