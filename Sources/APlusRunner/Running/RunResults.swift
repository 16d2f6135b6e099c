import APlusModel

/// The results of an adapter's run as they come, with as many traces as fit into memory.
struct RunResults: Sendable {
  /// The budget of kept traces in bytes of the wire; in memory they take about three times as much.
  private static let traceBudget = 8 << 20

  private var histories: [CaseHistory]
  private let keepsAllTraces: Bool
  private var keptTraceBytes = 0

  init(batchCounts: [Int], keepsAllTraces: Bool) {
    histories = batchCounts.map { CaseHistory(batches: $0) }
    self.keepsAllTraces = keepsAllTraces
  }

  /// Whether the outcome of a scenario's performance is final.
  func isDecided(_ place: Int, _ performance: Int) -> Bool { histories[place].isDecided(performance) }

  /// Adds a result; its trace is kept where a report will show it.
  mutating func add(_ result: CaseResult, at place: Int, _ performance: Int, traceBytes: Int) -> CaseHistory.Addition {
    var result = result
    // Traces of scenarios that conform leave room for those of failures.
    let budget = result.isFailure ? Self.traceBudget : Self.traceBudget / 2
    let isWanted = result.trace != nil && (result.isFailure || keepsAllTraces) && histories[place].isWorse(result)
    if isWanted, keptTraceBytes + traceBytes <= budget {
      keptTraceBytes += traceBytes
    } else {
      result.trace = nil
      result.isTraceOmitted = isWanted
    }
    return histories[place].add(result, to: performance)
  }

  /// Replaces an outcome with an error; returns whether the performance had not failed before.
  mutating func retract(at place: Int, _ performance: Int, _ error: HarnessError, _ standardError: String) -> Bool {
    histories[place].retract(performance, error, standardError)
  }

  /// Replaces all results of a scenario.
  mutating func replace(_ result: CaseResult, at place: Int, _ performance: Int) {
    histories[place] = CaseHistory()
    _ = histories[place].add(result, to: performance)
  }

  /// How many performances of all scenarios are complete.
  var performances: Int { histories.reduce(0) { $0 + $1.completed } }

  /// The result of a scenario; nil when no performance of it is complete.
  func result(at place: Int, stages: [Stage] = []) -> CaseResult? { histories[place].result(stages: stages) }
}
