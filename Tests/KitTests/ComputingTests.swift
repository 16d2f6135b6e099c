import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A library may compute before it calls a handler: it is slow, and no verdict comes before it is done.
@Suite("Libraries that compute") struct ComputingTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let folder: String
    let program: String
    var variables: [String] = []
    /// A function that the report names where the library computes without end.
    var function: String?

    var testDescription: String { ([folder] + variables).joined(separator: " ") }
  }

  static let places = [
    Place(folder: "c", program: "cc", function: "mylib_compute"),
    Place(folder: "python", program: "python3", function: "compute (adapter.py"),
    Place(folder: "python", program: "python3", variables: ["APLUS_COMPUTE_IN=queue"]),
    Place(folder: "python", program: "python3", variables: ["APLUS_COMPUTE_IN=slices"]),
  ]

  /// The summary of one case on a library that computes for so many milliseconds before each handler.
  private func summary(_ place: Place, computing milliseconds: Int, timeout: Duration) async throws -> String {
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    let scenarios = library.scenarios.filter { $0.id == "2.2.2.1-a.already" }
    let result = try await KitRun.run(
      "Tests/KitTests/Computing/" + place.folder, scenarios, timeout: timeout,
      setting: place.variables + ["APLUS_COMPUTE=\(milliseconds)"])
    #expect(result.cases.count == 1)
    guard let verdict = result.cases.first?.verdict else { return "\(result.launchFailure?.message ?? "")" }
    switch verdict.outcome {
    case .conforms: return "conforms"
    case .error(let error): return "\(error.type.rawValue): \(error.message)"
    case .violates, .notReached, .notApplicable: return "\(verdict)"
    }
  }

  @Test(arguments: places) func `are waited for longer than the time-out`(place: Place) async throws {
    guard KitRun.canTest(with: place.program) else { return }
    // A host without progress is given up after six tenths of the time-out.
    let summary = try await summary(place, computing: 1600, timeout: .seconds(2))
    #expect(summary == "conforms")
  }

  @Test(arguments: places) func `are given up where they compute without end, with no verdict`(place: Place)
    async throws
  {
    guard KitRun.canTest(with: place.program) else { return }
    let summary = try await summary(place, computing: -1, timeout: .milliseconds(400))
    #expect(summary.hasPrefix("aplus.computing: still computing after "), "\(summary)")
    #if os(Linux)
    if let function = place.function { #expect(summary.contains(function), "\(summary)") }
    #endif
  }

  /// What a report says of the thread that was to call a handler.
  static let waits = [
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=lock"]), "waits for a lock that thread "),
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=condition"]), "waits for a condition"),
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=input"]), "waits for input from pipe:"),
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=event"]), "waits for events"),
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=child"]), "waits for a child process to end"),
    (Place(folder: "c", program: "cc", variables: ["APLUS_WAIT=time"]), ") sleeps"),
    (Place(folder: "python", program: "python3", variables: ["APLUS_WAIT=lock"]), "is in acquire_again (adapter.py:"),
  ]

  #if os(Linux)
  @Test(arguments: waits) func `that wait in vain are shown where they wait`(place: Place, wait: String) async throws {
    guard KitRun.canTest(with: place.program) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    let scenarios = library.scenarios.filter { $0.id == "2.2.6.1-a.eventual" }
    let run = try await KitRun.run(
      "Tests/KitTests/Computing/" + place.folder, scenarios, timeout: .seconds(2), isolating: true,
      setting: place.variables)
    #expect(run.launchFailure == nil)
    let result = try #require(run.cases.first)
    #expect(result.verdict?.violations.first?.law == .liveness, "\(result.status)")
    #expect(result.trace?.waits.contains { $0.contains(wait) } == true, "\(result.trace?.waits ?? [])")
  }
  #endif
}
