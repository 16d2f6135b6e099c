import APlusHosting
import APlusModel
import APlusRunner
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Hosts that stay from run to run") struct HostPoolTests {
  /// A file in which each host writes a letter as it starts.
  private let starts = FileManager.default.temporaryDirectory.path + "/aplus-\(UUID().uuidString)"

  private var countingStart: String { "open my $f, '>>', '\(starts)'; print $f 'x'; close $f;" }

  /// Performs batches of scenarios on a scripted host.
  ///
  /// - Returns: The outcomes of each batch, the outcomes that changed later, and how many hosts were started.
  private func run(_ host: ScriptedHost, _ sizes: [Int], jobs: Int = 1) async -> (
    batches: [[String]], changed: [String], starts: Int
  ) {
    var host = host
    host.start = countingStart + host.start
    let pool = HostPool(of: host.adapter, options: RunOptions(jobs: jobs, timeout: ScriptedHost.patience)) { _, trace in
      Verdict(outcome: trace.ending == .quiet ? .conforms : .violates, strength: trace.strength)
    }
    let batches = await Gate.programs.run {
      await pool.open { pool in
        var batches: [[String]] = []
        for size in sizes { batches.append(await pool.perform(Scenario.numbered(size)).cases.map(\.summary)) }
        return batches
      }
    }
    defer { try? FileManager.default.removeItem(atPath: starts) }
    let letters = FileManager.default.contents(atPath: starts)?.count ?? 0
    return (batches, pool.takeChanges().map { "\($0.scenario.id) \($0.summary)" }, letters)
  }

  private func conforming(_ sizes: [Int]) -> [[String]] { sizes.map { Array(repeating: "conforms", count: $0) } }

  @Test(arguments: [1, 2]) func `all runs are performed by the hosts of the first`(jobs: Int) async {
    let sizes = [1, 3, 100, 2]
    let run = await run(ScriptedHost(), sizes, jobs: jobs)
    #expect(run.batches == conforming(sizes))
    #expect(run.changed.isEmpty)
    #expect(run.starts <= jobs)
  }

  @Test func `a host that must not go on is replaced, and its successor stays`() async {
    // The third scenario leaves its host stuck. The next host performs as many runs before that.
    let run = await run(ScriptedHost(third: "$answer =~ s/quiet/stuck/;"), [3, 2, 1])
    #expect(run.batches == [["conforms", "conforms", "violates"], ["conforms", "conforms"], ["violates"]])
    #expect(run.starts == 2)
  }

  @Test(arguments: [
    ("", "an event (begin) came after the host had reported itself idle"),
    (#","during":$next"#, "an event (begin) came when 1 called the library"),
  ]) func `a late event in the next run changes the result of the run before`(during: String, message: String) async {
    let host = ScriptedHost(
      third: #"""
        print $answer; my $line = <STDIN>; my ($next) = $line =~ /"run":(\d+)/;
        print qq({"late":3\#(during),"event":{"e":"begin"}}\n);
        $answer = qq({"run":$next,"trace":) . trace() . "}\n";
        """#)
    let run = await run(host, [3, 2, 2])
    #expect(run.batches == conforming([3, 2, 2]))
    #expect(run.changed == ["3 aplus.adapter-protocol: \(message)"])
    // The host ends after the run in which that was found.
    #expect(run.starts == 2)
  }

  @Test func `a host that crashes as it ends changes the result of its last answer`() async {
    let run = await run(ScriptedHost(end: "kill ABRT => $$;"), [2, 3])
    #expect(run.batches == conforming([2, 3]))
    #expect(
      run.changed.count == 1 && run.changed[0].hasPrefix("3 aplus.adapter-crash: after its last answer, "),
      "\(run.changed)")
    #expect(run.starts == 1)
  }

  @Test func `each run says why no host starts`() async {
    let pool = HostPool(
      of: Adapter(name: "none", argument: "none", command: ["/nonexistent/program"]), options: RunOptions()
    ) { _, _ in Verdict(outcome: .conforms) }
    let results = await Gate.programs.run {
      await pool.open { pool in [await pool.perform(Scenario.numbered(2)), await pool.perform(Scenario.numbered(1))] }
    }
    #expect(results.allSatisfy { $0.launchFailure?.type == .launch })
    #expect(results.map(\.cases.count) == [2, 1])
  }

  @Test func `what the body throws ends the hosts, and is thrown`() async {
    struct Problem: Error {}
    let pool = HostPool(of: ScriptedHost().adapter, options: RunOptions(timeout: ScriptedHost.patience)) { _, _ in
      Verdict(outcome: .conforms)
    }
    await #expect(throws: Problem.self) {
      try await Gate.programs.run {
        try await pool.open { pool throws(Problem) in
          _ = await pool.perform(Scenario.numbered(2))
          throw Problem()
        }
      }
    }
  }
}
