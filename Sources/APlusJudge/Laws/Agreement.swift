import APlusSpec
import APlusTrace

/// Laws 3, 4, 5 and 8: what observers of a promise see is one outcome, that of one attempt that could have
/// won, and not before that attempt began.
///
/// - Not before (2.2.2.2): a handler begins after the begin of an attempt that explains it.
/// - Agreement (2.1.2, 2.1.3): all observers see one (outcome, value) pair.
/// - Lock-in (2.3.2): once a resolve has ended, later attempts have no effect.
/// - Propagation (2.2.7, 2.3): a derived promise shows what its handler, or its parent, gave.
struct Agreement {
  let facts: Facts

  func violations(_ explainer: inout Explainer) -> [Violation] {
    var violations: [Violation] = []
    for promise in facts.observations.numbers {
      guard let seen = facts.observations[promise], let first = seen.first else { continue }
      let allowed = explainer.explanations(of: promise)
      if let violation = compare(first, with: allowed, promise) { violations.append(violation) }
      if let other = seen.first(where: { !agrees($0, first) }) {
        violations.append(disagreement(promise, first, other))
      }
    }
    return violations
  }

  private func agrees(_ one: Observation, _ other: Observation) -> Bool {
    one.isFulfilled == other.isFulfilled && facts.isSame(one.value, other.value)
  }

  private func disagreement(
    _ promise: Int,
    _ first: Observation,
    _ other: Observation
  ) -> Violation {
    let section = first.isFulfilled ? "2.1.2" : "2.1.3"
    let isTransition = first.isFulfilled != other.isFulfilled
    let before = text(first.isFulfilled, first.value)
    let after = text(other.isFulfilled, other.value)
    return Violation(
      law: .agreement,
      requirement: isTransition ? "\(section).1" : "\(section).2",
      type: isTransition ? .state : .value,
      message: "observers of \(name(promise)) disagree: \(before), later \(after)",
      expected: before,
      observed: after,
      event: other.begin
    )
  }

  private func compare(
    _ seen: Observation,
    with allowed: [Explanation],
    _ promise: Int
  ) -> Violation? {
    let fitting = allowed.filter { facts.fits(seen, $0.outcome) }
    let observed = text(seen.isFulfilled, seen.value)
    if let earliest = fitting.map(\.since).min() {
      guard earliest >= seen.begin else { return nil }
      return early(seen, promise, observed)
    }
    if let late = lateWinner(seen, promise) { return late }
    guard let expected = allowed.first(where: { $0.outcome != .pending }) ?? allowed.first else {
      return nil
    }
    if expected.outcome == .pending, expected.law == .notBefore {
      return early(seen, promise, observed)
    }
    let isNeverCalled = expected.outcome == .pending && expected.requirement == "2.3.3.3"
    let wanted = isNeverCalled ? "what the thenable's then decides" : text(expected.outcome)
    return Violation(
      law: expected.law,
      requirement: isOfPrototype(seen) ? "2.3.4" : expected.requirement,
      type: type(expected, seen),
      message: "\(name(promise)) is \(observed), expected \(wanted)",
      expected: wanted,
      observed: observed,
      event: seen.begin
    )
  }

  /// Whether a value that is no object was searched for `then`, and what that threw was taken for the reason.
  private func isOfPrototype(_ seen: Observation) -> Bool {
    !seen.isFulfilled
      && facts.prototypeReads.values.joined().contains { read in
        if case .threw(let thrown) = facts.frames[read].result {
          facts.isSame(thrown, seen.value)
        } else {
          false
        }
      }
  }

  private func early(_ seen: Observation, _ promise: Int, _ observed: String) -> Violation {
    Violation(
      law: .notBefore,
      requirement: seen.isFulfilled ? "2.2.2.2" : "2.2.3.2",
      type: .state,
      message: "a handler of \(name(promise)) ran before anything had settled it",
      expected: "\(name(promise)) is pending",
      observed: observed,
      event: seen.begin
    )
  }

  /// An attempt that came too late, and whose outcome was seen all the same.
  private func lateWinner(_ seen: Observation, _ promise: Int) -> Violation? {
    let late = facts.dominated(for: promise).contains { attempt in
      guard attempt.begin < seen.begin else { return false }
      return switch attempt.meaning {
      case .fulfilled(let value), .resolution(let value):
        seen.isFulfilled && facts.isSame(seen.value, value)
      case .rejected(let reason): !seen.isFulfilled && facts.isSame(seen.value, reason)
      case .cancelled: false
      }
    }
    guard late else { return nil }
    let winner = facts.candidates(for: promise).first
    let isLocked =
      if case .resolution(let value)? = winner?.meaning, let reference = value.reference {
        facts.isFollowed(reference)
      } else {
        false
      }
    let wasFulfilled = if case .rejected? = winner?.meaning { false } else { true }
    let section = wasFulfilled ? "2.1.2" : "2.1.3"
    let observed = text(seen.isFulfilled, seen.value)
    let what = isLocked ? "locked in" : "settled"
    return Violation(
      law: isLocked ? .lockIn : .agreement,
      requirement: isLocked
        ? "2.3.2" : section + (wasFulfilled == seen.isFulfilled ? ".2" : ".1"),
      type: .state,
      message: "a late settlement changed \(name(promise)), which was \(what): \(observed)",
      expected: "the first settlement wins",
      observed: observed,
      event: seen.begin
    )
  }

  private func type(_ expected: Explanation, _ seen: Observation) -> FailureType {
    if expected.requirement.hasPrefix("2.3.3") { return .assimilation }
    switch expected.outcome {
    case .fulfilled: return seen.isFulfilled ? .value : .state
    case .rejected: return seen.isFulfilled ? .state : .value
    case .rejectedByLibrary: return .cycle
    case .cancelled: return .cancellation
    case .pending, .unknown: return .state
    }
  }

  private func name(_ promise: Int) -> String { facts.trace.text(.reference(promise)) }

  private func text(_ isFulfilled: Bool, _ value: TracedValue) -> String {
    "\(isFulfilled ? "fulfilled" : "rejected") with \(facts.trace.text(value))"
  }

  private func text(_ outcome: Explanation.Outcome) -> String {
    switch outcome {
    case .fulfilled(let value): text(true, value)
    case .rejected(let reason): text(false, reason)
    case .rejectedByLibrary: "rejected with a TypeError"
    case .cancelled: "cancelled"
    case .pending: "pending"
    case .unknown: "any outcome"
    }
  }
}
