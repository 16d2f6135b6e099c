import APlusCases
import APlusModel
import TestSupport
import Testing

/// What an adapter replaces in its language after the kit was loaded changes no verdict.
@Suite("Replaced functions") struct ReplacementTests {
  static let replaced =
    ["as", "bind", "exec"].map { ("javascript", "node", $0) }
    + ["clock", "collect", "dumps", "threads", "write"].map { ("python", "python3", $0) }

  @Test(arguments: replaced) func `a kit keeps what it uses of its language`(
    language: String, program: String, name: String
  ) async throws {
    guard KitRun.canTest(with: program) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    let scenarios = library.scenarios.filter { $0.requirement.hasPrefix("2.3.1") || $0.requirement == "2.2.7.1" }
    let result = try await KitRun.run(
      "Tests/KitTests/Replacing/" + language, scenarios, setting: ["APLUS_REPLACE=\(name)"])
    #expect(result.launchFailure == nil)
    #expect(!result.cases.isEmpty)
    #expect(result.cases.allSatisfy { $0.verdict?.outcome == .conforms }, "\(result.cases.map(\.status))")
  }
}
