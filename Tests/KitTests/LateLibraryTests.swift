import APlusJudge
import APlusRunner
import APlusSpec
import Foundation
import Testing

/// A library may start its handlers with timers: it is slow, and loses none.
@Suite("Late handlers in other languages") struct LateLibraryTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

  @Test func `are waited for in Python`() async throws {
    let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let locator = AdapterLocator(directories: [], builtIns: [], searchPath: searchPath)
    let adapter = try locator.locate(Self.root + "Tests/KitTests/Late/python")
    let library = try SpecLibrary(directory: Self.root + "specs", chapters: ["aplus"])
    let scenarios = library.scenarios.filter { scenario in
      ["2.2.2", "2.2.7.1", "2.3.2.2"].contains { scenario.requirement.hasPrefix($0) }
    }
    let runner = Runner(
      scenarios: scenarios,
      options: RunOptions(timeout: .seconds(60)),
      judge: Judge.judge
    )
    let run = await runner.run([adapter], timestamp: "2026-01-01T00:00:00")
    let result = try #require(run.adapters.first)
    let outcomes = result.cases.compactMap { result -> Verdict.Outcome? in
      if case .judged(let verdict) = result.status { verdict.outcome } else { nil }
    }
    #expect(outcomes.count == scenarios.count)
    #expect(outcomes.contains(.conforms))
    let failures = result.cases.filter(\.isFailure)
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
  }
}
