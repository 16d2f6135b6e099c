/// Faults against the cancellation profile `downstream`.
enum CancellationFaults {
  static let all: [Mutant] = [
    Mutant(
      "cancel-reaches-parent", "Cancelling a promise cancels the one that it was made from.", CancelReachesParent.self),
    Mutant(
      "cancel-reaches-siblings", "Cancelling a promise cancels the others that were made from the same one.",
      CancelReachesSiblings.self),
    Mutant(
      "cancel-reaches-followed-promise", "Cancelling a promise cancels the one that it follows.", LinkedPromise.self),
    Mutant(
      "cancel-is-not-forwarded", "What was made from a cancelled promise is rejected like after any rejection.",
      CancelIsNotForwarded.self),
    Mutant(
      "cancel-forgets-settled-promise", "Cancelling a settled promise does not reach what was made from it.",
      CancelForgetsSettledPromise.self),
    Mutant(
      "cancel-can-be-recovered", "A handler of a cancelled promise recovers from the cancel.", CancelCanBeRecovered.self
    ),
    Mutant("cancel-overrules-settlement", "Cancelling a settled promise changes it.", CancelOverrulesSettlement.self),
    Mutant("settlement-overrules-cancel", "Settling a cancelled promise changes it.", SettlementOverrulesCancel.self),
    Mutant(
      "cancelled-again-replaces-reason", "A second cancel replaces the reason.", CancelledAgainReplacesReason.self),
    Mutant(
      "dependants-of-cancelled-promise-hang",
      "What was made from a cancelled promise stays pending, and no handler runs.",
      DependantsOfCancelledPromiseHang.self),
  ]
}

private final class CancelReachesParent: ChildPromise {
  override func cancel(_ reason: any Error) {
    super.cancel(reason)
    parent?.receiveCancel(reason)
  }
}

private final class CancelReachesSiblings: ChildPromise {
  override func cancel(_ reason: any Error) {
    super.cancel(reason)
    for sibling in parent?.descendants ?? [] { sibling.receiveCancel(reason) }
  }
}

private final class CancelIsNotForwarded: StepwisePromise {
  override var cancelTargets: [StepwisePromise] { [] }

  override func passCancel(_ outcome: Outcome, to derived: StepwisePromise) {}

  override func pass(_ outcome: Outcome, to derived: StepwisePromise) {
    super.pass(outcome.isFulfilled ? outcome : .rejected(outcome.error), to: derived)
  }
}

private final class CancelForgetsSettledPromise: StepwisePromise {
  override func cancel(_ reason: any Error) { if isPending { super.cancel(reason) } }
}

private final class CancelCanBeRecovered: StepwisePromise {
  /// Leaves children to the handlers, which decide.
  override var cancelTargets: [StepwisePromise] { if case .cancelled = outcome { [] } else { super.cancelTargets } }

  override func passCancel(_ outcome: Outcome, to derived: StepwisePromise) {}
}

private final class CancelOverrulesSettlement: StepwisePromise {
  override func receiveCancel(_ reason: any Error) {
    if isPending { super.receiveCancel(reason) } else { outcome = .cancelled(reason) }
  }
}

private final class SettlementOverrulesCancel: StepwisePromise {
  override func settleByDeferred(_ attempt: Attempt) {
    if case .cancelled = outcome { outcome = attempt.outcome ?? outcome } else { super.settleByDeferred(attempt) }
  }
}

private final class CancelledAgainReplacesReason: StepwisePromise {
  override func receiveCancel(_ reason: any Error) {
    if case .cancelled = outcome { outcome = .cancelled(reason) } else { super.receiveCancel(reason) }
  }
}

private final class DependantsOfCancelledPromiseHang: StepwisePromise {
  override var cancelTargets: [StepwisePromise] { [] }

  override func release(_ reactions: [Reaction]) {
    if case .cancelled = outcome { return }
    super.release(reactions)
  }
}
