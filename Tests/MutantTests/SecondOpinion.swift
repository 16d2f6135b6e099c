import APlusHosting
import APlusJudge
import APlusModel
import APlusOracle
import APlusRunner
import Synchronization
import TestSupport

/// What the judge and the oracle say of the same traces.
struct SecondOpinion: CustomStringConvertible, Sendable {
  /// One trace, which both have checked.
  struct Row: CustomStringConvertible, Sendable {
    let scenario: String
    /// What laws say, then what the expectations of the case say.
    let laws: [Violation]
    let expectations: [Violation]
    let disagreements: [Disagreement]

    var description: String {
      let judge = (laws + expectations).map { "\($0.requirement) \($0.message)" }
      let oracle = disagreements.map { "\($0.requirement) \($0.message)" }
      return "\(scenario)\n    judge \(judge.prefix(3))\n    oracle \(oracle.prefix(3))"
    }
  }

  let subject: String
  private(set) var rows: [Row] = []
  /// How many traces the oracle said nothing of, by the reason.
  private(set) var silent: [String: Int] = [:]

  /// Where only laws find something, although the oracle has an opinion.
  var lawsOnly: [Row] { rows.filter { $0.disagreements.isEmpty && !$0.laws.isEmpty } }
  /// Where only the oracle finds something.
  var oracleOnly: [Row] { rows.filter { !$0.disagreements.isEmpty && $0.laws.isEmpty } }
  var both: Int { rows.count { !$0.disagreements.isEmpty && !$0.laws.isEmpty } }

  var description: String {
    "\(subject): \(rows.count) traces, \(both) by both, \(lawsOnly.count) by laws only,"
      + " \(oracleOnly.count) by the oracle only, \(silent.values.reduce(0, +)) silent"
  }

  init(_ subject: String) { self.subject = subject }

  /// Asks both about a trace.
  mutating func ask(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    let verdict = Judge.judge(scenario, trace)
    if case .error = verdict.outcome { return verdict }
    switch Oracle.opinion(on: scenario.program, trace) {
    case .silent(let reason): silent[reason, default: 0] += 1
    case .checked(let disagreements):
      let found = verdict.violations + verdict.incidental
      rows.append(
        Row(
          scenario: scenario.id, laws: found.filter { $0.law != nil }, expectations: found.filter { $0.law == nil },
          disagreements: disagreements))
    }
    return verdict
  }

  /// Performs scenarios on the host of a mutant, and asks both about each trace.
  static func of(_ subject: String, _ host: HostProcess, _ scenarios: [Scenario]) async -> Self {
    let opinion = Collected(Self(subject))
    let adapter = Adapter(name: subject, argument: subject, command: host.command)
    let options = RunOptions(timeout: .seconds(5))
    let runner = Runner(scenarios: scenarios, options: options) { scenario, trace in
      opinion.value.withLock { $0.ask(scenario, trace) }
    }
    _ = await runner.run(adapter)
    return opinion.value.withLock(\.self)
  }

  private final class Collected: Sendable {
    let value: Mutex<SecondOpinion>

    init(_ opinion: SecondOpinion) { value = Mutex(opinion) }
  }
}
