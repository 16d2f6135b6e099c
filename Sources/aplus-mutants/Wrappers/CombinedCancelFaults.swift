import APlusAdapter
import APlusReference

/// Faults of cancels that need combinators, or threads.
enum CombinedCancelFaults {
  static let all: [Mutant] = [
    Mutant(
      "combined-cancel-reaches-members", "Cancelling a combined promise cancels its members.",
      { CombinedCancelReachesMembers() }),
    Mutant(
      "cancelled-sequence-goes-on", "Cancelling a sequence reaches no task, and stops none.",
      { CancelledSequenceGoesOn() }),
    Mutant(
      "cancelled-promise-skips-finally", "The code of finally does not run where its promise is cancelled.",
      { CancelledPromiseSkipsFinally() }),
    Mutant(
      "any-ends-with-a-cancelled-member", "any is rejected as soon as a member is cancelled.",
      { AnyEndsWithACancelledMember() }),
    Mutant("timeout-is-a-cancel", "A time-out cancels the promise.", { TimeoutIsACancel() }),
    Mutant(
      "racing-cancel-and-settlement-both-win", "Of a cancel and a settlement at the same time, both may take effect.",
      { RacingCancelAndSettlementBothWin() }),
  ]
}

private struct CombinedCancelReachesMembers: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    let members = combination.members
    return base.combine(combination).onCancel { reason in for member in members { member.cancel(reason) } }
  }
}

private struct CancelledSequenceGoesOn: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    let combined = base.combine(combination)
    guard combination.combinator == .sequence else { return combined }
    let (promise, deferred) = base.makeDeferred()
    base.resolve(deferred, with: combined)
    return promise
  }
}

private struct CancelledPromiseSkipsFinally: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    guard combination.combinator == .finally, let member = combination.members.first, member.status == .cancelled else {
      return base.combine(combination)
    }
    return member
  }
}

private struct AnyEndsWithACancelledMember: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    guard combination.combinator == .any else { return base.combine(combination) }
    let combined = base.combine(combination)
    for member in combination.members { _ = member.onCancel { reason in combined.cancel(reason) } }
    return combined
  }
}

private struct TimeoutIsACancel: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    base.combine(combination).recover { error -> Token in
      if case PromiseError.timedOut = error { throw PromiseError.cancelled }
      throw error
    }
  }
}

private struct RacingCancelAndSettlementBothWin: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let reasons = Notes<Reason?>()

  func cancel(_ promise: Promise<Token>, with reason: Reason?) {
    let wasPending = promise.status == .pending
    leaveWindow()
    base.cancel(promise, with: reason)
    if wasPending, promise.status != .cancelled { reasons[promise] = .some(reason) }
  }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    guard let reason = reasons[promise] else { return base.then(promise, handlers) }
    let cancelled = base.makeDeferred().0
    base.cancel(cancelled, with: reason)
    return base.then(cancelled, handlers)
  }
}
