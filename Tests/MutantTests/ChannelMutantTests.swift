import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// Every mutant with channels is killed by its named case with its named message; the right channels are not.
@Suite("Mutants with channels", .serialized) struct ChannelMutantTests {
  private static let faults = (try? Repository.faults(in: "channels-mutant")) ?? []

  private static func cases() throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter { $0.chapter == "channels" }
  }

  @Test func `the table has a row for each mutant, in order, and the manifest names all`() throws {
    let names = ChannelFault.allCases.map(\.rawValue)
    #expect(Self.faults.map(\.name) == names)
    #expect(Self.faults.compactMap(\.fault) == ChannelFault.allCases.map(\.sentence))
    #expect(try Repository.variants(of: "channels-mutant") == ChannelServices.right.map(\.name) + names)
  }

  @Test func `each rule has a case and a mutant`() throws {
    let cases = try Self.cases()
    for rule in (1...16).map({ "CH-\($0)" }) {
      #expect(cases.contains { $0.requirement == rule }, "no case for \(rule)")
      #expect(Self.faults.contains { $0.requirement == rule }, "no mutant for \(rule)")
    }
    for fault in Self.faults {
      #expect(cases.first { $0.id == fault.killedBy }?.requirement == fault.requirement, "\(fault)")
    }
  }

  @Test(arguments: faults) func `a mutant is killed by its case, with its message`(fault: Fault) async throws {
    try await HostProcess(channelsMutant: fault.name).expectKill(of: fault)
  }

  @Test func `the right channels conform in every case that they can perform, and each case has one`() async throws {
    let cases = try Self.cases()
    var asked: Set<String> = []
    for (name, _) in ChannelServices.right {
      for result in await HostProcess(channelsMutant: name).run(cases) {
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
