/// Faults that each break one rule of the profile `downstream`.
enum CancellationRuleFaults {
  static let all: [Mutant] = [
    Mutant(
      "cancel-spares-promise", "Cancelling a promise reaches what was made from it, but not the promise.",
      CancelSparesPromise.self),
    Mutant(
      "cancel-forgets-reason", "The reason that a cancel gives is replaced by the library's own.",
      CancelForgetsReason.self),
    Mutant(
      "cancelled-child-gets-own-reason", "What was made from a cancelled promise is cancelled with another reason.",
      CancelledChildGetsOwnReason.self),
    Mutant(
      "returned-promise-undoes-cancel", "A promise that an error handler returns undoes the cancel of the child.",
      ReturnedPromiseUndoesCancel.self),
    Mutant(
      "late-handler-undoes-cancel",
      "What the handler of a cancelled child returns, when its parent fulfills, undoes the cancel.",
      LateHandlerUndoesCancel.self),
    Mutant(
      "cancel-misses-running-handler", "A cancel does not reach the promise of a handler that is running.",
      CancelMissesRunningHandler.self),
    Mutant(
      "second-cancel-is-ignored", "A promise that was cancelled once forwards no other cancel.",
      SecondCancelIsIgnored.self),
    Mutant(
      "cancel-needs-every-link", "A cancel does not reach what was made from a promise that has been freed.",
      CancelNeedsEveryLink.self),
    Mutant(
      "cancel-reaches-later-children", "What is made from a settled promise is cancelled if the promise ever was.",
      CancelReachesLaterChildren.self),
    Mutant(
      "follower-of-cancelled-is-rejected", "A promise that follows a cancelled one is rejected, not cancelled.",
      FollowerOfCancelledIsRejected.self),
    Mutant(
      "then-on-cancelled-recovers", "What is made from a promise after its cancel is not cancelled.",
      ThenOnCancelledRecovers.self),
    Mutant("task-is-not-told", "The handler that was registered first does not learn of a cancel.", TaskIsNotTold.self),
  ]
}

private final class CancelSparesPromise: StepwisePromise {
  override func cancel(_ reason: any Error) { for target in cancelTargets { target.receiveCancel(reason) } }
}

private final class CancelNeedsEveryLink: StepwisePromise { override func transferChildren() {} }

private final class CancelForgetsReason: StepwisePromise {
  override func cancel(_ reason: any Error) { super.cancel(Cancellation()) }
}

private final class CancelledChildGetsOwnReason: StepwisePromise {
  override func cancel(_ reason: any Error) {
    receiveCancel(reason)
    var next = cancelTargets
    while let promise = next.popLast() {
      promise.receiveCancel(Cancellation())
      next += promise.cancelTargets
    }
  }
}

private final class ReturnedPromiseUndoesCancel: StepwisePromise {
  override func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    super.run(
      { outcome in
        let ending = try handler(outcome)
        if case .promise(let promise) = ending, case .cancelled = derived.outcome {
          derived.outcome = promise.outcome ?? derived.outcome
        }
        return ending
      }, with: outcome, for: derived)
  }
}

private final class LateHandlerUndoesCancel: StepwisePromise {
  override func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    super.run(
      { outcome in
        let ending = try handler(outcome)
        if case .value(let value) = ending, outcome.isFulfilled, case .cancelled = derived.outcome {
          derived.outcome = .fulfilled(value)
        }
        return ending
      }, with: outcome, for: derived)
  }
}

private final class CancelMissesRunningHandler: StepwisePromise {
  private var runningChild: StepwisePromise?

  override func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    runningChild = derived
    super.run(handler, with: outcome, for: derived)
    runningChild = nil
  }

  override var cancelTargets: [StepwisePromise] { super.cancelTargets.filter { $0 !== runningChild } }
}

private final class SecondCancelIsIgnored: StepwisePromise {
  private var wasCancelled = false

  override func cancel(_ reason: any Error) {
    if !wasCancelled { super.cancel(reason) }
    wasCancelled = true
  }
}

private final class CancelReachesLaterChildren: StepwisePromise {
  private var reason: (any Error)?

  override func cancel(_ reason: any Error) {
    self.reason = reason
    super.cancel(reason)
  }

  override func register(_ reaction: Reaction) {
    if let reason, !reaction.isFollower, outcome?.isFulfilled == true { reaction.target.receiveCancel(reason) }
    super.register(reaction)
  }
}

private final class FollowerOfCancelledIsRejected: StepwisePromise {
  override func follow(_ promise: StepwisePromise) {
    if case .cancelled(let reason) = promise.outcome { settle(.rejected(reason)) } else { super.follow(promise) }
  }
}

private final class ThenOnCancelledRecovers: StepwisePromise {
  private var lateChildren: [StepwisePromise] = []

  override func register(_ reaction: Reaction) {
    if case .cancelled = outcome { lateChildren.append(reaction.target) }
    super.register(reaction)
  }

  override func passCancel(_ outcome: Outcome, to derived: StepwisePromise) {
    if !lateChildren.contains(where: { $0 === derived }) { super.passCancel(outcome, to: derived) }
  }
}

private final class TaskIsNotTold: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    if case .cancelled = outcome { super.release(Array(reactions.dropFirst())) } else { super.release(reactions) }
  }
}
