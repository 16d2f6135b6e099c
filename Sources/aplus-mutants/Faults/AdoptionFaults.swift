import APlusAdapter

/// Faults of sections 2.3.1 and 2.3.2: resolution with itself and with promises.
enum AdoptionFaults {
  static let all: [Mutant] = [
    Mutant(
      "self-resolution-never-settles", "A promise that is resolved with itself stays pending.",
      SelfResolutionNeverSettles.self),
    Mutant(
      "self-resolution-is-plain-error",
      "A promise that is resolved with itself is rejected with an Error that is no TypeError.",
      SelfResolutionIsPlainError.self),
    Mutant(
      "does-not-wait-for-pending-promise", "A promise that is resolved with a pending one is fulfilled at once.",
      DoesNotWaitForPendingPromise.self),
    Mutant(
      "forgets-pending-promise", "A promise that is resolved with a pending one never learns of its settlement.",
      ForgetsPendingPromise.self),
    Mutant("adopted-value-lost", "The value of an adopted promise is lost.", AdoptedValueLost.self),
    Mutant(
      "adopted-rejection-fulfills", "The reason of an adopted promise becomes a value.", AdoptedRejectionFulfills.self),
    Mutant(
      "adopted-rejection-lost", "The rejection of an adopted promise is never passed on.", AdoptedRejectionLost.self),
  ]
}

private final class SelfResolutionNeverSettles: StepwisePromise { override func resolveWithItself() {} }

private final class SelfResolutionIsPlainError: StepwisePromise {
  private struct PlainError: Error {}

  override func resolveWithItself() { settle(.rejected(PlainError())) }
}

private final class DoesNotWaitForPendingPromise: StepwisePromise {
  override func follow(_ promise: StepwisePromise) {
    if promise.isPending { settle(.fulfilled(.nothing)) } else { super.follow(promise) }
  }
}

private final class ForgetsPendingPromise: StepwisePromise {
  override func follow(_ promise: StepwisePromise) { if !promise.isPending { super.follow(promise) } }
}

private final class AdoptedValueLost: StepwisePromise {
  override func react(to reaction: Reaction) {
    if reaction.isFollower, outcome?.isFulfilled == true {
      reaction.target.settle(.fulfilled(.nothing))
    } else {
      super.react(to: reaction)
    }
  }
}

private final class AdoptedRejectionFulfills: StepwisePromise {
  override func react(to reaction: Reaction) {
    if reaction.isFollower, let outcome {
      reaction.target.settle(.fulfilled(outcome.token))
    } else {
      super.react(to: reaction)
    }
  }
}

private final class AdoptedRejectionLost: StepwisePromise {
  override func react(to reaction: Reaction) {
    if !reaction.isFollower || outcome?.isFulfilled == true { super.react(to: reaction) }
  }
}
