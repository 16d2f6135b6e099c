import APlusModel
import APlusRules

/// What completion handlers get: a value or an error, and that of their own call.
extension Agreement {
  func calls() -> [Violation] {
    facts.calls.compactMap { frame, call, registration in
      guard let run = registration.runs.first.map({ facts.frames[$0] }),
        case .handler(let user, _, let slot) = run.frame
      else { return nil }
      let name = "`\(run.named(call.function))` of \(facts.trace.text(call.call))"
      if slot == .both || slot == .neither {
        return violation(
          rules[.agreement, .start, slot == .both ? .both : .neither], .value, "\(name) was called with \(slot.name)",
          expected: "a value or an error", observed: slot.name, run)
      }
      guard let endings = facts.endings(of: call, at: frame) else { return nil }
      let seen = Observation(
        value: user.arguments.first ?? .undefined, isFulfilled: slot == .onFulfilled, begin: run.begin)
      let observed = text(seen.isFulfilled, seen.value)
      let requirement = rules[.agreement, .start, Rule.Outcome(slot)]
      let fitting = endings.filter { ending in
        ending.isFulfilled == seen.isFulfilled && ending.value.map { facts.isSame($0, seen.value) } ?? true
      }
      if fitting.contains(where: { $0.since < run.begin }) { return nil }
      guard fitting.isEmpty, !endings.isEmpty else {
        return violation(
          requirement, .state, "\(name) was called before anything had finished the call", expected: "no call yet",
          observed: observed, run)
      }
      // What a cancel leaves is asked by the law of cancellation.
      if facts.attempts(on: call).contains(where: { $0.meaning.isCancel && $0.begin < run.begin }) { return nil }
      if call.kind == CallKind.cancelled.rawValue { return nil }
      let wanted = endings.map { ending in
        ending.value.map { text(ending.isFulfilled, $0) } ?? (ending.isFulfilled ? "a value" : "an error")
      }
      let expected = wanted.joined(separator: ", or ")
      return violation(
        requirement, .value, "\(name) got \(observed), expected \(expected)", expected: expected, observed: observed,
        run)
    }
  }

  private func text(_ isFulfilled: Bool, _ value: TracedValue) -> String {
    "\(isFulfilled ? "the value" : "the error") \(facts.trace.text(value))"
  }

  private func violation(
    _ requirement: String, _ type: FailureType, _ message: String, expected: String, observed: String,
    _ run: FrameRecord
  ) -> Violation {
    Violation(
      law: .agreement, requirement: requirement, type: type, message: message, expected: expected, observed: observed,
      event: run.begin)
  }
}
