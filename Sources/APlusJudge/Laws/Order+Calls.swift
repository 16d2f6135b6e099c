import APlusModel
import APlusRules

/// The order of completion handlers, where the library declares one.
extension Order {
  /// Handlers for one context that did not run in the order in which their calls were finished.
  func calls() -> [Violation] {
    guard facts.isDeclared(CallProfile.completionOrder) else { return [] }
    struct Finished {
      let call: StartCall
      let attempt: Attempt
      let run: FrameRecord
      let context: String?
    }
    let finished = facts.calls.compactMap { frame, call, registration -> Finished? in
      let attempts = facts.attempts(on: call)
      guard attempts.count == 1, let attempt = attempts.first, !attempt.meaning.isCancel,
        let run = registration.runs.first.map({ facts.frames[$0] })
      else { return nil }
      return Finished(
        call: call, attempt: attempt, run: run, context: facts.context(ofRegistration: registration.number))
    }
    let byContext = Dictionary(grouping: finished) { [$0.context, "\($0.run.round)"] }
    return byContext.values.compactMap { group -> Violation? in
      let sorted = group.sorted { $0.attempt.begin < $1.attempt.begin }
      for (earlier, later) in zip(sorted, sorted.dropFirst())
      where earlier.attempt.end < later.attempt.begin && earlier.run.begin > later.run.begin {
        let names = [earlier, later].map { "`\($0.run.named($0.call.function))` of \(facts.trace.text($0.call.call))" }
        return Violation(
          law: .order, requirement: rules[.order, .start], type: .order,
          message: "\(names[1]) was called before \(names[0]), whose call was finished first",
          expected: "\(names[0]), then \(names[1])", observed: "the other way round", event: later.run.begin)
      }
      return nil
    }
  }
}
