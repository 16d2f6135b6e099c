import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Runs") struct RunnerTests {
  @Test func `results come in the order of the specification for any number of jobs`() async {
    for jobs in [1, 2, 5] {
      let result = await ScriptedHost().run(scenarios: Scenario.numbered(300)) { $0.jobs = jobs }
      #expect(result.cases.map(\.scenario.id) == (1...300).map(String.init))
      #expect(result.cases.allSatisfy { $0.summary == "conforms" })
      #expect(result.identity?.language == "perl")
    }
  }

  @Test func `a scenario that needs what the host lacks is not asked`() async {
    var scenarios = Scenario.numbered(6)
    // The host would not survive run 3.
    scenarios[2].capabilities = [Capability("threads")]
    scenarios[3].capabilities = [Capability("cancellation")]
    scenarios[4].capabilities = [Capability("cancellation", detail: "upstream")]
    let result = await ScriptedHost(third: "exit 9;").run(scenarios: scenarios)
    #expect(
      result.cases.map(\.summary) == [
        "conforms", "conforms", "not applicable: threads", "conforms", "not applicable: cancellation:upstream",
        "conforms",
      ])
  }

  @Test func `a manifest narrows what a host can do`() async {
    var scenarios = Scenario.numbered(1)
    scenarios[0].capabilities = [Capability("thenables")]
    var adapter = ScriptedHost().adapter
    adapter.claims = [Capability("cancellation")]
    let result = await ScriptedHost.run(adapter, scenarios, RunOptions())
    #expect(result.cases.map(\.summary) == ["not applicable: thenables"])
  }

  @Test func `a claim that the host does not keep fails the launch`() async {
    var adapter = ScriptedHost().adapter
    adapter.claims = [Capability("threads")]
    let result = await ScriptedHost.run(adapter, Scenario.numbered(2), RunOptions())
    #expect(result.launchFailure?.message == "the host lacks \"threads\", which its manifest claims")
  }

  @Test func `a failure limit of one ends the run after the first failure`() async {
    let result = await ScriptedHost(third: "$answer = qq(no\n);").run { $0.failureLimit = 1 }
    #expect(result.cases[1].summary == "conforms")
    #expect(result.cases[2].summary.hasPrefix("aplus.adapter-protocol"))
    #expect(result.cases[3].summary == "not run: the run ended after the first failures")
  }

  @Test func `a failure that is expected does not end the run`() async {
    let host = ScriptedHost(third: #"$answer =~ s/quiet/stuck/;"#)
    let result = await host.run(scenarios: Scenario.numbered(6, stuckViolates: true)) {
      $0.failureLimit = 1
      $0.isExpected = { $0 == "scripted" && $1.scenario.id == "3" }
    }
    #expect(result.cases.map(\.summary) == ["conforms", "conforms", "violates", "conforms", "conforms", "conforms"])
  }

  @Test func `advice does not end the run`() async {
    let host = ScriptedHost(third: "$answer =~ s/quiet/stuck/;")
    var options = RunOptions(timeout: ScriptedHost.patience)
    options.failureLimit = 1
    let runner = Runner(scenarios: Scenario.numbered(6), options: options) { _, trace in
      trace.ending == .quiet ? Verdict(outcome: .conforms) : Verdict(outcome: .violates, isAdvice: true)
    }
    let result = await runner.run(host.adapter)
    #expect(result.cases.map(\.summary) == ["conforms", "conforms", "violates", "conforms", "conforms", "conforms"])
  }

  @Test func `an interrupt ends a run whose host is silent`() async {
    let isInterrupted = Flag()
    let host = ScriptedHost(third: "forever();")
    let result = await host.run(timeout: .seconds(60)) { options in
      options.isInterrupted = { isInterrupted.isSet }
      options.observers = [
        Following { event in if case .performed(let result) = event, result.scenario.id == "2" { isInterrupted.set() } }
      ]
    }
    #expect(
      result.cases.map(\.summary) == ["conforms", "conforms"]
        + Array(repeating: "not run: the run was interrupted", count: 4))
  }

  @Test func `every scenario is performed as often as asked`() async {
    let performances = Mutex<[String]>([])
    let result = await ScriptedHost().run(scenarios: Scenario.numbered(2)) { options in
      options.repetitions = 3
      options.observers = [
        Following { event in
          guard case .traced(let scenario, let performance, _) = event else { return }
          performances.withLock { $0.append("\(scenario.id).\(performance)") }
        }
      ]
    }
    #expect(performances.withLock { $0 } == ["1.1", "2.1", "1.2", "2.2", "1.3", "2.3"])
    #expect(result.cases.map(\.summary) == ["conforms", "conforms"])
  }

  @Test func `a case that fails in some performances is flaky`() async throws {
    // Performance 3 is the first scenario once more.
    let host = ScriptedHost(third: "$answer =~ s/quiet/stuck/;")
    let runner = Runner(
      scenarios: Scenario.numbered(2), options: RunOptions(timeout: ScriptedHost.patience, repetitions: 4)
    ) { scenario, trace in
      guard trace.ending != .quiet else { return Verdict(outcome: .conforms) }
      let violation = Violation(law: .once, requirement: scenario.requirement, type: .count, message: "called twice")
      return Verdict(outcome: .violates, violations: [violation])
    }
    let result = await runner.run(host.adapter)
    #expect(result.cases.map(\.summary) == ["violates", "conforms"])
    let violation = try #require(result.cases[0].verdict?.violations.first)
    #expect(violation.type == .flaky)
    #expect(result.cases[0].finding == CaseResult.Finding(types: ["aplus.count"], isFlaky: true))
    #expect(result.cases[1].outcomes.isEmpty)
    #expect(violation.message == "flaky, in 1 of 4 performances: called twice")
  }

  @Test func `a failure type that differs is flaky with stages`() async throws {
    // Performance 3 is the first scenario once more.
    let host = ScriptedHost(third: "$answer =~ s/quiet/stuck/;")
    for isLookedFor in [false, true] {
      var options = RunOptions(timeout: ScriptedHost.patience, repetitions: 4)
      if isLookedFor {
        options.stabilityStages = [
          Stage(name: "first", performances: 3, jobs: 1), Stage(name: "second", performances: 1, jobs: 2),
        ]
      }
      let runner = Runner(scenarios: Scenario.numbered(2), options: options) { scenario, trace in
        let violation = Violation(
          law: .once, requirement: scenario.requirement, type: trace.ending == .quiet ? .count : .order,
          message: "wrong")
        return Verdict(outcome: .violates, violations: [violation])
      }
      let result = await runner.run(host.adapter)
      let violation = result.cases[0].verdict?.violations.first
      #expect(violation?.type == (isLookedFor ? .flaky : .count))
      let first: [RunOutcome] = [.violates(.count), .violates(.order), .violates(.count)]
      #expect(
        result.cases[0].outcomes
          == (isLookedFor
            ? [StageOutcomes(stage: "first", of: first), StageOutcomes(stage: "second", of: [.violates(.count)])]
            : [StageOutcomes(stage: "", of: first + [.violates(.count)])]))
      #expect(result.cases[1].outcomes.isEmpty)
    }
  }

  @Test func `every scenario is performed as often as the stages say`() async throws {
    let performances = Mutex<Set<String>>([])
    let result = await ScriptedHost().run(scenarios: Scenario.numbered(3)) { options in
      options.stabilityStages = Stage.stability(jobs: 2, processors: 1)
      options.observers = [
        Following { event in
          guard case .traced(let scenario, let performance, _) = event else { return }
          performances.withLock { _ = $0.insert("\(scenario.id).\(performance)") }
        }
      ]
    }
    #expect(performances.withLock { $0.count } == 3 * 20)
    #expect(result.cases.map(\.summary) == ["conforms", "conforms", "conforms"])
  }

  @Test func `what the run requires and the host lacks is reported`() async {
    let result = await ScriptedHost().run { $0.required = [Capability("thenables"), Capability("threads")] }
    #expect(result.missing == [Capability("threads")])
  }

  @Test func `observers learn of a case in order, and last of what retracted its result`() async {
    let host = ScriptedHost(third: #"print qq({"late":2,"event":{"e":"begin"}}\n);"#)
    let events = Mutex<[String]>([])
    _ = await host.run { options in
      options.observers = [
        Following { event in
          let words: String? =
            switch event {
            case .performing(let id): id == "2" ? "performing" : nil
            case .traced(let scenario, let performance, _): scenario.id == "2" ? "traced \(performance)" : nil
            case .performed(let result): result.scenario.id == "2" ? "performed: \(result.summary)" : nil
            case .recorded(let result): result.scenario.id == "2" ? "recorded: \(result.summary)" : nil
            case .began, .identified, .warned, .noted: nil
            }
          events.withLock { $0 += [words].compactMap(\.self) }
        }
      ]
    }
    #expect(
      events.withLock(\.self) == [
        "performing", "traced 1", "performed: conforms", "recorded: conforms",
        "recorded: aplus.adapter-protocol: an event (begin) came after the host had reported itself idle",
      ])
  }

  @Test func `a late event retracts the result of its run`() async {
    let host = ScriptedHost(third: #"print qq({"late":2,"event":{"e":"begin"}}\n);"#)
    let result = await host.run()
    #expect(
      result.cases[1].summary == "aplus.adapter-protocol: an event (begin) came after the host had reported itself idle"
    )
    #expect(result.cases.count { $0.summary == "conforms" } == 5)
  }

  @Test(arguments: [Int.min, 0, Int.max]) func `a late event during a run that is none counts as one of an idle host`(
    _ during: Int
  ) async {
    let event = #"print qq({"late":2,"during":\#(during),"event":{"e":"begin"}}\n);"#
    let result = await ScriptedHost(third: event).run()
    #expect(
      result.cases[1].summary == "aplus.adapter-protocol: an event (begin) came after the host had reported itself idle"
    )
  }

  @Test(arguments: [false, true]) func `late events that a later case set off are judged`(isIncidental: Bool) async {
    let events = [2, 4].map { number in
      let event = #"{"n":\#(number),"s":0,"e":"begin","f":\#(number),"in":"make","step":0,"promise":"pending"}"#
      let end = #"{"n":\#(number + 1),"s":0,"e":"end","f":\#(number)}"#
      return [event, end].map { #"print qq({"late":2,"during":3,"event":\#($0)}\n);"# }.joined()
    }
    let host = ScriptedHost(third: events.joined())
    let runner = Runner(scenarios: Scenario.numbered(4), options: RunOptions(timeout: ScriptedHost.patience)) {
      scenario, trace in
      // The trace must be numbered and end as a complete one.
      let isWhole = trace.events.map(\.sequence) == Array(1...trace.events.count)
      guard isWhole, case .phase = trace.events[trace.events.count - 1].kind else { return Verdict(outcome: .conforms) }
      let violation = Violation(law: .once, requirement: scenario.requirement, type: .count, message: "called twice")
      let violations = Array(repeating: violation, count: trace.events.count / 3)
      guard !violations.isEmpty, !isIncidental else { return Verdict(outcome: .conforms, incidental: violations) }
      return Verdict(outcome: .violates, violations: violations)
    }
    let result = await runner.run(host.adapter)
    #expect(
      result.cases.map(\.summary) == ["conforms", isIncidental ? "conforms" : "violates", "conforms", "conforms"])
    #expect(result.cases.map { $0.verdict?.incidental.count } == [0, isIncidental ? 2 : 0, 0, 0])
  }

  @Test(arguments: [false, true]) func `once shown, late events of a kind need no trace`(isShown: Bool) async {
    // Two such answers are more than what is kept of them, so that the trace of the first is gone.
    let padding = "no warnings; my $plain = \\&trace; *trace = sub { $plain->() . ' ' x 300_000 };"
    let events = (isShown ? [2, 1] : [1]).map { run in
      let event = #"{"n":2,"s":0,"e":"begin","f":1,"in":"make","step":0,"promise":"pending"}"#
      return #"print qq({"late":\#(run),"during":3,"event":\#(event)}\n);"#
    }
    let host = ScriptedHost(start: padding, third: events.joined())
    let runner = Runner(scenarios: Scenario.numbered(3), options: RunOptions(timeout: ScriptedHost.patience)) {
      Verdict(outcome: $1.events.count == 1 ? .conforms : .violates)
    }
    let summaries = await runner.run(host.adapter).cases.map(\.summary)
    let error = "aplus.adapter-protocol: an event (begin) came when 3 called the library"
    #expect(summaries == (isShown ? ["conforms", "violates", "conforms"] : [error, "conforms", "conforms"]))
  }

  @Test(arguments: [
    (#","during":3"#, "conforms"),
    ("", "aplus.adapter-protocol: an event (unhandled) came after the host had reported itself idle"),
  ]) func `a later case may set off a report`(during: String, summary: String) async {
    let event = #"{"n":2,"s":0,"e":"unhandled","value":{"is":"undefined"}}"#
    let host = ScriptedHost(third: #"print qq({"late":2\#(during),"event":\#(event)}\n);"#)
    #expect(await host.run().cases.map(\.summary)[1] == summary)
  }

  @Test func `a late event after the last answer counts`() async {
    let host = ScriptedHost(end: #"print qq({"late":6,"event":{"e":"begin"}}\n);"#)
    let result = await host.run()
    #expect(result.cases[5].summary.hasPrefix("aplus.adapter-protocol: an event (begin) came"))
  }

  @Test func `a crash after the last answer counts`() async {
    let result = await ScriptedHost(end: "print STDERR qq(freed twice\n); kill ABRT => $$;").run()
    #expect(
      result.cases[5].summary == "aplus.adapter-crash: after its last answer, the host was ended by signal 6 (SIGABRT)"
        + "; that answer was to this case")
    #expect(result.cases[5].standardError == "freed twice\n")
    #expect(result.cases.count { $0.summary == "conforms" } == 5)
  }

  @Test func `a host that is ended from outside after the last answer has answered`() async {
    let result = await ScriptedHost(end: "kill TERM => $$;").run()
    #expect(result.cases.allSatisfy { $0.summary == "conforms" })
  }

  @Test func `a fault that does not recur is called flaky`() async {
    let result = await ScriptedHost(third: "exit 5 if !$stream;").run()
    #expect(
      result.cases[2].summary == "aplus.adapter-crash: the host exited with code 5"
        + "; flaky: 8 more performances were answered")
    #expect(result.cases[2].trace == nil)
  }

  @Test func `a crash is not called flaky if an interrupt ends its repetitions`() async {
    let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let crash = "exit 5 if !$stream; open(my $file, '>', '\(path)'); close $file;"
    let result = await ScriptedHost(third: crash).run {
      $0.isInterrupted = { FileManager.default.fileExists(atPath: path) }
    }
    #expect(result.cases[2].summary == "aplus.adapter-crash: the host exited with code 5")
  }

  @Test func `a crash that comes again in some performances shows how far it came`() async {
    let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let crash = """
      open(my $file, '>>', '\(path)');
      print $file 'x';
      close $file;
      kill SEGV => $$ if !$stream || -s '\(path)' == 4;
      """
    let result = await ScriptedHost(third: crash).run()
    #expect(
      result.cases[2].summary == "aplus.adapter-crash: the host was ended by signal 11 (SIGSEGV); open: make (step 0)")
    #expect(result.cases[2].repetition == .repeated)
  }

  @Test func `a crash shows how far the scenario came`() async {
    let result = await ScriptedHost(third: "kill SEGV => $$;").run()
    #expect(
      result.cases[2].summary == "aplus.adapter-crash: the host was ended by signal 11 (SIGSEGV); open: make (step 0)")
    #expect(result.cases[2].trace?.ending == .cut)
    #expect(result.cases[2].trace?.events.count == 1)
  }

  @Test func `open frames are known even when their events are discarded`() async {
    let events = """
      if ($stream) {
        print qq({"run":3,"event":{"n":2,"s":0,"e":"end","f":1,"gives":{"ref":0}}}\n);
        for my $n (3..100_005) {
          print qq({"run":3,"event":{"n":$n,"s":0,"e":"mark","step":0,"name":"x"}}\n);
        }
        print qq({"run":3,"event":{"n":100006,"s":0,"e":"begin","f":2,"in":"fulfill","step":2,)
          . qq("on":{"ref":100001},"with":5}}\n);
      }
      kill SEGV => $$;
      """
    let result = await ScriptedHost(third: events).run()
    #expect(
      result.cases[2].summary
        == "aplus.adapter-crash: the host was ended by signal 11 (SIGSEGV); open: fulfill (step 2)")
  }

  @Test func `what a host streamed before it died may be a violation`() async throws {
    let violation = Violation(law: .once, requirement: "2.2.2.3", type: .count, message: "twice")
    let runner = Runner(scenarios: Scenario.numbered(6), options: RunOptions(timeout: ScriptedHost.patience)) {
      _, trace in
      guard trace.ending == .cut else { return Verdict(outcome: .conforms) }
      let error = HarnessError(type: .crash, message: "the judge's own word")
      return Verdict(outcome: .error(error), incidental: [violation])
    }
    let adapter = ScriptedHost(third: "exit 5;").adapter
    let result = await runner.run(adapter)
    guard case .judged(let verdict) = result.cases[2].status, case .error(let error) = verdict.outcome else {
      Issue.record("\(result.cases[2].status)")
      return
    }
    #expect(error.message.hasPrefix("the host exited with code 5"))
    #expect(verdict.incidental == [violation])
  }

  @Test func `streamed descriptions give a crash its names`() async throws {
    let host = ScriptedHost(
      third: #"""
        if ($stream) {
          print qq({"run":3,"event":{"n":2,"s":0,"e":"end","f":1,"gives":{"ref":1}},)
            . qq("objects":{"1":{"kind":"promise"},"x":5}}\n);
          print qq({"run":3,"event":{"n":3,"s":0,"e":"mark","step":0,"name":"m"},)
            . qq("objects":{"1":{"kind":"promise","names":["p"]},)
            . qq("2":{"kind":"list","items":[{"ref":2},{"ref":3}]}}}\n);
        }
        exit 5;
        """#)
    let trace = try #require(await host.run().cases[2].trace)
    #expect(trace.events.count == 3)
    #expect(trace.objects.map(\.kind) == [.object, .promise, .list, .object])
    #expect(trace.objects[1].names == ["p"])
    // A list that contains itself could not be shown.
    #expect(trace.objects[2].items == nil)
  }

  #if os(Linux)
  @Test func `a process in a session of its own does not outlive the run`() async throws {
    let mark = "/tmp/aplus-session-\(UInt64.random(in: .min ... .max))"
    let host = ScriptedHost(
      third: """
        my $child = fork;
        if ($child == 0) { POSIX::setsid(); open(my $f, '>', "\(mark).$$"); forever() }
        Time::HiRes::sleep(0.01) until -e "\(mark).$child";
        exit 3;
        """)
    _ = await host.run()
    let names = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { "/tmp/\($0)".hasPrefix(mark) }
    // One of the scenario, one of its repetition.
    #expect(names.count == 2)
    for name in names {
      try FileManager.default.removeItem(atPath: "/tmp/\(name)")
      let process = try #require(name.split(separator: ".").last.flatMap { Int32($0) })
      // The signal has been sent; the process that adopts it may take a moment to reap it.
      let deadline = ContinuousClock.now + .seconds(5)
      while ProgramRun.isAlive(process), ContinuousClock.now < deadline { await Task.yield() }
      #expect(!ProgramRun.isAlive(process))
    }
  }
  #endif

  @Test func `a hang inside the library is judged where being stuck is the fault`() async {
    let scenarios = Scenario.numbered(4, stuckViolates: true)
    let result = await ScriptedHost(third: "forever();").runHanging(scenarios)
    #expect(result.cases.map(\.summary) == ["conforms", "conforms", "violates", "conforms"])
    #expect(result.cases[2].trace?.ending.isStuck == true)
  }

  @Test func `a host gets only what its manifest asks for`() async {
    let start = "$hello =~ s/none/join ',', sort keys %ENV/e;"
    let result = await ScriptedHost(start: start).run()
    let names = Set((result.identity?.library ?? "").split(separator: ",").map(String.init))
    let allowed: Set = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "SWIFT_BACKTRACE", "APLUS_SEED"]
    #expect(names.isSubset(of: allowed))
    #expect(names.isSuperset(of: ["PATH", "SWIFT_BACKTRACE"]))
  }

  @Test func `what a failing scenario wrote to stderr is shown with it`() async {
    let host = ScriptedHost(third: "print STDERR qq(library says no\n); exit 5;")
    let result = await host.run()
    #expect(result.cases[2].standardError == "library says no\n")
    #expect(result.cases[1].standardError.isEmpty)
  }

  @Test func `traces are kept for failures, and for all when asked`() async {
    let few = await ScriptedHost(third: #"$answer =~ s/quiet/stuck/;"#).run()
    #expect(few.cases.map { $0.trace != nil } == [false, false, true, false, false, false])
    let all = await ScriptedHost().run { $0.keepsAllTraces = true }
    #expect(all.cases.allSatisfy { $0.trace != nil })
  }

  @Test(arguments: [false, true]) func `hangs that are expected do not end the run`(stuckViolates: Bool) async {
    let host = ScriptedHost(start: "$SIG{ALRM} = 'IGNORE'; print qq($hello\n); forever();")
    let scenarios = Scenario.numbered(25, stuckViolates: stuckViolates)
    let result = await host.run(timeout: ScriptedHost.deadline, scenarios: scenarios) {
      $0.startTimeout = .seconds(2)
      $0.jobs = 4
      $0.isExpected = { adapter, result in adapter == "scripted" && result.isError }
    }
    #expect(result.cases.allSatisfy { $0.summary.hasPrefix("aplus.timeout: no answer within") })
  }

  @Test func `twenty hangs end the run`() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Every scenario of this host hangs; before that, the host records how many hosts are running.
    let host = ScriptedHost(
      start: """
        $SIG{ALRM} = 'IGNORE'; print qq($hello\\n);
        my $path = '\(path)';
        open(my $out, '>>', $path); print $out qq($$\\n); close $out;
        open(my $in, '<', $path); my $count = grep { kill 0, $_ } map { /^(\\d+)$/ } <$in>;
        open($out, '>>', $path); print $out qq(hosts $count\\n); close $out;
        forever();
        """)
    let scenarios = Scenario.numbered(25)
    let result = await host.run(timeout: ScriptedHost.deadline, scenarios: scenarios) {
      $0.startTimeout = .seconds(2)
      $0.jobs = 4
    }
    let hung = result.cases.count { $0.summary.hasPrefix("aplus.timeout: no answer within 0.2 s") }
    #expect((20...23).contains(hung))
    #expect(result.cases.contains { $0.summary == "not run: 20 scenarios hung" })
    let counts = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.hasPrefix("hosts ") ? Int(line.dropFirst(6)) : nil
    }
    #expect(counts.contains { $0 > 1 }, "hangs wait for each other: \(counts)")
  }
}

/// A flag that one thread sets and another reads.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
