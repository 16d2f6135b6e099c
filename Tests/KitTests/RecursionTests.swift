import APlusJudge
import APlusRunner
import APlusSpec
import Foundation
import Testing

/// A library that calls itself for each link of a chain exhausts the stack, wherever that happens.
///
/// What is left of the stack may not be enough for a host to record an event. That is no fault of the host.
@Suite("Exhausted stacks") struct RecursionTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()
  private static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  private static let interpreters = [
    "javascript": "node", "python": "python3", "ruby": "ruby", "java": "javac",
  ]

  @Test(arguments: interpreters.keys.sorted())
  func `a chain that exhausts the stack violates, and the host performs it`(
    language: String
  ) async throws {
    let interpreter = Self.interpreters[language] ?? ""
    let isInstalled = Self.searchPath.split(separator: ":").contains { directory in
      FileManager.default.isExecutableFile(atPath: "\(directory)/\(interpreter)")
    }
    guard isInstalled else {
      Issue.record("not tested: there is no \(interpreter)", severity: .warning)
      return
    }
    let locator = AdapterLocator(directories: [], builtIns: [], searchPath: Self.searchPath)
    let adapter = try locator.locate(Self.root + "Tests/KitTests/Recursive/\(language)")
    let library = try SpecLibrary(directory: Self.root + "specs", chapters: ["scale"])
    let scenarios = library.scenarios.filter { $0.id == "S4-c" }
    let runner = Runner(
      scenarios: scenarios,
      options: RunOptions(timeout: .seconds(60)),
      judge: Judge.judge
    )
    let run = await runner.run([adapter], timestamp: "2026-01-01T00:00:00")
    let status = try #require(run.adapters.first?.cases.first?.status)
    guard case .judged(let verdict) = status else {
      Issue.record("\(status)")
      return
    }
    #expect(verdict.outcome == .violates, "\(verdict)")
    #expect(verdict.violations.first?.requirement == "2.2.7.2")
  }
}
