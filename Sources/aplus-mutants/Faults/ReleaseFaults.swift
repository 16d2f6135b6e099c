import Dispatch

/// Faults that show where user code runs as a handler is freed.
enum ReleaseFaults {
  static let all: [Mutant] = [
    Mutant(
      "settle-frees-under-lock", "A settlement frees the handlers for the other outcome under the promise's lock.",
      SettleFreesUnderLock.self),
    Mutant(
      "cancel-frees-under-lock", "A cancel frees the handlers for a value under the promise's lock.",
      CancelFreesUnderLock.self),
    Mutant(
      "registration-in-release-is-lost", "A handler that is registered while a settlement frees others is lost.",
      RegistrationInReleaseIsLost.self),
    Mutant(
      "registration-in-release-overtakes",
      "A handler that is registered while a settlement frees others runs before those that wait.",
      RegistrationInReleaseOvertakes.self),
  ]
}

extension StepwisePromise {
  /// The reactions with the handlers for one outcome alone.
  fileprivate func reactions(forFulfilled isFulfilled: Bool) -> [Reaction] {
    reactions.map { reaction in
      guard !reaction.isFollower else { return reaction }
      return Reaction(
        onFulfilled: isFulfilled ? reaction.onFulfilled : nil, onRejected: isFulfilled ? nil : reaction.onRejected,
        derived: reaction.target, on: reaction.context)
    }
  }

  /// Frees the reactions, which may register others.
  fileprivate func freeReactions() {
    let former = reactions
    reactions = []
    withExtendedLifetime(former) {}
  }
}

/// A promise with a lock that a thread cannot take again while it holds it.
private class LockedPromise: StepwisePromise {
  private let lock = DispatchSemaphore(value: 1)

  override final func register(_ reaction: Reaction) { underLock { super.register(reaction) } }

  /// Frees the handlers for the other outcome under the lock.
  final func freeOthers(isFulfilled: Bool) {
    let kept = reactions(forFulfilled: isFulfilled)
    underLock { freeReactions() }
    reactions = kept
  }

  private func underLock(_ body: () -> Void) {
    lock.wait()
    body()
    lock.signal()
  }
}

private final class SettleFreesUnderLock: LockedPromise {
  override func settle(_ outcome: Outcome) {
    guard isPending else { return }
    freeOthers(isFulfilled: outcome.isFulfilled)
    super.settle(outcome)
  }
}

private final class CancelFreesUnderLock: LockedPromise {
  override func receiveCancel(_ reason: any Error) {
    if isPending { freeOthers(isFulfilled: false) }
    super.receiveCancel(reason)
  }
}

private final class RegistrationInReleaseIsLost: StepwisePromise {
  override func settle(_ outcome: Outcome) {
    guard isPending else { return }
    let kept = reactions(forFulfilled: outcome.isFulfilled)
    freeReactions()
    self.outcome = outcome
    reactions = []
    release(kept)
  }
}

private final class RegistrationInReleaseOvertakes: StepwisePromise {
  override func settle(_ outcome: Outcome) {
    guard isPending else { return }
    self.outcome = outcome
    let kept = reactions(forFulfilled: outcome.isFulfilled)
    freeReactions()
    release(kept)
  }
}
