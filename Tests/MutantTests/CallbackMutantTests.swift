import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Every mutant with completion handlers is killed by its named case with its named message; the right services are not.
@Suite("Mutants with completion handlers", .serialized) struct CallbackMutantTests {
  private static let faults = (try? Repository.faults(in: "callbacks-mutant")) ?? []

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "callbacks" }
  }

  @Test func `the table has a row for each mutant, in order, and the manifest names all`() throws {
    let names = CallFault.allCases.map(\.rawValue)
    #expect(Self.faults.map(\.name) == names)
    #expect(Self.faults.compactMap(\.fault) == CallFault.allCases.map(\.sentence))
    #expect(try Repository.variants(of: "callbacks-mutant") == CallServices.right.map(\.name) + names)
  }

  @Test func `each rule has a case and a mutant`() throws {
    let rules = (1...18).map { "CB-\($0)" }
    let cases = try Self.cases()
    for rule in rules {
      #expect(cases.contains { $0.requirement == rule }, "no case for \(rule)")
      #expect(Self.faults.contains { $0.requirement == rule }, "no mutant for \(rule)")
    }
    for fault in Self.faults {
      #expect(cases.first { $0.id == fault.killedBy }?.requirement == fault.requirement, "\(fault)")
    }
  }

  @Test(arguments: faults.filter { $0.attempts == nil }) func `a mutant is killed by its case, with its message`(
    fault: Fault
  ) throws {
    let mutant = try #require(CallFault(rawValue: fault.name))
    let scenario = try #require(try Self.cases().first { $0.id == fault.killedBy }, "there is no such case")
    let expected = try #require(fault.message)
    let process = InProcess(mutant.makeAdapter())
    try #require(process.canPerform(scenario))
    let verdict = try #require(process.verdict(on: scenario))
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.contains { $0.message.contains(expected) }, "\(verdict.violations.map(\.message))")
  }

  @Test(arguments: faults.filter { $0.attempts != nil }) func `a mutant that needs a process is killed by its case`(
    fault: Fault
  ) async throws { try await HostProcess(callbackMutant: fault.name).expectKill(of: fault) }

  @Test func `the right services conform in every case that they can perform, and each case has one`() throws {
    var asked: Set<String> = []
    for (name, adapter) in CallServices.right {
      let process = InProcess(adapter)
      for scenario in try Self.cases() where process.canPerform(scenario) {
        asked.insert(scenario.id)
        let verdict = try #require(process.verdict(on: scenario), "\(name): \(scenario.id)")
        #expect(verdict.outcome == .conforms, "\(name), \(scenario.id): \(verdict.violations)")
        #expect(verdict.incidental.isEmpty, "\(name), \(scenario.id): \(verdict.incidental)")
      }
    }
    #expect(asked.count == (try Self.cases().count))
  }
}
