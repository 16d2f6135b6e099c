import APlusJudge

/// What the performances of one scenario showed, put together as they come.
struct Performances: Sendable {
  private var worst: CaseResult?
  /// How each performance ended, by its number from 0; nil for one that is not over.
  private var sightings: [Sighting?] = []

  /// Adds a performance; of several, the first of the worst kind is told.
  mutating func add(_ result: CaseResult, at performance: Int) {
    if case .judged(let verdict) = result.status {
      note(Sighting(verdict), at: performance)
    }
    guard let old = worst else {
      worst = result
      return
    }
    let seconds = old.seconds + result.seconds
    if result.harm > old.harm { worst = result }
    worst?.seconds = seconds
  }

  /// Makes an error of a performance that was thought to be over.
  ///
  /// - Returns: Whether it had not failed before.
  mutating func takeBack(_ performance: Int, _ error: HarnessError) -> Bool {
    guard let result = worst, sightings.indices.contains(performance),
      let old = sightings[performance]
    else { return false }
    note(.error(error.type), at: performance)
    if !result.isError { worst?.status = .judged(Verdict(outcome: .error(error))) }
    return !old.isFailure
  }

  private mutating func note(_ sighting: Sighting, at performance: Int) {
    while sightings.count <= performance { sightings.append(nil) }
    sightings[performance] = sighting
  }

  /// The result of all of them; nil when there was none.
  ///
  /// A verdict that moves is a fault of its own: a promise that is right
  /// sometimes is wrong. Where stages are given, so is a failure that changes its type.
  func whole(of stages: [Stage] = []) -> CaseResult? {
    let seen = sightings.compactMap(\.self)
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
    case .violates: 4
    case .error: 5
    }
  }
}
