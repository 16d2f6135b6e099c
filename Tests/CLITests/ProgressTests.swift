import APlusModel
import APlusReports
import APlusRunner
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import aplus_check

@Suite("Progress", .testFolder) struct ProgressTests {
  private let scenarios = ["2.2.4-a.fulfilled.already", "T1-d", "S4-a.settled.every-link.one-turn"].map { id in
    Scenario(
      id: id, title: "A case", chapter: id.hasPrefix("2") ? "aplus" : "scale",
      requirement: String(id.prefix { $0 != "-" }), decides: [], expectations: [], program: Program(steps: []),
      source: SourceLocation(file: "a.json", line: 1))
  }

  private func result(_ place: Int, _ outcome: Verdict.Outcome = .conforms) -> CaseResult {
    CaseResult(scenario: scenarios[place], status: .judged(Verdict(outcome: outcome)))
  }

  /// A run in which one case failed and another one is performed.
  private var state: ProgressState {
    var state = ProgressState(scenarios, on: ["a-library-with-a-rather-long-name", "b"], performances: 2)
    let adapter = "a-library-with-a-rather-long-name"
    state.note(.began(Stage(name: "in new hosts", performances: 1, jobs: 1), number: 2, of: 7), of: adapter, at: 50)
    state.note(.performing(scenarios[0].id), of: adapter, at: 50)
    state.note(.performing(scenarios[2].id), of: adapter, at: 55)
    state.note(result(0, .violates), isExpected: false)
    return state
  }

  @Test func `a line names adapter, stage, counts, times and the running case`() {
    #expect(
      state.line(after: 61, width: nil)
        == "a-library-with-a-rather…  in new hosts 2/7   1/12  1 failed  1:01, 11:11 left  "
        + "S4-a.settled.every-link.one-turn")
    var expected = ProgressState(scenarios, on: ["b"], performances: 1)
    expected.note(result(0, .violates), isExpected: true)
    #expect(expected.line(after: 0, width: nil) == "b  1/3  0:00, 0:00 left")
  }

  @Test func `cases about another language than the adapter's do not count`() {
    var state = ProgressState(scenarios, on: ["b", "c"], foreign: ["b": [scenarios[0].id], "c": []], performances: 1)
    #expect(state.line(after: 0, width: nil) == "b  0/5  0:00")
    state.note(result(0), isExpected: false)
    #expect(state.line(after: 0, width: nil) == "b  0/5  0:00")
    state.note(result(1), isExpected: false)
    #expect(state.line(after: 0, width: nil).hasPrefix("b  1/5"))
  }

  @Test func `a slow case is named with its time, and how to leave it out`() {
    let slow = "S4-a.settled.every-link.one-turn for 0:10; --filter '!S4-a.settled.every-link.one-turn' leaves it out"
    #expect(state.line(after: 65, width: nil).hasSuffix(slow))
    #expect(state.line(after: 65, width: 200).hasSuffix(slow))
    #expect(!state.line(after: 65, width: 120).contains("--filter"))
    #expect(!state.line(after: 64, width: nil).contains("--filter"))
  }

  @Test("a line fits the terminal", arguments: [10, 20, 40, 59, 60, 79, 80, 120, 200]) func width(_ width: Int) {
    let line = state.line(after: 61, width: width)
    #expect(line.count <= width)
    #expect(line.contains("1/12"))
    guard width >= 59 else { return }
    for part in ["a-library", "2/7", "1 failed", "1:01, 11:11 left", "S4-a.s"] {
      #expect(line.contains(part), "\(part) in \(line)")
    }
  }

  @Test func `a pipe gets a sign of life each time the interval is over, and none at the end`() async throws {
    let written = Mutex("")
    let progress = Progress(
      of: state,
      in: Progress.Place(
        isTerminal: false, width: { nil }, interval: .milliseconds(1),
        write: { text in written.withLock { $0 += text.string } }))
    let end = ContinuousClock.now + RunningCommand.patience
    while written.withLock({ $0.split(separator: "\n").count }) < 2, .now < end {
      try await Task.sleep(for: .milliseconds(1))
    }
    progress.clear()
    let text = written.withLock(\.self)
    #expect(text.split(separator: "\n").count >= 2)
    #expect(text.split(separator: "\n").allSatisfy { $0.contains("1/12  1 failed") }, "\(text)")
  }

  @Test func `sections are written once their chapter is complete, and left out of the report`() async throws {
    let run = try await CommandRun([
      "--adapter", "reference", "--filter", "2.1.2.1-*", "--filter", "Z1-*", "--report", "none",
    ])
    let lines = run.output.split(separator: "\n")
    for name in ["reference  ", "  2.1.2 ", "  zalgo "] {
      #expect(lines.count { $0.hasPrefix(name) } == 1, "\(name) in \(run.output)")
    }
    let live = Mutex("")
    let sections = LiveSections(
      of: scenarios, performances: 1, in: ReportContext(toolVersion: "1", workingDirectory: "/"),
      style: ConsoleStyle(usesColor: false, usesUnicode: true), mark: { $0 },
      write: { text in live.withLock { $0 += text.string } })
    sections.observe(
      .identified(AdapterResult(name: "b", argument: "b", identity: nil, cases: [], seconds: 0)), of: "b")
    func finish(_ place: Int) {
      sections.observe(.performed(result(place)), of: "b")
      sections.observe(.recorded(result(place)), of: "b")
    }
    finish(1)
    #expect(live.withLock(\.self).isEmpty)
    finish(0)
    #expect(live.withLock(\.self) == "b\n  2.2.4  ✔ 1 passed\n")
    finish(2)
    #expect(live.withLock(\.self).hasSuffix("\n  scale  ✔ 2 passed\n"))
    #expect(sections.end()["b"]?.count == 3)
  }

  @Test func `a chapter is complete without its cases about values of other languages`() {
    var foreign = scenarios[0]
    foreign.id = "2.2.4-c.php-closure"
    foreign.capabilities = [Capability("kinds", detail: "php")]
    let live = Mutex("")
    let sections = LiveSections(
      of: [foreign, scenarios[0]], performances: 1, in: ReportContext(toolVersion: "1", workingDirectory: "/"),
      style: ConsoleStyle(usesColor: false, usesUnicode: true), mark: { $0 },
      write: { text in live.withLock { $0 += text.string } })
    let host = HostIdentity(
      adapter: "b", language: "swift", library: "B", version: "", capabilities: [Capability("kinds", detail: "swift")],
      quiescence: .proved)
    sections.observe(
      .identified(AdapterResult(name: "b", argument: "b", identity: host, cases: [], seconds: 0)), of: "b")
    // Its result is counted, and not recorded.
    sections.observe(.performed(CaseResult(scenario: foreign, status: .judged(Verdict(outcome: .conforms)))), of: "b")
    sections.observe(.performed(result(0)), of: "b")
    sections.observe(.recorded(result(0)), of: "b")
    #expect(live.withLock(\.self).hasSuffix("  2.2.4  ✔ 1 passed\n"))
  }
}
