import APlusModel
import OrderedCollections

/// The outcomes of all performances of one scenario, and the worst result in full.
struct CaseHistory: Sendable {
  /// The number of batches that each performance consists of.
  private let batches: Int
  private var worst: CaseResult?
  /// What each performance has shown so far, by its number from 0.
  private var performances: [Performance] = []

  private struct Performance {
    var outcome: RunOutcome?
    var severity = 0
    var batchesDone = 0
  }

  /// What adding a result changed.
  struct Addition {
    /// Whether the result completes the performance.
    var isComplete: Bool
    /// Whether the result is the performance's first failure.
    var isNewFailure: Bool
    /// Whether the result is the performance's first or worst.
    var isWorst: Bool
  }

  init(batches: Int = 1) { self.batches = batches }

  /// Whether the outcome of a performance is final.
  func isDecided(_ performance: Int) -> Bool {
    performances.indices.contains(performance) && isComplete(performances[performance])
  }

  /// How many performances are complete.
  var completed: Int { performances.count(where: isComplete) }

  /// Whether a result is the first or worse than all before.
  func isWorse(_ result: CaseResult) -> Bool { worst.map { result.severity > $0.severity } ?? true }

  /// Adds the result of a performance or of one of its batches; of equally bad results, the first
  /// is kept.
  mutating func add(_ result: CaseResult, to performance: Int) -> Addition {
    while performances.count <= performance { performances.append(Performance()) }
    let before = performances[performance]
    performances[performance].batchesDone += 1
    let isWorst = before.batchesDone == 0 || result.severity > before.severity
    if isWorst, let verdict = result.verdict {
      performances[performance].outcome = RunOutcome(verdict)
      performances[performance].severity = result.severity
    }
    let seconds = (worst?.seconds ?? 0) + result.seconds
    if isWorse(result) { worst = result }
    worst?.seconds = seconds
    let after = performances[performance]
    return Addition(
      isComplete: !isComplete(before) && isComplete(after),
      isNewFailure: before.outcome?.isFailure != true && after.outcome?.isFailure == true, isWorst: isWorst)
  }

  /// Replaces the outcome of a performance with an error that was found after it was complete.
  ///
  /// - Returns: Whether the performance had not failed before.
  mutating func retract(_ performance: Int, _ error: HarnessError, _ standardError: String) -> Bool {
    guard let result = worst, performances.indices.contains(performance), let old = performances[performance].outcome
    else { return false }
    performances[performance].outcome = .error(error.type)
    if !result.isError {
      worst?.status = .judged(Verdict(outcome: .error(error)))
      worst?.standardError = standardError
    }
    return !old.isFailure
  }

  /// The result of all performances; nil when none is complete.
  ///
  /// A case that fails only in some performances is flaky, which is a failure. With stages, a case
  /// that fails in different ways is flaky, too.
  func result(stages: [Stage] = []) -> CaseResult? {
    let completed = performances.map { isComplete($0) ? $0.outcome : nil }
    let outcomes = completed.compactMap(\.self)
    // A performance shows nothing until all its rounds are done, or one of them fails.
    guard !outcomes.isEmpty else { return nil }
    let failed = outcomes.count(where: \.isFailure)
    guard var result = worst, failed > 0 else { return worst }
    let all = StageOutcomes(stage: "", of: outcomes)
    guard all.counts.count > 1 else { return result }
    result.outcomes = stages.isEmpty ? [all] : Self.grouped(completed, by: stages)
    let isFlaky = failed < outcomes.count || !stages.isEmpty
    guard isFlaky, var verdict = result.verdict else { return result }
    let share =
      failed < outcomes.count
      ? "in \(failed)" : all.counts.map { "\($0.outcome.name) in \($0.times)" }.joined(separator: ", ")
    let prefix = "flaky, \(share) of \(outcomes.count) performances: "
    if case .error(var error) = verdict.outcome {
      error.message = prefix + error.message
      verdict.outcome = .error(error)
    } else if !verdict.violations.isEmpty {
      verdict.violations[0].type = .flaky
      verdict.violations[0].message = prefix + verdict.violations[0].message
    }
    result.status = .judged(verdict)
    return result
  }

  private func isComplete(_ performance: Performance) -> Bool {
    performance.batchesDone >= batches || performance.outcome?.isFailure == true
  }

  /// The outcomes by stage; stages of the same name are merged.
  private static func grouped(_ outcomes: [RunOutcome?], by stages: [Stage]) -> [StageOutcomes] {
    var found: OrderedDictionary<String, [RunOutcome]> = [:]
    var rest = outcomes[...]
    for stage in stages {
      found[stage.name, default: []] += rest.prefix(stage.performances).compactMap(\.self)
      rest = rest.dropFirst(stage.performances)
    }
    return found.filter { !$1.isEmpty }.map { StageOutcomes(stage: $0, of: $1) }
  }
}

extension CaseResult {
  /// How bad the result is: from 0, not run, to 6, an error.
  fileprivate var severity: Int {
    guard let verdict else { return 0 }
    return switch verdict.outcome {
    case .notApplicable: 1
    case .conforms: verdict.incidental.isEmpty ? 2 : 3
    case .notReached: 4
    case .violates: verdict.isAdvice ? 3 : 5
    case .error: 6
    }
  }
}
