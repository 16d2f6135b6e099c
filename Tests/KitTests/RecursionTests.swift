import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A library that calls itself exhausts the stack, wherever that happens.
///
/// What is left of the stack may not be enough for a host to record an event. That is no fault of the host.
@Suite("Exhausted stacks") struct RecursionTests {
  private static let interpreters = ["javascript": "node", "python": "python3", "ruby": "ruby", "java": "javac"]

  @Test(arguments: interpreters.keys.sorted())
  func `what a library does at the end of the stack is judged, and no fault of its host`(language: String) async throws
  {
    let interpreter = Self.interpreters[language] ?? ""
    guard KitRun.canTest(with: interpreter) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus", "scale"])
    // The one in JavaScript needs no chain: it goes to the end of the stack for each call.
    let asked = language == "javascript" ? ["2.2.2", "2.3.3.1"] : ["S4-c"]
    let scenarios = library.scenarios.filter { scenario in
      scenario.isAsked(in: language) && asked.contains { scenario.id.hasPrefix($0) }
    }
    let result = try await KitRun.run("Tests/KitTests/Recursive/\(language)", scenarios)
    #expect(!result.cases.isEmpty)
    let judged = result.cases.filter { [.conforms, .violates].contains($0.verdict?.outcome) }
    #expect(judged.count == result.cases.count, "\(result.cases.map(\.status))")
    let failures = judged.count { $0.isFailure }
    #expect(failures > 0)
  }
}
