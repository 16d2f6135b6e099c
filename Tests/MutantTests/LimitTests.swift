import APlusCases
import APlusFuzz
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

@testable import aplus_check

/// A library that is right within a limit conforms if it claims the limit, fails cases beyond it if
/// it does not, and is still found to be faulty beside it.
@Suite("Limits", .serialized) struct LimitTests {
  /// Garbage is collected in JavaScript, where nothing is destroyed: `SettlerTests` has the others.
  private static let limits = Limit.allCases.filter { ![.brokenPromise, .cancelOnDrop].contains($0) }

  private static let library = Result {
    try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus", "zalgo", "once"])
  }

  private func run(_ limit: Limit, isClaimed: Bool, isFaulty: Bool = false, _ scenarios: [Scenario]) async
    -> AdapterResult
  {
    let variables = [
      "APLUS_LIMIT=\(limit.rawValue)", "APLUS_CLAIM=\(isClaimed ? "yes" : "no")",
      "APLUS_FAULT=\(isFaulty ? "yes" : "no")",
    ]
    let file = Repository.root + "Tests/MutantTests/Limits/limits.cjs"
    let adapter = Adapter(
      name: "adapter", argument: "adapter",
      command: ["env"] + variables + ["node", Repository.root + "adapters/kits/javascript/host.mjs", file])
    return await Runner(scenarios: scenarios, options: RunOptions(), judge: Opinions.judge).run(adapter)
  }

  /// The cases of a limit's library that do not depend on the kinds of the language.
  private static func scenarios() throws -> [Scenario] {
    try library.get().scenarios.filter { scenario in !scenario.capabilities.contains { $0.name == "kinds" } }
  }

  private func failures(_ result: AdapterResult) -> [String] {
    result.cases.compactMap { result in
      guard let verdict = result.verdict else { return "\(result.scenario.id): \(result.status)" }
      switch verdict.outcome {
      case .conforms, .notApplicable: break
      case .violates, .notReached, .error:
        return "\(result.scenario.id): \(verdict.violations.first?.message ?? "\(verdict.outcome)")"
      }
      return verdict.incidental.first.map { "\(result.scenario.id), incidental: \($0.message)" }
    }
  }

  @Test(arguments: limits) func `a library that is right within its limit conforms`(limit: Limit) async throws {
    let result = await run(limit, isClaimed: true, try Self.scenarios())
    #expect(result.launchFailure == nil)
    #expect(failures(result).prefix(5) == [])
    let passed = result.cases.count { $0.verdict?.outcome == .conforms }
    #expect(passed > 40)
  }

  @Test(arguments: limits) func `generated programs stay within the limit`(limit: Limit) async {
    let result = await run(limit, isClaimed: true, RandomChapter.programs)
    #expect(failures(result).prefix(5) == [])
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } > 100)
  }

  @Test(arguments: limits) func `without the claim, it fails a case beyond the limit`(limit: Limit) async throws {
    let kinds = ["recover", "finally", "try", "executor"]
    let beyond = try Self.scenarios().filter { scenario in
      scenario.exceeds(limit)
        && !scenario.capabilities.contains { $0.name == "combinators" && !kinds.contains($0.detail ?? "") }
    }
    // Some of each requirement.
    var seen: [String: Int] = [:]
    let chosen = beyond.filter { scenario in
      seen[scenario.requirement, default: 0] += 1
      return seen[scenario.requirement, default: 0] <= 40
    }
    // Every body is observed at once in these cases, so that a late start does not show.
    guard limit != .lazyBodies else { return }
    let result = await run(limit, isClaimed: false, chosen)
    #expect(!failures(result).isEmpty)
  }

  @Test(arguments: limits) func `a fault beside the limit is found under the claim`(limit: Limit) async throws {
    let expected: [Limit: Set<String>] = [
      .nothingFromThen: ["2.2.4"], .sameFromThen: ["2.2.2.1", "2.2.6.1"], .nonthrowingHandlers: ["2.2.6.1"],
      .nonthrowingFinally: ["K4"], .nonthrowingRecover: ["K5"], .valuesFromHandlers: ["2.3.4"],
      .valuesFromRecover: ["K5"], .lazyBodies: ["K8", "K9"], .unordered: ["2.2.2.1", "2.2.6.1", "N10"],
    ]
    let numbers = try #require(expected[limit])
    let asked = try Self.scenarios().filter {
      numbers.contains($0.requirement) || limit == .sameFromThen && $0.requirement.hasPrefix("N")
        || limit == .unordered && $0.requirement.hasPrefix("N")
    }
    let result = await run(limit, isClaimed: true, isFaulty: true, asked)
    #expect(result.cases.contains { $0.verdict?.outcome == .violates })
  }
}
