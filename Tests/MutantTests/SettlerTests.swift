import APlusCases
import APlusJudge
import APlusModel
import TestSupport
import Testing
import aplus_mutants

/// What becomes of a promise whose settler is given up: each library is asked what it declares.
@Suite("settlers that are given up") struct SettlerTests {
  private static let library = ProjectSpecs.library

  private func scenarios(_ process: InProcess) throws -> [Scenario] {
    try Self.library.get().scenarios.filter { scenario in
      process.canPerform(scenario) && scenario.exceeded(of: process.capabilities.limits) == nil
        && (scenario.requirement == "M2" || scenario.capabilities.contains { $0.name == "abandon" })
    }
  }

  @Test(arguments: SettlerFault.right) func `a promise that does what it declares conforms`(promise: Mutant) throws {
    let process = InProcess(promise)
    let asked = try scenarios(process)
    #expect(asked.contains { $0.id.hasPrefix("BP-1-") })
    #expect(!asked.contains { $0.id.hasPrefix("BP-5-") })
    for scenario in asked {
      let verdict = try #require(process.verdict(on: scenario))
      #expect(verdict.outcome == .conforms, "\(promise.name) \(scenario.id): \(verdict.violations)")
      #expect(verdict.incidental.isEmpty, "\(promise.name) \(scenario.id): \(verdict.incidental)")
    }
  }

  @Test(arguments: SettlerFault.all) func `a fault is found by its case`(fault: SettlerFault) throws {
    let process = InProcess(fault.mutant)
    let found = try scenarios(process).filter { $0.id.hasPrefix(fault.killedBy) }
    #expect(!found.isEmpty)
    #expect(found.contains { process.verdict(on: $0)?.outcome == .violates }, "\(fault.killedBy)")
  }
}
