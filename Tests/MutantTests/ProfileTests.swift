import APlusJudge
import APlusMutants
import APlusSpec
import Testing

/// Libraries whose cancels do not go downstream are asked their own cases, and judged by no other profile's law.
@Suite("cancellation profiles") struct ProfileTests {
  private static let library = Result { try SpecLibrary(directory: Repository.root + "specs") }

  private func scenarios(_ process: InProcess, naming profile: String? = nil) throws -> [Scenario] {
    try Self.library.get().scenarios.filter { scenario in
      process.canPerform(scenario)
        && scenario.capabilities.contains { capability in
          capability.name == "cancellation" && (profile == nil || capability.detail == profile)
        }
    }
  }

  @Test(arguments: ["upstream", "chain", "listener"])
  func `a promise of the profile conforms`(profile: String) throws {
    let promise = try #require(CancellationProfiles.all.first { $0.name == profile })
    let process = InProcess(promise, profile: profile)
    #expect(try scenarios(process, naming: "downstream").isEmpty)
    #expect(try !scenarios(process, naming: profile).isEmpty)
    for scenario in try scenarios(process) {
      let verdict = try #require(process.verdict(on: scenario))
      #expect(verdict.outcome == .conforms, "\(scenario.id): \(verdict.violations)")
      #expect(verdict.collected.isEmpty, "\(scenario.id): \(verdict.collected)")
    }
  }

  @Test(arguments: ["upstream", "chain", "listener"])
  func `a promise that cancels downstream is found out`(profile: String) throws {
    let process = InProcess(Mutants.correct, profile: profile)
    let verdicts = try scenarios(process, naming: profile).map { process.verdict(on: $0) }
    #expect(verdicts.contains { $0?.outcome == .violates })
  }
}
