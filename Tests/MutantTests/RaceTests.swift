import TestSupport
import Testing

/// Faults that one performance may miss: races, and costs whose growth a busy machine hides.
///
/// `make races` asks for them, and `make test` does not.
@Suite("Races", .enabled(if: areRacesAsked, "only with make races"), .serialized) struct RaceTests {
  @Test(arguments: try Repository.faults(in: "mutant").filter(\.isRace)) func `a Swift mutant is killed by its case`(
    fault: Fault
  ) async throws { try await HostProcess(swiftMutant: fault.name).expectKill(of: fault) }

  @Test(
    .enabled(if: Node.isInstalled, "needs node"),
    arguments: try Repository.faults(in: "mutants-javascript").filter(\.isRace))
  func `a JavaScript mutant is killed by its case`(fault: Fault) async throws {
    try await HostProcess(javaScriptMutant: fault.name).expectKill(of: fault)
  }

  @Test(
    .enabled(if: HostProcess.canBuildCpp, "needs g++ and make"),
    arguments: try Repository.faults(in: "mutants-cpp").filter(\.isRace)) func `a C++ mutant is killed by its case`(
      fault: Fault
    ) async throws
  {
    try #require(try await HostProcess.buildCppMutants() == nil)
    try await HostProcess(cppMutant: fault.name).expectKill(of: fault)
  }
}

/// More attempts than a busy machine needs, so that it is chance that decides.
private let usualAttempts = 5
/// What compares times.
private let growth = "S6"

extension Fault {
  /// Whether one performance may miss it.
  var isRace: Bool { attempts ?? 0 > usualAttempts || requirement == growth }
}
