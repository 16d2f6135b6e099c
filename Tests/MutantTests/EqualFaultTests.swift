import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// The same fault in two languages gets the same verdicts, so the host makes no difference.
@Suite("equal faults", .enabled(if: Node.isInstalled, "needs node"), .serialized) struct EqualFaultTests {
  private static let names = [
    "fulfilled-becomes-rejected", "late-reject-tears-value", "runs-both-handlers", "loses-handler-when-settled",
    "keeps-only-last-handler", "sync-when-settled", "sync-when-settling", "sync-inside-handler", "last-in-first-out",
    "ignores-returned-value", "passthrough-forgets-rejection", "self-resolution-never-settles",
    "adopted-rejection-fulfills", "resolve-after-resolve-counts",
  ]

  /// What both hosts can perform, thinned out where a template has very many scenarios.
  private static let scenarios = Result {
    let process = InProcess(Mutant.correct)
    let all = try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "aplus" && process.canPerform($0) }
    let large = all.filter { $0.requirement.hasPrefix("2.3.3.3.1") }
    let thinned = large.enumerated().filter { $0.offset.isMultiple(of: 24) }.map(\.element)
    return all.filter { !$0.requirement.hasPrefix("2.3.3.3.1") } + thinned
  }

  @Test func `at least 100 scenarios are compared`() throws { #expect(try Self.scenarios.get().count >= 100) }

  @Test(arguments: names) func `verdicts of a fault are equal in Swift and in JavaScript`(name: String) async throws {
    let scenarios = try Self.scenarios.get()
    let inJavaScript = try await verdictsInJavaScript(name, scenarios)
    let process = InProcess(try #require(Mutants.named(name)))
    var violations = 0
    for scenario in scenarios {
      let inSwift = try #require(process.verdict(on: scenario), "\(scenario.id)")
      let other = try #require(inJavaScript[scenario.id], "\(scenario.id)")
      #expect(inSwift.outcome == other.outcome, "\(scenario.id)")
      #expect(findings(inSwift) == findings(other), "\(scenario.id)")
      if inSwift.outcome == .violates { violations += 1 }
    }
    #expect(violations > 0)
  }

  /// What was found, without the texts: they name values in the words of each language.
  private func findings(_ verdict: Verdict) -> Set<String> {
    Set(verdict.violations.map { "\($0.requirement) \($0.type.rawValue)" })
  }

  private func verdictsInJavaScript(_ name: String, _ scenarios: [Scenario]) async throws -> [String: Verdict] {
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let adapter = try locator.locate("mutants-javascript:\(name)")
    let runner = Runner(scenarios: scenarios, options: RunOptions(), judge: Judge.judge)
    return await runner.run(adapter).cases.reduce(into: [:]) { verdicts, result in
      verdicts[result.scenario.id] = result.verdict
    }
  }
}
