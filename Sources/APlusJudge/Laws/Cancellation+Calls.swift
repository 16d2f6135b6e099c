import APlusModel
import APlusRules

/// What a cancel of a call leaves for its completion handler, as the library declares.
///
/// - `reports-once`: the handler gets an error, unless the call was finished before the cancel had ended.
/// - `silent-after-return`: the handler is not called once the cancel has returned.
/// - `may-still-run`: the handler may be called as if nothing had happened.
extension Cancellation {
  func calls() -> [Violation] {
    facts.calls.compactMap { frame, call, registration in
      let isEarly = call.kind == CallKind.cancelled.rawValue
      guard let index = registration.runs.first(where: { isAfterCancel($0, of: call, isEarly: isEarly) }),
        case .handler(let user, _, let slot) = facts.frames[index].frame
      else { return nil }
      let run = facts.frames[index]
      let name = "`\(run.named(call.function))` of \(facts.trace.text(call.call))"
      let requirement = rules[.cancellation, .start, isEarly ? .cancelled : .late]
      let when = isEarly ? "which was cancelled before it started" : "though a cancel had ended before"
      if facts.isDeclared(CallProfile.silent) {
        return violation(
          ofCall: requirement, "\(name) was called with \(slot.argument), \(when)", expected: "no call of the handler",
          run)
      }
      guard facts.isDeclared(CallProfile.reportsOnce), slot == .onFulfilled || isOfLaterAttempt(user, slot, call) else {
        return nil
      }
      return violation(
        ofCall: requirement, "\(name) was called with \(slot.argument), \(when)",
        expected: "one call of the handler, with the cancellation", run)
    }
  }

  /// Whether a handler runs so late that a cancel of its call decides.
  ///
  /// Another thread may have been about to call the handler when the cancel came. So only handlers on the stack of the
  /// cancel count, and those whose call was finished, or could rest, after it.
  private func isAfterCancel(_ index: Int, of call: StartCall, isEarly: Bool) -> Bool {
    if isEarly { return true }
    guard let (end, stack) = facts.cancelled(call) else { return false }
    let run = facts.frames[index]
    guard run.begin > end else { return false }
    let attempts = facts.attempts(on: call).filter { !$0.meaning.isCancel }
    // A result that came first may be reported where a cancel is; silence holds for it, too.
    if facts.isDeclared(CallProfile.reportsOnce) {
      return call.kind == CallKind.open.rawValue && attempts.allSatisfy { $0.begin > end }
    }
    let isFinishedLater = !attempts.isEmpty && attempts.allSatisfy { $0.begin > end }
    return run.stack == stack || isFinishedLater || facts.provenPhase(after: end) < run.begin
  }

  /// Whether the handler got the error of a step that came after the cancel.
  private func isOfLaterAttempt(_ user: UserCall, _ slot: HandlerSlot, _ call: StartCall) -> Bool {
    guard slot == .onRejected, let seen = user.arguments.first else { return slot != .onRejected }
    return facts.attempts(on: call).contains { attempt in
      if case .rejected(let reason) = attempt.meaning { facts.isSame(reason, seen) } else { false }
    }
  }

  private func violation(ofCall requirement: String, _ message: String, expected: String, _ run: FrameRecord)
    -> Violation
  {
    Violation(
      law: .cancellation, requirement: requirement, type: .cancellation, message: message, expected: expected,
      observed: message, event: run.begin)
  }
}
