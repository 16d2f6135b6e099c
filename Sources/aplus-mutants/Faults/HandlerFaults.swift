import APlusAdapter

/// Faults of sections 2.2.2, 2.2.3 and 2.2.6: which handlers run, how often, and with what.
enum HandlerFaults {
  static let all: [Mutant] = [
    Mutant("fulfilled-without-value", "onFulfilled is called without the value.", FulfilledWithoutValue.self),
    Mutant("rejected-without-reason", "onRejected is called without the reason.", RejectedWithoutReason.self),
    Mutant("runs-before-fulfilled", "onFulfilled runs while the promise is still pending.", RunsBeforeFulfilled.self),
    Mutant(
      "runs-again-when-fulfilled-again", "onFulfilled runs once for each fulfillment.", RunsAgainWhenFulfilledAgain.self
    ), Mutant("runs-both-handlers", "After the right handler, the other one runs too.", RunsBothHandlers.self),
    Mutant(
      "late-settlement-runs-other-handler", "A late opposite settlement also runs the other handler.",
      LateSettlementRunsOtherHandler.self),
    Mutant(
      "fifth-handler-runs-twice", "The fifth handler of a promise and all after it run twice.",
      FifthHandlerRunsTwice.self),
    Mutant("throwing-handler-runs-twice", "A handler that throws is called again.", ThrowingHandlerRunsTwice.self),
    Mutant(
      "loses-handler-when-settled", "A handler that is registered after the settlement never runs.",
      LosesHandlerWhenSettled.self),
    Mutant("keeps-only-last-handler", "A pending promise keeps only its last handler.", KeepsOnlyLastHandler.self),
    Mutant("keeps-four-handlers", "A pending promise keeps only its first four handlers.", KeepsFourHandlers.self),
    Mutant(
      "throw-stops-later-handlers", "After a handler that throws, later handlers of the promise do not run.",
      ThrowStopsLaterHandlers.self),
    Mutant(
      "drops-handlers-after-lock-in",
      "A handler that is registered while the promise follows another, in a later turn, is lost.",
      DropsHandlersAfterLockIn.self),
  ]
}

private final class FulfilledWithoutValue: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    try super.call(handler, with: outcome.isFulfilled ? .fulfilled(.nothing) : outcome)
  }
}

private final class RejectedWithoutReason: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    try super.call(handler, with: outcome.isFulfilled ? outcome : .rejected(NoReason()))
  }
}

/// An error that carries no reason.
private struct NoReason: Error {}

private final class RunsBeforeFulfilled: StepwisePromise {
  override func register(_ reaction: Reaction) {
    super.register(reaction)
    guard isPending, let handler = reaction.onFulfilled else { return }
    queue.add {
      guard self.isPending else { return }
      self.reactions.removeAll { $0 === reaction }
      self.run(handler, with: .fulfilled(.nothing), for: reaction.target)
    }
  }
}

private final class RunsAgainWhenFulfilledAgain: StepwisePromise {
  private var released: [Reaction] = []

  override func release(_ reactions: [Reaction]) {
    released = reactions
    super.release(reactions)
  }

  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, outcome.isFulfilled, !attempt.isRejection { super.release(released) }
  }
}

private final class RunsBothHandlers: StepwisePromise {
  override func react(to reaction: Reaction) {
    super.react(to: reaction)
    if let outcome, let other = reaction.otherHandler(for: outcome) { run(other, with: outcome, for: makeSibling()) }
  }
}

private final class LateSettlementRunsOtherHandler: StepwisePromise {
  private var released: [Reaction] = []

  override func release(_ reactions: [Reaction]) {
    released = reactions
    super.release(reactions)
  }

  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    guard let outcome, let late = attempt.outcome, late.isFulfilled != outcome.isFulfilled else { return }
    for reaction in released {
      guard let handler = reaction.handler(for: late) else { continue }
      queue.add { self.run(handler, with: late, for: self.makeSibling()) }
    }
  }
}

private final class FifthHandlerRunsTwice: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    super.release(reactions.enumerated().flatMap { index, reaction in index < 4 ? [reaction] : [reaction, reaction] })
  }
}

private final class ThrowingHandlerRunsTwice: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    do { return try super.call(handler, with: outcome) } catch { return try super.call(handler, with: outcome) }
  }
}

private final class LosesHandlerWhenSettled: StepwisePromise {
  override func register(_ reaction: Reaction) { if isPending || reaction.isFollower { super.register(reaction) } }
}

private final class KeepsOnlyLastHandler: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if isPending { reactions = [reaction] } else { super.register(reaction) }
  }
}

private final class KeepsFourHandlers: StepwisePromise {
  override func register(_ reaction: Reaction) { if !isPending || reactions.count < 4 { super.register(reaction) } }
}

private final class ThrowStopsLaterHandlers: StepwisePromise {
  private var hasThrown = false

  override func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    guard !hasThrown else { return }
    super.run(handler, with: outcome, for: derived)
    if case .rejected = derived.outcome { hasThrown = true }
  }
}

private final class DropsHandlersAfterLockIn: StepwisePromise {
  private var lockedTurn: Int?

  override func follow(_ promise: StepwisePromise) {
    super.follow(promise)
    lockedTurn = queue.turn
  }

  override func register(_ reaction: Reaction) {
    if !isPending || lockedTurn.map({ $0 == queue.turn }) ?? true { super.register(reaction) }
  }
}
