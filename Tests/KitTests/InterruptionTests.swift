import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// Where an interpreter lets one thread run for long, lanes would come one after another.
///
/// So the hosts interrupt the library's code at random, and a race that needs another thread between two of its lines is
/// found. By chance in each run, so `make races` asks for it.
@Suite("Threads of interpreters", .enabled(if: areRacesAsked, "only with make races")) struct InterruptionTests {
  private static let interpreters = ["python": "python3", "ruby": "ruby"]
  /// So many cases must find it, in all runs together.
  private static let enough = 6

  @Test(arguments: interpreters.keys.sorted()) func `a handler that is lost between two lines of the library is found`(
    language: String
  ) async throws {
    let interpreter = Self.interpreters[language] ?? ""
    guard KitRun.canTest(with: interpreter) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["threads"])
    let scenarios = library.scenarios.filter { $0.requirement == "T1" || $0.requirement == "T3" }
    #expect(!scenarios.isEmpty)
    // Without interruptions it is found by chance, in one of many runs.
    var found = 0
    for _ in 0..<20 where found < Self.enough {
      let result = try await KitRun.run("Tests/KitTests/Racy/\(language)", scenarios)
      found += result.cases.compactMap(\.verdict).count { verdict in
        verdict.violations.contains { $0.message.contains("never ran although") }
      }
    }
    #expect(found >= Self.enough)
  }
}
