import APlusHosting
import APlusJSON
import APlusModel
import APlusReports
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// What a run leaves for the next one, and how its traces are read.
@Suite("At the desk", .testFolder) struct DeskTests {
  /// The adapter of a promise that runs handlers inside then.
  private static let fault = "mutant:sync-when-settled"

  /// A directory for the state of runs that belong together.
  private let state = TestFolder.path().path

  private func run(_ arguments: String..., adapter: String) async throws -> CommandRun {
    try await CommandRun(
      (adapter.isEmpty ? [] : ["--adapter", adapter, "--seed", "1"]) + arguments, environment: ["XDG_STATE_HOME": state]
    )
  }

  @Test func `only what failed is asked again, until it passes`() async throws {
    let name = Self.fault
    let none = try await run("--rerun-failed", adapter: name)
    #expect(none.status == CommandStatus.harnessError.rawValue)
    #expect(none.error.contains("there is no earlier run of \(name)"))
    let first = try await run("--filter", "2.2.4-*", "--report", "json=a.json", adapter: name)
    let failed = try failures(JSON(parsing: #require(first.file("a.json"))))
    try #require(!failed.isEmpty)
    // What another run asks replaces nothing of it.
    _ = try await run("--filter", "2.1.2.1-*", "--report", "none", adapter: name)
    let listed = try await run("--rerun-failed", "--list", adapter: name)
    let ids = listed.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
    // Of a violation in cases about something else, the first counts.
    #expect(Set(ids.map(String.init)).subtracting(["2.1.2.1-a.already"]) == failed)
    let again = try await run("--rerun-failed", "--report", "json=a.json", adapter: name)
    #expect(again.status == CommandStatus.violates.rawValue)
    #expect(try failures(JSON(parsing: #require(again.file("a.json")))) == failed)
    let elsewhere = try await run("--rerun-failed", "--chapter", "scale", adapter: name)
    #expect(elsewhere.status == CommandStatus.nothingSelected.rawValue)
  }

  @Test func `a failed case of an opt-in chapter is listed for another run`() async throws {
    _ = try await run("--filter", "L1-b.fulfilled", "--report", "none", adapter: Self.fault)
    let listed = try await run("--rerun-failed", "--list", adapter: Self.fault)
    #expect(listed.output.contains("L1-b.fulfilled "), "\(listed.output)\(listed.error)")
  }

  @Test func `where nothing failed, nothing is asked`() async throws {
    _ = try await run("--filter", "2.2.4-*", adapter: "reference")
    let again = try await run("--rerun-failed", adapter: "reference")
    #expect(again.status == 0)
    #expect(again.output == "reference: no case failed that could be run again\n")
    #expect(again.file("reports/reference.xml") == nil)
  }

  @Test func `a failure that was repaired is forgotten, and others stay`() throws {
    let last = LastRun(of: Adapter(name: "a", argument: "a", command: ["a"]), in: state)
    let context = ReportContext(toolVersion: "1", workingDirectory: "/")
    func keep(_ outcomes: [String: Verdict.Outcome]) {
      let cases = outcomes.sorted { $0.key < $1.key }.map { id, outcome in
        CaseResult(scenario: scenario(id), status: .judged(Verdict(outcome: outcome)))
      }
      let adapter = AdapterResult(name: "a", argument: "a", identity: nil, cases: cases, seconds: 0)
      let run = RunResult(
        adapters: [adapter], seed: 1, seconds: 0, timestamp: "2026-11-20T20:53:25", isInterrupted: false)
      last.keep(adapter, of: run, context)
    }
    let all = ["2.2.4-a", "2.2.4-b", "2.2.4-c"].map(scenario)
    keep(["2.2.4-a": .violates, "2.2.4-b": .error(HarnessError(type: .crash)), "2.2.4-c": .conforms])
    #expect(try last.failures(among: all).map(\.id) == ["2.2.4-a", "2.2.4-b"])
    keep(["2.2.4-a": .conforms, "2.2.4-c": .violates])
    #expect(try last.failures(among: all).map(\.id) == ["2.2.4-b", "2.2.4-c"])
    keep([:])
    #expect(try last.failures(among: all).count == 2)
    keep(["2.2.4-b": .conforms, "2.2.4-c": .conforms])
    #expect(try last.failures(among: all).isEmpty)
  }

  @Test func `each adapter's file has its own failures, whatever the order of the result`() throws {
    let files = ["a", "b", "c"].map { LastRun(of: Adapter(name: $0, argument: $0, command: [$0]), in: state) }
    let context = ReportContext(toolVersion: "1", workingDirectory: "/")
    let violates = CaseResult.Status.judged(Verdict(outcome: .violates))
    // A board is sorted, and lacks what could not be started.
    let adapters = ["c", "a"].map { name in
      AdapterResult(
        name: name, argument: name, identity: nil,
        cases: [CaseResult(scenario: scenario("2.2.4-\(name)"), status: violates)], seconds: 0)
    }
    let run = RunResult(adapters: adapters, seed: 1, seconds: 0, timestamp: "2026-11-20T20:53:25", isInterrupted: false)
    LastRun.keep(run, in: files, context)
    let all = ["2.2.4-a", "2.2.4-b", "2.2.4-c"].map(scenario)
    #expect(try files[0].failures(among: all).map(\.id) == ["2.2.4-a"])
    #expect(throws: Failure.self) { try files[1].failures(among: all) }
    #expect(try files[2].failures(among: all).map(\.id) == ["2.2.4-c"])
  }

  @Test func `a trace is replayed by its id, from the traces or from the last run`() async throws {
    let name = Self.fault
    let run = try await run("--filter", "2.2.4-c.fulfilled", "--report", "traces=t", adapter: name)
    let file = run.directory.appending(path: "t").path
    var texts: [String] = []
    for arguments in [["2.2.4-c.fulfilled"], ["2.2.4-c.fulfilled", "--from", file]] {
      let replay = try await CommandRun(
        ["replay"] + arguments, environment: ["XDG_STATE_HOME": state, "LANG": "C.UTF-8"])
      #expect(replay.status == CommandStatus.violates.rawValue, "\(replay.error)")
      texts.append(replay.output)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("p is fulfilled with D"))
    #expect(texts[0].contains("✘ violates 2.2.4, first at event"))
    let missing = try await self.run("replay", "2.2.4-d.fulfilled", adapter: "")
    #expect(missing.status == CommandStatus.harnessError.rawValue)
    #expect(missing.error.contains("there is no trace of 2.2.4-d.fulfilled"))
  }

  @Test func `Enter goes on, b back and q ends a replay`() throws {
    let trace = Trace(
      objects: [TracedObject(kind: .promise, names: ["p"])],
      events: [
        Event(sequence: 1, kind: .begin(frame: 1, .make(step: 0, state: "pending", with: nil, isReadyMade: false))),
        Event(sequence: 2, kind: .end(frame: 1, .gives(.reference(0)))), Event(sequence: 3, kind: .phase(.proved)),
      ], ending: .quiet)
    let result = CaseResult(scenario: scenario("2.2.4-a"), status: .judged(Verdict(outcome: .conforms)), trace: trace)
    let style = ConsoleStyle(usesColor: false, usesUnicode: true)
    let replay = try #require(TraceReplay(result, of: "a", style: style))
    #expect(
      replay.steps == [
        ["  1-2  phase 0  make a pending promise → p", "       = p is pending"],
        ["    3  phase 0  — nothing can run any more —"],
      ])
    func shown(_ answers: [String]) -> [String] {
      var rest = answers[...]
      var text = ""
      ReplayDialogue(replay, read: { rest.popFirst() }, write: { text += $0.string }).run()
      return text.matches(of: /\[(.)\/2\]/).map { String($0.output.1) }
        + (text.contains("✔ conforms") ? ["verdict"] : [])
    }
    #expect(shown(["", ""]) == ["1", "2", "verdict"])
    #expect(shown(["", "b", "b", "q"]) == ["1", "2", "1", "1"])
    #expect(shown([]) == ["1"])
  }

  private func scenario(_ id: String) -> Scenario {
    Scenario(
      id: id, title: "A case", chapter: "aplus", requirement: "2.2.4", decides: [.cleanStack], expectations: [],
      program: Program(steps: []), source: SourceLocation(file: "a.json", line: 1))
  }

  private func failures(_ report: JSON) throws -> Set<String> {
    let cases = report["adapters"]?[0]?["cases"]?.arrayValue ?? []
    return Set(cases.filter { $0["verdict"] == "violates" }.compactMap { $0["id"]?.stringValue })
  }
}
