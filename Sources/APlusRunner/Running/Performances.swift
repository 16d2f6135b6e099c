import APlusJudge

/// What the performances of one scenario showed, put together as they come.
struct Performances: Sendable {
  private var worst: CaseResult?
  private var total = 0
  /// Those that violate or gave an error.
  private var failed = 0
  private var types: Set<String> = []

  /// Adds a performance; of several, the first of the worst kind is told.
  mutating func add(_ result: CaseResult) {
    total += 1
    if case .failed(let shown, _)? = result.finding {
      failed += 1
      types.formUnion(shown)
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
  mutating func takeBack(_ error: HarnessError) -> Bool {
    guard let result = worst, !result.isError else { return false }
    let isNew = failed < total
    failed = min(failed + 1, total)
    types.insert(error.type.rawValue)
    worst?.status = .judged(Verdict(outcome: .error(error)))
    return isNew
  }

  /// The result of all of them; nil when there was none.
  ///
  /// A verdict that moves is a fault of its own: a promise that is right
  /// sometimes is wrong.
  var whole: CaseResult? {
    guard var result = worst, failed > 0 else { return worst }
    let moves = failed < total
    if moves || types.count > 1 {
      result.variation = CaseResult.Variation(types: types, passes: moves)
    }
    guard moves, case .judged(var verdict) = result.status else { return result }
    let share = "flaky, in \(failed) of \(total) performances: "
    if case .error(var error) = verdict.outcome {
      error.message = share + error.message
      verdict.outcome = .error(error)
    } else if !verdict.violations.isEmpty {
      verdict.violations[0].type = .flaky
      verdict.violations[0].message = share + verdict.violations[0].message
    }
    result.status = .judged(verdict)
    return result
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
