import APlusCases
import APlusModel
import TestSupport
import Testing

/// Faults that one performance may miss: races, and costs whose growth a busy machine hides.
///
/// `make races` asks for them, and `make test` does not.
@Suite("Races", .enabled(if: areRacesAsked, "only with make races"), .serialized)
struct RaceTests {
  private static let library = ProjectSpecs.library

  private func kill(_ fault: Fault, on host: HostProcess) async throws {
    let id = try #require(fault.killedBy)
    let scenario = try #require(
      try Self.library.get().scenarios.first { $0.id == id || $0.id.hasPrefix(id + ".") },
      "there is no such case"
    )
    let expected = try #require(fault.message)
    let found = await host.messages(
      on: scenario,
      until: expected,
      type: fault.type,
      attempts: fault.attempts ?? 1
    )
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test(arguments: SwiftFaults.all.filter(\.isRace))
  func `a Swift mutant is killed by its case`(fault: SwiftFault) async throws {
    let scenario = try #require(
      try Self.library.get().scenarios.first { $0.id == fault.killedBy },
      "there is no such case"
    )
    let found = await HostProcess(swiftMutant: fault.name).messages(
      on: scenario,
      until: fault.message,
      type: fault.type,
      attempts: fault.attempts ?? 1
    )
    #expect(found.contains { $0.contains(fault.message) }, "\(found)")
  }

  @Test(
    .enabled(if: Node.isInstalled, "needs node"),
    arguments: try Repository.faults(in: "mutants-javascript").filter(\.isRace)
  )
  func `a JavaScript mutant is killed by its case`(fault: Fault) async throws {
    try await kill(fault, on: HostProcess(javaScriptMutant: fault.name))
  }

  @Test(
    .enabled(if: HostProcess.canBuildCpp, "needs g++ and make"),
    arguments: try Repository.faults(in: "mutants-cpp").filter(\.isRace)
  )
  func `a C++ mutant is killed by its case`(fault: Fault) async throws {
    try #require(try await HostProcess.buildCppMutants() == nil)
    try await kill(fault, on: HostProcess(cppMutant: fault.name))
  }
}

/// More attempts than a busy machine needs, so that it is chance that decides.
private let usualAttempts = 5
/// What compares times.
private let growth = "S6"

extension SwiftFault {
  /// Whether one performance may miss it.
  var isRace: Bool { attempts ?? 0 > usualAttempts || requirement == growth }
}

extension Fault {
  /// Whether one performance may miss it.
  var isRace: Bool { attempts ?? 0 > usualAttempts || requirement == growth }
}
