import APlusJSON
import APlusModel
import APlusRunner
import Testing

@testable import APlusReports

@Suite("Saved runs") struct SavedRunTests {
  /// A run with everything that a file can hold.
  private static var rich: RunResult {
    var flaky = Samples.failed("2.2.4-f", Samples.violation("2.2.4", Samples.hostile))
    flaky.outcomes = [StageOutcomes(stage: "", of: [.conforms, .violates(.zalgo), .conforms])]
    flaky.repetition = .notRepeated
    flaky.origin = CaseResult.Origin(seed: 7, options: ["--strict"])
    var aftermath = Samples.failed("2.2.4-g")
    aftermath.repetition = .aftermath(of: "2.2.4-b")
    var traced = Samples.failed("2.2.4-t")
    traced.trace = Samples.trace(events: 3)
    var wordy = Samples.errored("2.2.4-w")
    wordy.standardError = String(repeating: Samples.hostile, count: 10_000)
    wordy.isTraceOmitted = true
    let cases =
      Samples.mixed.adapters[0].cases + [
        flaky, aftermath, traced, wordy, Samples.advised("2.2.4-h"), Samples.notRun("2.2.4-n"),
      ]
    var adapter = Samples.adapter(cases)
    adapter.withdrawn = [WithdrawnCapability(Capability("timing"), because: "no delay")]
    adapter.hint = "a hint"
    adapter.missing = [Capability("contexts", detail: "queue")]
    adapter.file = "adapter.cjs"
    adapter.scope = RunScope(chapters: ["aplus"], total: 12)
    adapter.stabilityStages = Stage.stability(jobs: 1, processors: 1)
    var baseline = Baseline(file: "known.txt")
    baseline.entries = [
      ExpectedFailure(pattern: "2.2.4-b", types: ["aplus.zalgo"], reason: "known", file: "known.txt", line: 1),
      ExpectedFailure(pattern: "2.2.4-a", types: ["aplus.zalgo"], reason: "old", file: "known.txt", line: 2),
      ExpectedFailure(pattern: "nothing", types: ["aplus.zalgo"], reason: "gone", file: "known.txt", line: 3),
    ]
    let known = Baseline.Known(cases: cases.map(\.scenario.id), requirements: ["2.2.4"])
    var run = Samples.run([
      baseline.applied(to: adapter, known: known),
      Samples.adapter(
        [Samples.notRun("2.2.4-a")], name: "lost",
        launchFailure: HarnessError(type: .launch, message: "line one\nerror: line two")),
    ])
    run.shard = Shard(2, of: 4)
    return run
  }

  private func read(_ text: String) throws -> SavedRun {
    try SavedRun(parsing: Array(text.utf8), name: "file") { _ in nil }
  }

  @Test func `a report in JSON reads back as it was`() throws {
    let text = JSONReport(Self.rich, in: Samples.context).text()
    let saved = try read(text)
    var context = Samples.context
    context.replayArguments = saved.options
    #expect(JSONReport(saved.result, in: context).text() == text)
    #expect(saved.untestable == ["1.1"])
    for (one, other) in zip(Self.rich.adapters, saved.result.adapters) {
      #expect(AdapterSummary(one).headline == AdapterSummary(other).headline)
    }
  }

  @Test func `every other report of what was read is the same`() throws {
    let saved = try read(JSONReport(Self.rich, in: Samples.context).text()).result
    for kind in ReportKind.all {
      let documents: [(name: String, text: @Sendable (RunResult, ReportContext) -> String)] =
        switch kind.form {
        case .document(let text): [(name: kind.name, text: text)]
        case .files(let files, _, _): files
        case .commands, .perAdapter, .journal, .traces: []
        }
      for (name, text) in documents {
        #expect(text(saved, Samples.context) == text(Self.rich, Samples.context), "\(name)")
      }
    }
  }

  @Test func `a report in JSON Lines has the same, but for the baseline`() throws {
    var run = Self.rich
    for place in run.adapters.indices {
      run.adapters[place].baseline?.stale = []
      for number in run.adapters[place].cases.indices { run.adapters[place].cases[number].expectedFailure = nil }
    }
    let saved = try read(JournalLine.text(run, in: Samples.context))
    #expect(saved.notes == [])
    #expect(JSONReport(saved.result, in: Samples.context).text() == JSONReport(run, in: Samples.context).text())
  }

  @Test func `a journal is the run, whenever it is cut off`() throws {
    let lines = WrittenLines()
    let run = Samples.mixed
    let journal = Journal(seed: run.seed, in: Samples.context) { lines.append($0) }
    var started = run
    started.adapters[0].cases = []
    let ids = run.adapters[0].cases.map(\.scenario.id)
    journal.begin(started, cases: ids)
    for result in run.adapters[0].cases.prefix(3) {
      journal.note(result, of: "mylib")
      // A second performance with the same outcome is not news.
      journal.note(result, of: "mylib")
    }
    #expect(lines.value.count == 4)
    let torn = lines.value.joined() + #"{"event":"case","adapt"#
    let saved = try SavedRun(parsing: Array(torn.utf8), name: "file") { Samples.scenario($0) }
    #expect(saved.notes.count == 2 && saved.notes[0].contains("torn"))
    #expect(saved.result.isInterrupted)
    let tally = AdapterSummary(saved.result.adapters[0]).tally
    #expect(tally.total == 6 && tally.notRun == 3 && tally.failed == 1 && tally.errors == 1)
    journal.end(run)
    #expect(try read(lines.value.joined()).result.adapters[0].cases.count == 6)
    #expect(
      try JSONReport(read(lines.value.joined()).result, in: Samples.context).text()
        == JSONReport(run, in: Samples.context).text())
  }

  @Test func `an invalid result is refused with its place and reason`() throws {
    let text = JSONReport(Samples.mixed, in: Samples.context).text()
    for (file, words) in [
      ("{}", "expected a file of --report json or jsonl"), ("{", "file:1"),
      (text.replacing(#""verdict":"conforms""#, with: #""verdict":"fine""#), "\"verdict\""),
      (text.replacing(#""seed":"42""#, with: #""seed":"x""#), "\"seed\""),
      (text.replacing(#""id":"2.2.4-a","#, with: ""), "cases[0]"),
    ] {
      let error = #expect(throws: SavedFileError.self) { try read(file) }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
    let lines = JournalLine.text(Samples.mixed, in: Samples.context).split(separator: "\n")
    let spoilt = lines.prefix(2).joined(separator: "\n") + "\n{oops\n" + lines[2] + "\n"
    let error = #expect(throws: SavedFileError.self) { try read(spoilt) }
    #expect(error?.message.contains("line 3") == true)
  }
}
