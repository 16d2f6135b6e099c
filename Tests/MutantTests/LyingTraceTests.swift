import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import ReaderFuzzing
import Synchronization
import TestSupport
import Testing
import aplus_mutants

/// Honest traces with one lie of the host each.
///
/// Where the trace then contradicts the program, no library can have caused it, and none may be blamed. Where a library
/// with a fault may have caused it, the host must not be blamed. `Lie.table` says which is which.
@Suite("traces of hosts that lie") struct LyingTraceTests {
  /// How many lies are told; `APLUS_LIES=10000` tells more.
  private static let asked = ProcessInfo.processInfo.environment["APLUS_LIES"].flatMap { Int($0) }
  private static let count = asked ?? 2_000
  /// Longer traces show nothing that shorter ones do not.
  private static let mostEvents = 400

  @Test func `a library is not blamed for what contradicts the program, nor a host for what a library may do`()
    async throws
  {
    let traces = try await Self.honestTraces()
    var tally = LieTally()
    for number in 0..<Self.count {
      var random = SeededRandom(seed: 45, number: number)
      let lie = Lie.table[number % Lie.table.count]
      guard let (honest, altered) = Self.tell(lie, of: traces, &random) else {
        Issue.record("nowhere to tell: \(lie.name)")
        continue
      }
      tally.note(lie, number, honest.scenario.id, Judge.judge(honest.scenario, altered))
    }
    if Self.asked != nil { print(tally) }
    #expect(tally.mistakes.isEmpty, "\(tally.mistakes.joined(separator: "\n"))")
    // What shows nowhere else in a trace does no harm.
    #expect(tally.unnoticed.count * 500 <= Self.count, "\(tally.unnoticed.joined(separator: "\n"))")
  }

  /// Tells a lie of one of the traces.
  private static func tell(_ lie: Lie, of traces: [HonestTrace], _ random: inout SeededRandom) -> (HonestTrace, Trace)?
  {
    let first = random.below(traces.count)
    for offset in traces.indices {
      let honest = traces[(first + offset) % traces.count]
      let start = random.below(honest.events.count)
      for step in honest.events.indices {
        let changes = lie.changes(honest, (start + step) % honest.events.count)
        guard !changes.isEmpty else { continue }
        var altered = honest.trace
        random.pick(changes)(&altered)
        for index in altered.events.indices { altered.events[index].sequence = index + 1 }
        return (honest, altered)
      }
    }
    return nil
  }

  /// What the reference in Swift and the promise of Node.js do in all chapters but `scale`.
  private static func honestTraces() async throws -> [HonestTrace] {
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { $0.chapter != "scale" }.map { scenario in
      var scenario = scenario
      scenario.program.rounds = min(scenario.program.rounds, 3)
      return scenario
    }
    let process = InProcess(ReferenceAdapter())
    var traces: [HonestTrace] = []
    for scenario in scenarios where process.canPerform(scenario) {
      let trace = try #require(process.trace(of: scenario.program), "\(scenario.id)")
      traces.append(HonestTrace(scenario, trace))
    }
    let recorded = Mutex<[HonestTrace]>([])
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let runner = Runner(scenarios: scenarios, options: RunOptions(timeout: .seconds(60))) { scenario, trace in
      recorded.withLock { $0.append(HonestTrace(scenario, trace)) }
      return Judge.judge(scenario, trace)
    }
    _ = await runner.run(try locator.locate("node"))
    traces += recorded.withLock(\.self)
    return traces.filter { honest in
      guard honest.trace.ending == .quiet, honest.events.count <= mostEvents else { return false }
      let outcome = Judge.judge(honest.scenario, honest.trace).outcome
      if case .error(let error) = outcome {
        Issue.record("the honest host is blamed: \(honest.scenario.id): \(error.message)")
      }
      return outcome == .conforms
    }.sorted { $0.scenario.id < $1.scenario.id }
  }
}

/// How the judge has taken lies.
private struct LieTally: CustomStringConvertible {
  private struct Row {
    let kind: Lie.Kind
    var errors = 0
    var blamed = 0
    var conforming = 0
  }

  private var rows: [String: Row] = [:]
  /// Each verdict that blames the wrong side.
  private(set) var mistakes: [String] = []
  /// Each contradiction that is taken for a conforming performance.
  private(set) var unnoticed: [String] = []

  /// Notes the verdict on a lie.
  mutating func note(_ lie: Lie, _ number: Int, _ scenario: String, _ verdict: Verdict) {
    var row = rows[lie.name] ?? Row(kind: lie.kind)
    let isRight: Bool
    switch verdict.outcome {
    case .error:
      row.errors += 1
      isRight = lie.kind == .contradiction
    case .violates, .notReached:
      row.blamed += 1
      isRight = lie.kind == .possible
    case .conforms, .notApplicable:
      row.conforming += 1
      isRight = true
      if lie.kind == .contradiction { unnoticed.append("lie \(number), \(lie.name), of \(scenario)") }
    }
    rows[lie.name] = row
    if !isRight { mistakes.append("lie \(number), \(lie.name), of \(scenario): \(verdict.shown)") }
  }

  var description: String {
    let lines = rows.sorted { $0.key < $1.key }.map { name, row in
      "\(row.kind) \(row.errors) errors, \(row.blamed) blamed, \(row.conforming) conforming: \(name)"
    }
    func sum(_ kind: Lie.Kind) -> String {
      let found = rows.values.filter { $0.kind == kind }
      let errors = found.reduce(0) { $0 + $1.errors }
      let blamed = found.reduce(0) { $0 + $1.blamed }
      let conforming = found.reduce(0) { $0 + $1.conforming }
      return "\(kind): \(found.count) kinds, \(errors) errors, \(blamed) blamed, \(conforming) conforming"
    }
    return (lines + [sum(.contradiction), sum(.possible)]).joined(separator: "\n")
  }
}

extension Verdict {
  /// The outcome in short.
  fileprivate var shown: String {
    let found = (violations + incidental).first.map { "\($0.requirement) \($0.message)" } ?? ""
    return if case .error(let error) = outcome { error.message } else { "\(outcome) \(found)" }
  }
}
