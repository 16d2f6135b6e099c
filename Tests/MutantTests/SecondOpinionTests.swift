import APlusCases
import APlusModel
import APlusOracle
import Foundation
import TestSupport
import Testing
import aplus_mutants

/// The oracle is a second opinion on the laws: where the two differ about a trace, one of them is wrong.
///
/// The comparison over the mutants takes minutes, and `make opinions` asks for it: two scenarios of each case, or all
/// with APLUS_OPINIONS=all.
@Suite("Laws and oracle", .serialized) struct SecondOpinionTests {
  private static let isAsked = ProcessInfo.processInfo.environment["APLUS_OPINIONS"] != nil
  private static let isWhole = ProcessInfo.processInfo.environment["APLUS_OPINIONS"] == "all"
  private static let library = Result { try SpecLibrary(directory: Repository.root + "specs") }
  private static let largestWork = 20_000.0

  /// The scenarios of one thread that are small.
  private static func scenarios() throws -> [Scenario] {
    try library.get().scenarios.filter {
      $0.program.work < largestWork && Oracle.silence(about: $0.program) == nil
    }
  }

  /// Of each case the first scenario and the last.
  private static func chosen() throws -> [Scenario] {
    let all = try scenarios()
    guard !isWhole else { return all }
    let cases = Dictionary(grouping: all.indices) { all[$0].source }
    return Set(cases.values.flatMap { [$0[0], $0[$0.count - 1]] }).sorted().map { all[$0] }
  }

  @Test func `the oracle agrees with the correct promise in every case of one thread`() throws {
    let process = InProcess(Mutants.correct)
    var count = 0
    for scenario in try Self.scenarios() where process.canPerform(scenario) {
      let trace = try #require(process.trace(of: scenario.program), "\(scenario.id)")
      let opinion = Oracle.opinion(on: scenario.program, trace)
      #expect(opinion == .checked([]), "\(scenario.id)")
      count += 1
    }
    #expect(count > 800)
  }

  @Test(.enabled(if: isAsked, "only with APLUS_OPINIONS"))
  func `laws and oracle agree on Swift mutants`() async throws {
    try await compare(SwiftFaults.all.map(\.name)) { HostProcess(swiftMutant: $0) }
  }

  @Test(.enabled(if: isAsked && Node.isInstalled, "only with APLUS_OPINIONS, and node"))
  func `laws and oracle agree on JavaScript mutants`() async throws {
    let names = try Repository.faults(in: "mutants-javascript").map(\.name)
    try await compare(["correct"] + names) { HostProcess(javaScriptMutant: $0) }
  }

  private func compare(_ mutants: [String], _ host: (String) -> HostProcess) async throws {
    let scenarios = try Self.chosen()
    for mutant in mutants {
      let opinion = await SecondOpinion.of(mutant, host(mutant), scenarios)
      print(opinion)
      for row in opinion.lawsOnly { print("  LAWS \(mutant) \(row)") }
      for row in opinion.oracleOnly { print("  ORACLE \(mutant) \(row)") }
      if !opinion.silent.isEmpty { print("  SILENT \(opinion.silent)") }
    }
  }
}
