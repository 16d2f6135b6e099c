import APlusModel

/// What the performances of one scenario showed, put together as they come.
struct Performances: Sendable {
  /// In how many parts the scenario is performed each time.
  private let parts: Int
  private var worst: CaseResult?
  /// What each performance has shown, by its number from 0.
  private var seen: [Performance] = []

  /// What one performance has shown so far.
  private struct Performance {
    var sighting: Sighting?
    var harm = 0
    var partsSeen = 0
  }

  /// What adding a result has changed.
  struct Addition {
    /// Whether the performance is over now, and was not before.
    var isOver: Bool
    /// Whether the performance fails now, and did not before.
    var isNewFailure: Bool
    /// Whether it is the first or the worst that the performance has shown.
    var isWorst: Bool
  }

  init(parts: Int = 1) {
    self.parts = parts
  }

  /// Whether nothing that is left of a performance could change how it ended.
  func isDecided(_ performance: Int) -> Bool {
    seen.indices.contains(performance) && isOver(seen[performance])
  }

  /// Whether a result is the first or worse than all before.
  func isWorse(_ result: CaseResult) -> Bool { worst.map { result.harm > $0.harm } ?? true }

  /// Adds what a performance, or a part of one, has shown; of several, the first of the worst kind is told.
  mutating func add(_ result: CaseResult, at performance: Int) -> Addition {
    while seen.count <= performance { seen.append(Performance()) }
    let before = seen[performance]
    seen[performance].partsSeen += 1
    let isWorst = before.partsSeen == 0 || result.harm > before.harm
    if isWorst, case .judged(let verdict) = result.status {
      seen[performance].sighting = Sighting(verdict)
      seen[performance].harm = result.harm
    }
    let seconds = (worst?.seconds ?? 0) + result.seconds
    if isWorse(result) { worst = result }
    worst?.seconds = seconds
    return Addition(
      isOver: !isOver(before) && isOver(seen[performance]),
      isNewFailure: before.sighting?.isFailure != true
        && seen[performance].sighting?.isFailure == true,
      isWorst: isWorst
    )
  }

  private func isOver(_ performance: Performance) -> Bool {
    performance.partsSeen >= parts || performance.sighting?.isFailure == true
  }

  /// How the performances ended, by their numbers; nil for one that is not over.
  private var sightings: [Sighting?] { seen.map { isOver($0) ? $0.sighting : nil } }

  /// Makes an error of a performance that was thought to be over.
  ///
  /// - Returns: Whether it had not failed before.
  mutating func takeBack(
    _ performance: Int,
    _ error: HarnessError,
    _ standardError: String
  ) -> Bool {
    guard let result = worst, seen.indices.contains(performance),
      let old = seen[performance].sighting
    else { return false }
    seen[performance].sighting = .error(error.type)
    if !result.isError {
      worst?.status = .judged(Verdict(outcome: .error(error)))
      worst?.standardError = standardError
    }
    return !old.isFailure
  }

  /// The result of all of them; nil when there was none.
  ///
  /// A verdict that moves is a fault of its own: a promise that is right
  /// sometimes is wrong. Where stages are given, so is a failure that changes its type.
  func whole(of stages: [Stage] = []) -> CaseResult? {
    let seen = sightings.compactMap(\.self)
    // A scenario whose rounds are not all performed has shown nothing yet.
    guard !seen.isEmpty else { return nil }
    let failed = seen.count(where: \.isFailure)
    let counts = StageSightings.counts(of: seen)
    let isMoving = stages.isEmpty ? failed > 0 && failed < seen.count : counts.count > 1
    guard var result = worst, failed > 0 else { return worst }
    let types = Set(seen.filter(\.isFailure).map(\.name))
    if failed < seen.count || types.count > 1 {
      result.variation = CaseResult.Variation(types: types, passes: failed < seen.count)
    }
    guard isMoving, case .judged(var verdict) = result.status else { return result }
    let share =
      failed < seen.count
      ? "flaky, in \(failed) of \(seen.count) performances: "
      : "flaky, "
        + counts.map { "\($0.sighting.name) in \($0.times)" }.joined(separator: ", ")
        + " of \(seen.count) performances: "
    if case .error(var error) = verdict.outcome {
      error.message = share + error.message
      verdict.outcome = .error(error)
    } else if !verdict.violations.isEmpty {
      verdict.violations[0].type = .flaky
      verdict.violations[0].message = share + verdict.violations[0].message
    }
    result.status = .judged(verdict)
    if !stages.isEmpty { result.sightings = perStage(stages) }
    return result
  }

  private func perStage(_ stages: [Stage]) -> [StageSightings] {
    var found: [StageSightings] = []
    var names: [String] = []
    var seen: [String: [Sighting]] = [:]
    var next = 0
    for stage in stages {
      if seen[stage.name] == nil { names.append(stage.name) }
      let part = sightings.dropFirst(next).prefix(stage.performances).compactMap(\.self)
      seen[stage.name, default: []] += part
      next += stage.performances
    }
    for name in names {
      guard let part = seen[name], !part.isEmpty else { continue }
      found.append(StageSightings(stage: name, counts: StageSightings.counts(of: part)))
    }
    return found
  }
}

extension CaseResult {
  /// How bad it is, from what could not be asked to an error.
  fileprivate var harm: Int {
    guard case .judged(let verdict) = status else { return 0 }
    return switch verdict.outcome {
    case .notApplicable: 1
    case .conforms: verdict.collected.isEmpty ? 2 : 3
    case .notReached: 4
    case .violates: verdict.isAdvice ? 3 : 5
    case .error: 6
    }
  }
}
