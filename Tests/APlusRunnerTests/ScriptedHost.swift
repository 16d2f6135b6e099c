import APlusHosting
import APlusJSON
import APlusJudge
import APlusModel
import APlusRunner
import Synchronization
import TestSupport

/// A host written as a Perl script, which answers correctly unless a test makes it misbehave.
struct ScriptedHost {
  /// Statements before the hello; `$hello` is the hello line and may be changed.
  var start = ""
  /// Statements for run 3, before the answer; `$run` is its number, `$answer` the answer.
  ///
  /// `forever()` never returns; `too_late(text)` outlives its process group, and writes and exits when
  /// that is ended.
  var third = ""
  /// Statements after the input has ended.
  var end = ""

  /// Longer than any machine needs; for hosts that are not meant to be overdue.
  static let patience = Duration.seconds(30)
  /// For hosts that are meant to be overdue.
  static let deadline = Duration.milliseconds(200)

  /// The script.
  var text: String {
    #"""
    use strict; use POSIX (); use Time::HiRes ();
    $| = 1; binmode STDOUT; binmode STDERR;
    my $hello = '{"hello":"aplus-host/1","adapter":"scripted","language":"perl","library":"none",'
      . '"version":"1","capabilities":["thenables","cancellation:downstream"],"quiescence":"proved"}';
    sub event { '{"n":1,"s":0,"e":"begin","f":1,"in":"make","step":0,"promise":"pending"}' }
    sub trace { '{"trace":"aplus-trace/1","ending":"quiet","objects":[],"events":['
      . '{"n":1,"s":0,"e":"phase","strength":"proved"}]}' }
    sub stream { print qq({"run":$_[0],"event":) . event() . "}\n" }
    sub forever { sleep 1000 while 1 }
    sub too_late {
      my @others = map { my $id = fork; forever() unless $id; $id } 1, 2;
      setpgrp($others[0], $others[0]); setpgrp(0, $others[0]);
      waitpid $others[1], 0;
      print $_[0]; kill KILL => $others[0]; exit;
    }
    \#(start)
    print "$hello\n";
    while (<STDIN>) {
      my ($run) = /"run":(\d+)/; my $stream = /"stream":true/;
      my $answer = qq({"run":$run,"trace":) . trace() . "}\n";
      if ($run == 3) {
        stream($run) if $stream;
        \#(third)
      }
      print $answer;
    }
    \#(end)
    """#
  }

  /// The adapter whose host this is.
  var adapter: Adapter { Adapter(name: "scripted", argument: "scripted", command: ["perl", "-e", text]) }

  /// Runs six scenarios on the host.
  func run(
    timeout: Duration = Self.patience, scenarios: [Scenario] = Scenario.numbered(6),
    change: (inout RunOptions) -> Void = { _ in }
  ) async -> AdapterResult {
    var options = RunOptions(timeout: timeout)
    change(&options)
    return await Self.run(adapter, scenarios, options)
  }

  /// Runs scenarios of which the third one is to be overdue soon, and no other one on any machine.
  func runHanging(
    _ scenarios: [Scenario] = Scenario.numbered(6), timeout: Duration = Self.deadline,
    change: (inout RunOptions) -> Void = { _ in }
  ) async -> AdapterResult {
    var scenarios = scenarios
    for index in scenarios.indices where index != 2 { scenarios[index].program = .large }
    return await run(timeout: timeout, scenarios: scenarios) { options in
      options.startTimeout = Self.patience
      change(&options)
    }
  }

  /// Runs scenarios on an adapter, with a judge that looks at the ending alone.
  static func run(_ adapter: Adapter, _ scenarios: [Scenario], _ options: RunOptions) async -> AdapterResult {
    let runner = Runner(scenarios: scenarios, options: options) { scenario, trace in
      let isFault = trace.ending.isStuck && scenario.stuckViolates
      let unfinished = HarnessError(type: .crash, message: "the host ended mid-scenario")
      return Verdict(
        outcome: trace.ending == .quiet ? .conforms : isFault ? .violates : .error(unfinished), strength: trace.strength
      )
    }
    return await runner.run(adapter)
  }
}

extension Program {
  /// So many steps that a host has forty times the time-out for it.
  static let large = Program(steps: [Step(id: 0, .repeated(200_000, [Step(id: 1, .mark("m"))]))])
}

extension Scenario {
  /// Scenarios that ask nothing.
  static func numbered(_ count: Int, stuckViolates: Bool = false) -> [Scenario] {
    (1...count).map { number in
      Scenario(
        id: "\(number)", title: "scenario \(number)", chapter: "test", requirement: "2.2.4", decides: [],
        expectations: [], stuckViolates: stuckViolates, program: Program(steps: []),
        source: SourceLocation(file: "test.json", line: number))
    }
  }
}

extension CaseResult {
  /// The outcome in one word, or the error's kind and message.
  var summary: String {
    switch status {
    case .notRun(let reason): "not run: \(reason)"
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: "conforms"
      case .violates: "violates"
      case .notReached(let requirements): "not reached: \(requirements.joined(separator: ", "))"
      case .notApplicable(let reason): "not applicable: \(reason)"
      case .error(let error): "\(error.type.rawValue): \(error.message)"
      }
    }
  }
}
