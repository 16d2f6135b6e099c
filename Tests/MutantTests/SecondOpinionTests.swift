import APlusCases
import APlusModel
import APlusOracle
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// The oracle is a second opinion on the laws: what they find, it finds.
///
/// What it finds beyond that, as the receivers of handlers and what combinators give, the comparison prints.
/// The comparison over the mutants takes minutes, and `make opinions` asks for it: two scenarios of each case, or all
/// with APLUS_OPINIONS=all.
@Suite("Laws and oracle", .serialized) struct SecondOpinionTests {
  private static let isAsked = ProcessInfo.processInfo.environment["APLUS_OPINIONS"] != nil
  private static let isWhole = ProcessInfo.processInfo.environment["APLUS_OPINIONS"] == "all"
  private static let library = ProjectSpecs.library
  private static let largestWork = 1_000.0

  /// The scenarios of one thread that are small.
  private static func scenarios() throws -> [Scenario] {
    try library.get().scenarios.filter { $0.program.work < largestWork && Oracle.silence(about: $0.program) == nil }
  }

  /// Of each case the first scenario and the last.
  private static func chosen() throws -> [Scenario] {
    let all = try scenarios()
    guard !isWhole else { return all }
    let cases = Dictionary(grouping: all.indices) { all[$0].source }
    return Set(cases.values.flatMap { [$0[0], $0[$0.count - 1]] }).sorted().map { all[$0] }
  }

  @Test(arguments: [(false, 800), (true, 900)])
  func `the oracle agrees with correct promises in every case of one thread`(isReference: Bool, least: Int) throws {
    let process = isReference ? InProcess(ReferenceAdapter()) : InProcess(Mutant.correct)
    var count = 0
    for scenario in try Self.scenarios() where process.canPerform(scenario) {
      let trace = try #require(process.trace(of: scenario.program), "\(scenario.id)")
      let opinion = Oracle.opinion(on: scenario.program, trace)
      #expect(opinion == .checked([]), "\(scenario.id)")
      count += 1
    }
    #expect(count >= least)
  }

  @Test(.enabled(if: isAsked, "only with APLUS_OPINIONS")) func `laws and oracle agree on Swift mutants`() async throws
  { try await compare(Mutants.all.map(\.name)) { HostProcess(swiftMutant: $0) } }

  @Test(.enabled(if: isAsked && Node.isInstalled, "only with APLUS_OPINIONS, and node"))
  func `laws and oracle agree on JavaScript mutants`() async throws {
    let names = try Repository.faults(in: "mutants-javascript").map(\.name)
    try await compare(["correct"] + names) { HostProcess(javaScriptMutant: $0) }
  }

  private func compare(_ mutants: [String], _ host: (String) -> HostProcess) async throws {
    let scenarios = try Self.chosen()
    for mutant in mutants {
      let opinion = await SecondOpinion.of(mutant, host(mutant), scenarios)
      #expect(!opinion.rows.isEmpty, "\(mutant): nothing was performed")
      for row in opinion.lawsOnly { Issue.record("\(mutant): only laws: \(row)") }
      print(opinion)
      for row in opinion.oracleOnly { print("  only the oracle: \(row)") }
    }
  }
}
