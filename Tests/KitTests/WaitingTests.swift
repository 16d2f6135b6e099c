import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// A wait for another thread is given up as soon as no thread can end it, and never before.
@Suite("Waits for other threads", .serialized) struct WaitingTests {
  /// The handler waits for a mark that only its own thread could set, while a lane waits, too.
  private static let inVain = """
    {"functions": {"h": {"steps": [{"wait": "returned"}]}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"then": "p", "ok": "h"},
               {"lanes": [[{"fulfill": "p", "with": "S"}, {"mark": "returned"}], [{"wait": "returned"}]]}]}
    """

  /// The script and a lane wait for a mark that a handler sets.
  private static let forHandler = """
    {"functions": {"h": {"steps": [{"mark": "first"}]}, "g": {"steps": [{"mark": "second"}]}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"let": "q", "be": {"promise": "pending"}},
               {"then": "p", "ok": "h"}, {"fulfill": "p", "with": "S"}, {"wait": "first"}, {"then": "q", "ok": "g"},
               {"lanes": [[{"fulfill": "q", "with": "S"}], [{"wait": "second"}]]}]}
    """

  /// A block that comes when nothing can run sets the mark that a handler waits for.
  private static let forBlock = """
    {"functions": {"h": {"steps": [{"wait": "go"}]}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"then": "p", "ok": "h"}, {"fulfill": "p", "with": "S"},
               {"later": "idle", "do": [{"mark": "go"}]}]}
    """

  /// Runs a program, or else a case, on a library that calls handlers as a word says.
  private func result(of text: String? = nil, case id: String = "", calls word: String) async throws -> CaseResult {
    let scenarios = try text.map {
      [Scenario(generated: try Program(caseFile: $0), id: "test", title: "test", claims: [])]
    }
    let result = try await KitRun.run(
      "Tests/KitTests/Waiting/java", scenarios ?? ProjectSpecs.library.get().scenarios.filter { $0.id == id },
      setting: ["APLUS_CALLS=\(word)"])
    return try #require(result.cases.first, "\(result.launchFailure as Any)")
  }

  @Test(arguments: ["F3-c.then", "F3-c.fulfill", "F3-c.reject"]) func `a handler that holds up its own mark is found`(
    id: String
  ) async throws {
    guard KitRun.canTest(with: "javac") else { return }
    let result = try await result(case: id, calls: "inside")
    #expect(result.verdict?.violations.first?.requirement == "F3", "\(result.status)")
    #expect(result.trace?.ending == .deadlocked)
    // A host gives up after six tenths of the time-out, which is a minute.
    #expect(result.seconds < 10)
  }

  #if os(Linux)
  // Only the kernel can show it before the host's patience ends, which is six tenths of the time-out.
  @Test(arguments: ["F3-c.then", "F3-c.fulfill"]) func `in Python, too, a handler that holds up its own mark is found`(
    id: String
  ) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { $0.id == id }
    let run = try await KitRun.run("adapters/concurrent-futures", scenarios)
    let result = try #require(run.cases.first)
    #expect(result.verdict?.violations.first?.type == .stuck, "\(result.status)")
    #expect(result.trace?.ending == .stuck)
    #expect(result.seconds < 30)
  }
  #endif

  @Test func `lanes that wait for each other are found`() async throws {
    guard KitRun.canTest(with: "javac") else { return }
    let result = try await result(of: Self.inVain, calls: "inside")
    #expect(result.trace?.ending == .deadlocked, "\(result.status)")
    #expect(result.seconds < 10)
  }

  @Test(arguments: ["timer", "queue", "sleep"]) func `a timer of the library is waited for`(word: String) async throws {
    guard KitRun.canTest(with: "javac") else { return }
    let result = try await result(of: Self.forHandler, calls: word)
    #expect(result.verdict?.outcome == .conforms, "\(result.status)")
  }

  @Test(arguments: ["executor", "timer"]) func `a handler that waits lets the next block come`(word: String)
    async throws
  {
    guard KitRun.canTest(with: "javac") else { return }
    let result = try await result(of: Self.forBlock, calls: word)
    #expect(result.verdict?.outcome == .conforms, "\(result.status)")
    #expect(result.verdict?.strength != .bounded)
  }
}
