import APlusJudge
import APlusRunner
import APlusSpec
import Testing

/// Where an interpreter lets one thread run for long, lanes would come one after another.
///
/// So the hosts interrupt the library's code at random, and a race that needs another thread between two of its lines is
/// found.
@Suite("Threads of interpreters", .serialized) struct InterruptionTests {
  private static let interpreters = ["python": "python3", "ruby": "ruby"]

  @Test(arguments: interpreters.keys.sorted())
  func `a handler that is lost between two lines of the library is found`(
    language: String
  ) async throws {
    let interpreter = Self.interpreters[language] ?? ""
    guard KitRun.isInstalled(interpreter) else {
      Issue.record("not tested: there is no \(interpreter)", severity: .warning)
      return
    }
    let library = try SpecLibrary(directory: KitRun.root + "specs", chapters: ["threads"])
    let scenarios = library.scenarios.filter { $0.requirement == "T1" || $0.requirement == "T3" }
    #expect(!scenarios.isEmpty)
    var messages: [String] = []
    for _ in 0..<20 where !messages.contains(where: { $0.contains("never ran although") }) {
      let result = try await KitRun.run("Tests/KitTests/Racy/\(language)", scenarios)
      messages += result.cases.compactMap { result in
        if case .judged(let verdict) = result.status {
          verdict.violations.first?.message
        } else {
          nil
        }
      }
    }
    #expect(messages.contains { $0.contains("never ran although") }, "\(messages)")
  }
}
