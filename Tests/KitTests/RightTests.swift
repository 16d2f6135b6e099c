import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A right library whose turns are unusual is never blamed.
///
/// Others are in the tests of mutants: promises that break with their settler, and those whose cancels are counted.
@Suite("Right libraries") struct RightTests {
  private static let interpreters = ["javascript": "node", "python": "python3"]
  private static let chapters: [String: Set<String>] = ["javascript": ["aplus", "zalgo"], "python": ["threads"]]

  @Test(arguments: [
    ("javascript", "timers"), ("javascript", "batches"), ("javascript", "eager"), ("python", "threads"),
    ("python", "pool"),
  ]) func `no case blames a right library for its turns`(language: String, turns: String) async throws {
    guard KitRun.canTest(with: Self.interpreters[language] ?? "") else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: Self.chapters[language] ?? [])
    let scenarios = library.scenarios.filter { $0.isAsked(in: language) && $0.program.rounds < 100 }
    let result = try await KitRun.run("Tests/KitTests/Right/\(language)", scenarios, setting: ["RIGHT=\(turns)"])
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } > 20)
    for found in result.cases where found.isFailure {
      Issue.record("\(found.scenario.id): \(String(describing: found.verdict))")
    }
  }
}
