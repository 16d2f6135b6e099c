import APlusModel
import APlusRules

/// Law 9, 2.1: of all attempts to settle a promise, at most one reports that it took effect.
///
/// If all attempts that could have won report, exactly one of them does. A promise that follows another one, or waits for a
/// thenable, is not settled yet: a cancel may take effect, too.
struct SettleOnce {
  let facts: Facts

  func violations() -> [Violation] {
    facts.attempts.numbers.compactMap { promise in
      guard let attempts = facts.attempts[promise], attempts.contains(where: { $0.accepted != nil }) else { return nil }
      let name = facts.trace.text(.reference(promise))
      let accepted = attempts.filter { $0.accepted == true }
      let cancels = accepted.count(where: facts.isCancel)
      let mayBoth = cancels == 1 && accepted.first.flatMap(facts.adopted) != nil
      if accepted.count > (mayBoth ? 2 : 1) {
        return violation(
          "\(accepted.count) settlements of \(name) took effect",
          rules[.settleOnce, .handler, Rule.Outcome(isFulfilled: accepted[0].meaning.isFulfillment)], accepted[1].begin)
      }
      let firstEnd = attempts.map(\.end).min() ?? .max
      let possible = attempts.filter { $0.begin < firstEnd }
      // A cancel of another promise may have been first.
      let isReached = facts.reachedByCancel[promise].map { $0 < firstEnd } ?? false
      if accepted.isEmpty, !possible.isEmpty, !isReached, possible.allSatisfy({ $0.accepted == false }) {
        return violation(
          "no settlement of \(name) reports that it took effect", rules[.settleOnce, .resolve, .pending],
          possible[0].begin)
      }
      return nil
    }
  }

  private func violation(_ message: String, _ requirement: String, _ event: Int) -> Violation {
    Violation(
      law: .settleOnce, requirement: requirement, type: .state, message: message,
      expected: "exactly one settlement takes effect", observed: message, event: event)
  }
}

extension Attempt.Meaning {
  /// Whether it fulfills, if what it resolves with does.
  fileprivate var isFulfillment: Bool {
    switch self {
    case .fulfilled, .resolution: true
    case .rejected, .cancelled, .broken: false
    }
  }
}
