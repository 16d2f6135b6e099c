import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A library may start its handlers with timers: it is slow, and loses none.
@Suite("Late handlers in other languages") struct LateLibraryTests {
  @Test func `are waited for in Python`() async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    let scenarios = library.scenarios.filter { scenario in
      scenario.isAsked(in: "python") && ["2.2.2", "2.2.7.1", "2.3.2.2"].contains { scenario.requirement.hasPrefix($0) }
    }
    // Its hosts only wait.
    let result = try await KitRun.run("Tests/KitTests/Late/python", scenarios, jobs: 8)
    let outcomes = result.cases.compactMap { $0.verdict?.outcome }
    #expect(outcomes.count == scenarios.count)
    #expect(outcomes.contains(.conforms))
    let failures = result.cases.filter(\.isFailure)
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
  }
}
