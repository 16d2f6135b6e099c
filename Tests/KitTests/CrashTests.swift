import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A process that ends in the library is the library's crash; one that ends elsewhere may be the adapter's or the host's.
@Suite("Crashes") struct CrashTests {
  /// A language, the program that its host needs, and where its library can crash.
  struct Kit: CustomTestStringConvertible, Sendable {
    let language: String
    let interpreter: String
    /// Whether jobs run on a thread of their own, so that one may crash while the program calls the library.
    var hasThread = false

    var testDescription: String { language }
  }

  /// How a crash at a place is reported.
  private enum Told { case violation, error, launchFailure }

  private static let kits = [
    Kit(language: "c", interpreter: "g++"), Kit(language: "java", interpreter: "javac", hasThread: true),
    Kit(language: "javascript", interpreter: "node"), Kit(language: "ocaml", interpreter: "ocamlfind"),
    Kit(language: "perl", interpreter: "perl"), Kit(language: "php", interpreter: "php"),
    Kit(language: "python", interpreter: "python3"), Kit(language: "ruby", interpreter: "ruby"),
  ]

  /// The places, each with a case that comes there.
  private static let places: [(name: String, scenario: String, told: Told)] = [
    ("then", "2.2.4-d.fulfilled", .violation), ("nested", "2.2.4-d.fulfilled", .violation),
    ("throw", "2.2.7.2-a.error.fulfilled.already", .violation), ("make", "2.2.4-d.fulfilled", .error),
    ("queue", "2.2.4-d.fulfilled", .error), ("kill", "2.2.4-d.fulfilled", .error),
    ("load", "2.2.4-d.fulfilled", .launchFailure),
  ]

  @Test(arguments: kits) func `a crash is blamed on the library where it was at work, and nowhere else`(kit: Kit)
    async throws
  {
    guard KitRun.canTest(with: kit.interpreter) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    for place in Self.places where !kit.hasThread || place.name != "queue" {
      let scenarios = library.scenarios.filter { $0.id == place.scenario }
      let result = try await KitRun.run(
        "Tests/KitTests/Crashing/\(kit.language)", scenarios, setting: ["APLUS_CRASH=\(place.name)"])
      let told = "\(place.name): \(result.launchFailure as Any) \(result.cases.map(\.status))"
      guard place.told != .launchFailure else {
        #expect(result.launchFailure?.type == .launch, "\(told)")
        continue
      }
      guard let verdict = result.cases.first?.verdict else {
        Issue.record("\(told)")
        continue
      }
      if place.told == .violation {
        #expect(verdict.violations.first?.type == .crash, "\(told)")
        // The host described its objects before it ended.
        let objects = result.cases.first?.trace?.objects ?? []
        #expect(objects.contains { $0.names == ["p"] && $0.kind == .promise }, "\(objects)")
      } else if case .error(let error) = verdict.outcome {
        #expect(error.type == .crash, "\(told)")
      } else {
        Issue.record("\(told)")
      }
    }
  }

  /// A debugger, a container or a whole machine may stop a host; its library has no time then.
  @Test(arguments: kits.filter { !["c", "javascript"].contains($0.language) })
  func `while a process is stopped, its library is not late`(kit: Kit) async throws {
    guard KitRun.canTest(with: kit.interpreter) else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    // A host without progress gives up after six tenths of the time-out.
    let run = try await KitRun.run(
      "Tests/KitTests/Crashing/\(kit.language)", library.scenarios.filter { $0.id == "2.2.6.1-a.eventual" },
      timeout: .seconds(10), setting: ["APLUS_CRASH=pause", "APLUS_PAUSE=7"])
    let result = try #require(run.cases.first, "\(run.launchFailure as Any)")
    #expect(result.seconds > 7)
    #expect(result.verdict?.outcome == .conforms, "\(result.status)")
  }
}
