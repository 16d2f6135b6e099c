import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Every Swift mutant is killed by its named case with its named message; the correct promise is not.
@Suite("Swift mutants", .serialized) struct SwiftMutantTests {
  private static let faults = (try? Repository.faults(in: "mutant")) ?? []
  private static let library = ProjectSpecs.library

  @Test func `the table has a row for each mutant, in order`() throws {
    let names = try Repository.faults(in: "mutant").map(\.name)
    #expect(names == Mutants.all.map(\.name))
    #expect(Set(names).count == names.count)
  }

  @Test func `a fault that both languages have is the same in both`() throws {
    let faults = try Repository.faults(in: "mutants-javascript")
    for fault in faults { if let mutant = Mutants.named(fault.name) { #expect(mutant.fault == fault.fault) } }
  }

  @Test func `a mutant is found by its name, and its manifest names all`() throws {
    #expect(Mutants.named("sync-when-settled")?.name == "sync-when-settled")
    #expect(Mutants.named("correct")?.name == "correct")
    #expect(Mutants.named("no such fault") == nil)
    let names = (Mutants.all + [Mutant.correct]).map(\.name)
    #expect(try Repository.variants(of: "mutant").sorted() == names.sorted())
  }

  @Test(arguments: faults.filter { $0.attempts == nil }.sampled(every: 10))
  func `a mutant is killed by its case, with its message`(fault: Fault) throws {
    let mutant = try #require(Mutants.named(fault.name))
    let scenario = try #require(
      try Self.library.get().scenarios.first { $0.id == fault.killedBy }, "there is no such case")
    let expected = try #require(fault.message)
    let isStuck = fault.isStuck == true
    let process = isStuck ? InProcess(mutant, patience: 2000) : InProcess(mutant)
    try #require(process.canPerform(scenario))
    let verdict = try #require(isStuck ? process.verdictWhenStuck(on: scenario) : process.verdict(on: scenario))
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.contains { $0.message.contains(expected) }, "\(verdict.violations.map(\.message))")
  }

  @Test(arguments: faults.filter { $0.attempts != nil && !$0.isRace }.sampled(every: 10))
  func `a mutant that needs a process is killed by its case`(fault: Fault) async throws {
    try await HostProcess(swiftMutant: fault.name).expectKill(of: fault)
  }

  @Test func `the correct promise conforms in every case that it can perform`() throws {
    let process = InProcess(Mutant.correct)
    let scenarios = try Self.library.get().scenarios.filter {
      ["aplus", "contexts"].contains($0.chapter) && process.canPerform($0)
    }
    #expect(scenarios.count >= 580, "cases have vanished")
    for scenario in scenarios {
      let verdict = try #require(process.verdict(on: scenario), "\(scenario.id)")
      #expect(verdict.outcome == .conforms, "\(scenario.id): \(verdict.violations)")
      #expect(verdict.incidental.isEmpty, "\(scenario.id): \(verdict.incidental)")
    }
  }
}
