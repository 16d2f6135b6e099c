import APlusModel
import APlusRules

/// What the cancellation of a task, or a time limit, does to its await: that ends at once, or in time.
///
/// A task that is cancelled while its promise is being settled may get either.
extension Cancellation {
  func awaits(_ explainer: inout Explainer) -> [Violation] {
    facts.awaits.compactMap { frame, call, registration in
      if let since = facts.mustLeave(call, at: frame, registration) {
        return cancelled(call, registration, since: since, &explainer)
      }
      return facts.limit(of: call) == nil ? nil : limited(call, at: frame, registration)
    }
  }

  private func cancelled(
    _ call: AwaitCall, _ registration: RegistrationRecord, since: Int, _ explainer: inout Explainer
  ) -> Violation? {
    let isBefore = facts.isCancelledBefore(call)
    let requirement = rules[.cancellation, .await, isBefore ? .early : .cancelled]
    let task = isBefore ? "its task was cancelled before" : "its task was cancelled"
    guard let run = registration.runs.first.map({ facts.frames[$0] }) else {
      guard facts.trace.ending == .quiet, case .function(let name) = facts.slot(of: registration, isFulfilled: false)
      else { return nil }
      return violation(
        ofAwait: requirement, "`\(facts.frames[registration.frame].named(name))` never ran, though \(task)",
        expected: "the await ends at once, with the cancellation", nil)
    }
    let name = "`\(run.named(run.frame.call?.function ?? ""))`"
    if run.begin > facts.provenPhase(after: since) {
      return violation(
        ofAwait: requirement, "\(name) ran only after something else had happened, though \(task)",
        expected: "the await ends at once, with the cancellation", run)
    }
    guard case .outcome = facts.end(of: call, by: run), let promise = call.subject.promise(in: facts) else {
      return nil
    }
    // Until nothing could run any more, the settlement may have met the cancellation on its way.
    let phase = facts.phase(after: since)
    let mayBeSettled = explainer.explanations(of: promise).contains { $0.outcome != .pending && $0.since < phase }
    guard !mayBeSettled, facts.observations[promise].map({ $0[0].begin > phase }) ?? true else { return nil }
    let seen = facts.trace.text(run.frame.call?.arguments.first ?? .undefined)
    return violation(
      ofAwait: requirement, "\(name) got \(seen), though \(task) and the promise was pending",
      expected: "the await ends with the cancellation", run)
  }

  private func limited(_ call: AwaitCall, at frame: Int, _ registration: RegistrationRecord) -> Violation? {
    let requirement = rules[.cancellation, .await, .timedOut]
    guard let run = registration.runs.first.map({ facts.frames[$0] }) else {
      guard facts.trace.ending == .quiet, case .function(let name) = facts.slot(of: registration, isFulfilled: false)
      else { return nil }
      return violation(
        ofAwait: requirement,
        "`\(facts.frames[registration.frame].named(name))` never ran, though the time limit of its await had passed",
        expected: "the await ends, with the outcome or with a time-out", nil)
    }
    guard case .timedOut = facts.end(of: call, by: run),
      let settled = call.subject.promise(in: facts).flatMap(facts.settlement), settled < facts.frames[frame].begin
    else { return nil }
    let name = "`\(run.named(run.frame.call?.function ?? ""))`"
    return violation(
      ofAwait: requirement, "\(name) got a time-out, though \(facts.trace.text(call.subject)) was settled before",
      expected: "the await ends with the outcome", run)
  }

  private func violation(ofAwait requirement: String, _ message: String, expected: String, _ run: FrameRecord?)
    -> Violation
  {
    Violation(
      law: .cancellation, requirement: requirement, type: .cancellation, message: message, expected: expected,
      observed: message, event: run?.begin)
  }
}
