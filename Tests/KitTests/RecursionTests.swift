import APlusJudge
import APlusRunner
import APlusSpec
import Foundation
import Testing

/// A library that calls itself exhausts the stack, wherever that happens.
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
  func `what a library does at the end of the stack is judged, and no fault of its host`(
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
    let library = try SpecLibrary(directory: Self.root + "specs", chapters: ["aplus", "scale"])
    // The one in JavaScript needs no chain: it goes to the end of the stack for each call.
    let asked = language == "javascript" ? ["2.2.2", "2.3.3.1"] : ["S4-c"]
    let scenarios = library.scenarios.filter { scenario in
      asked.contains { scenario.id.hasPrefix($0) }
    }
    let runner = Runner(
      scenarios: scenarios,
      options: RunOptions(timeout: .seconds(60)),
      judge: Judge.judge
    )
    let run = await runner.run([adapter], timestamp: "2026-01-01T00:00:00")
    let result = try #require(run.adapters.first)
    #expect(!result.cases.isEmpty)
    let judged = result.cases.filter { result in
      guard case .judged(let verdict) = result.status else { return false }
      return verdict.outcome == .conforms || verdict.outcome == .violates
    }
    #expect(judged.count == result.cases.count, "\(result.cases.map(\.status))")
    let failures = judged.count { $0.isFailure }
    #expect(failures > 0)
  }
}
