import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Every mutant with scopes is killed by its named case with its named message; the right scopes are not.
@Suite("Mutants with scopes", .serialized) struct ScopeMutantTests {
  private static let faults = (try? Repository.faults(in: "scopes-mutant")) ?? []

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "scopes" }
  }

  @Test func `the table has a row for each mutant, in order, and the manifest names all`() throws {
    let names = ScopeFault.allCases.map(\.rawValue)
    #expect(Self.faults.map(\.name) == names)
    #expect(Self.faults.compactMap(\.fault) == ScopeFault.allCases.map(\.sentence))
    #expect(try Repository.variants(of: "scopes-mutant") == ScopeServices.right.map(\.name) + names)
  }

  @Test func `each rule has a case and a mutant`() throws {
    let cases = try Self.cases()
    for rule in (1...10).map({ "SP-\($0)" }) {
      #expect(cases.contains { $0.requirement == rule }, "no case for \(rule)")
      #expect(Self.faults.contains { $0.requirement == rule }, "no mutant for \(rule)")
    }
    for fault in Self.faults {
      #expect(cases.first { $0.id == fault.killedBy }?.requirement == fault.requirement, "\(fault)")
    }
  }

  @Test(arguments: faults) func `a mutant is killed by its case, with its message`(fault: Fault) async throws {
    try await HostProcess(scopesMutant: fault.name).expectKill(of: fault)
  }

  @Test func `the right scopes conform in every case that they can perform, and each case has one`() async throws {
    let cases = try Self.cases()
    var asked: Set<String> = []
    for (name, _) in ScopeServices.right {
      for result in await HostProcess(scopesMutant: name).run(cases) {
        let verdict = try #require(result.verdict, "\(name), \(result.scenario.id): \(result.status)")
        if case .notApplicable = verdict.outcome { continue }
        asked.insert(result.scenario.id)
        #expect(verdict.outcome == .conforms, "\(name), \(result.scenario.id): \(verdict.violations)")
        #expect(verdict.incidental.isEmpty, "\(name), \(result.scenario.id): \(verdict.incidental)")
      }
    }
    #expect(asked.count == cases.count)
  }
}
