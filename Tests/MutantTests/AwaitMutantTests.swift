import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Every mutant whose promises tasks await is killed by its named case with its named message; the right services are not.
@Suite("Mutants with promises that tasks await", .serialized) struct AwaitMutantTests {
  private static let faults = (try? Repository.faults(in: "await-mutant")) ?? []

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "await" }
  }

  @Test func `the table has a row for each mutant, in order, and the manifest names all`() throws {
    let names = AwaitFault.allCases.map(\.rawValue)
    #expect(Self.faults.map(\.name) == names)
    #expect(Self.faults.compactMap(\.fault) == AwaitFault.allCases.map(\.sentence))
    #expect(try Repository.variants(of: "await-mutant") == AwaitServices.right.map(\.name) + names)
  }

  @Test func `each rule has a case and a mutant`() throws {
    let rules = (1...12).map { "AW-\($0)" }
    let cases = try Self.cases()
    for rule in rules {
      #expect(cases.contains { $0.requirement == rule }, "no case for \(rule)")
      #expect(Self.faults.contains { $0.requirement == rule }, "no mutant for \(rule)")
    }
    for fault in Self.faults {
      #expect(cases.first { $0.id == fault.killedBy }?.requirement == fault.requirement, "\(fault)")
    }
  }

  @Test(arguments: faults) func `a mutant is killed by its case, with its message`(fault: Fault) async throws {
    try await HostProcess(awaitMutant: fault.name).expectKill(of: fault)
  }

  @Test func `the right services conform in every case that they can perform, and each case has one`() async throws {
    let cases = try Self.cases()
    var asked: Set<String> = []
    for (name, _) in AwaitServices.right {
      for result in await HostProcess(awaitMutant: name).run(cases) {
        let verdict = try #require(result.verdict, "\(name), \(result.scenario.id): \(result.status)")
        if case .notApplicable = verdict.outcome { continue }
        asked.insert(result.scenario.id)
        #expect(verdict.outcome == .conforms, "\(name), \(result.scenario.id): \(verdict.violations)")
        #expect(verdict.incidental.isEmpty, "\(name), \(result.scenario.id): \(verdict.incidental)")
      }
    }
    // A reason is an error in Swift: cases with other reasons, or with kinds of them, are for other languages.
    let possible = cases.filter { scenario in
      scenario.capabilities.allSatisfy { $0.name != "any-reason" && ($0.name != "kinds" || $0.detail == "swift") }
    }
    #expect(asked.count == possible.count)
  }
}
