import APlusModel
import APlusRules

/// What tasks get that await a promise: its outcome, as handlers of `then` do, and not before it has one.
extension Agreement {
  func awaits(_ explainer: inout Explainer) -> [Violation] {
    var firsts: [Int: Observation] = [:]
    return facts.awaits.compactMap { _, call, registration in
      guard let promise = call.subject.promise(in: facts), let run = registration.runs.first.map({ facts.frames[$0] }),
        case .handler(let user, _, let slot) = run.frame, case .outcome = facts.end(of: call, by: run)
      else { return nil }
      let seen = Observation(
        value: user.arguments.first ?? .undefined, isFulfilled: slot == .onFulfilled, begin: run.begin)
      let name = "`\(run.named(user.function))`"
      let observed = phrase(seen.isFulfilled, seen.value)
      let foreign = facts.foreignEnd(seen.value)
      // Handlers show what became of the promise, whatever that should have been.
      if let other = facts.observations[promise]?.first ?? firsts[promise] {
        guard !agrees(seen, other) else { return nil }
        let before = phrase(other.isFulfilled, other.value)
        return violation(
          foreign ?? rules[.agreement, .await, Rule.Outcome(slot)],
          "observers of \(facts.trace.text(call.subject)) disagree: \(before), and \(observed) for the await of \(name)",
          expected: before, observed: observed, run)
      }
      firsts[promise] = seen
      let allowed = explainer.explanations(of: promise)
      let fitting = allowed.filter { facts.fits(seen, $0.outcome) }
      if fitting.contains(where: { $0.since < seen.begin }) { return nil }
      let isEarly = allowed.allSatisfy { $0.outcome == .pending || $0.since > seen.begin }
      guard let expected = allowed.first(where: { $0.outcome != .pending }) ?? allowed.first else { return nil }
      return violation(
        foreign ?? rules[.agreement, .await, isEarly ? .pending : Rule.Outcome(slot)],
        isEarly
          ? "the await of \(name) ended before anything had settled \(facts.trace.text(call.subject)): \(observed)"
          : "the await of \(name) ended as if \(facts.trace.text(call.subject)) were \(observed), expected \(text(expected.outcome))",
        expected: isEarly ? "the task waits" : text(expected.outcome), observed: observed, run)
    }
  }

  /// The violation where what ends the await of one task became the outcome of the promise.
  func strayedEnd(_ seen: Observation, _ promise: Int, _ observed: String) -> Violation? {
    guard let requirement = facts.foreignEnd(seen.value),
      facts.awaits.contains(where: { $0.call.subject.reference == promise })
    else { return nil }
    let name = facts.trace.text(.reference(promise))
    return Violation(
      law: .cancellation, requirement: requirement, type: .cancellation,
      message: "\(name) is \(observed), which only the await of one task should get",
      expected: "what ends the await of a task leaves \(name) alone", observed: observed, event: seen.begin)
  }

  private func violation(
    _ requirement: String, _ message: String, expected: String, observed: String, _ run: FrameRecord
  ) -> Violation {
    Violation(
      law: .agreement, requirement: requirement, type: .state, message: message, expected: expected, observed: observed,
      event: run.begin)
  }
}

extension Facts {
  /// The requirement that a cancellation, or the end of a time limit, reaches only the await that it is for, where a value
  /// shows one; nil for any other value.
  func foreignEnd(_ value: TracedValue) -> String? {
    guard let object = value.reference.map({ trace.objects[$0] }), object.isForeign else { return nil }
    if object.isCancellation { return rules[.cancellation, .await, .untouched] }
    return object.isTimeout ? rules[.cancellation, .await, .timedOut] : nil
  }
}
