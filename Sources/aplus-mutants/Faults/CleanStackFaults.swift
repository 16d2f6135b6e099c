import APlusAdapter

/// Faults of section 2.2.4: handlers that run inside a call of the library.
enum CleanStackFaults {
  static let all: [Mutant] = [
    Mutant("sync-when-settled", "`then` on a settled promise runs the handler at once.", SyncWhenSettled.self),
    Mutant("sync-when-settling", "Settling a promise runs its handlers at once.", SyncWhenSettling.self),
    Mutant("sync-when-rejecting", "Rejecting a promise runs its handlers at once.", SyncWhenRejecting.self),
    Mutant(
      "sync-inside-handler", "`then` inside a handler, on a settled promise, runs the new handler at once.",
      SyncInsideHandler.self),
    Mutant(
      "sync-from-fifth-late-handler", "From the fifth `then` on a settled promise on, handlers run at once.",
      SyncFromFifthLateHandler.self),
    Mutant(
      "sync-with-many-handlers", "Settling a promise with more than four handlers runs them at once.",
      SyncWithManyHandlers.self),
    Mutant(
      "sync-when-settled-in-handler", "Settling another promise inside a handler runs its handlers at once.",
      SyncWhenSettledInHandler.self),
    Mutant(
      "settles-recursively-while-flushing",
      "While handlers run, settling runs further handlers at once, recursively along a chain.",
      SettlesRecursivelyWhileFlushing.self),
    Mutant(
      "sync-when-saved-resolver-is-called",
      "A thenable's resolver that is called after its `then` returned runs handlers at once.",
      SyncWhenSavedResolverIsCalled.self),
    Mutant(
      "sync-when-resolved-with-settled-promise", "Resolving a promise with a settled one runs handlers at once.",
      SyncWhenResolvedWithSettledPromise.self),
    Mutant(
      "sync-when-settled-in-earlier-turn",
      "`then` on a promise that was settled in an earlier turn runs the handler at once.",
      SyncWhenSettledInEarlierTurn.self),
    Mutant("sync-when-cancelling", "Cancelling a promise runs its handlers at once.", SyncWhenCancelling.self),
  ]
}

/// A promise that can run its handlers at once when it is settled.
private class HastyPromise: StepwisePromise {
  final var isHasty = false

  override func release(_ reactions: [Reaction]) {
    if isHasty { reactions.forEach(react) } else { super.release(reactions) }
  }

  /// Settles the promise in some way; its handlers run before this returns.
  final func runAtOnce(_ settle: () -> Void) {
    isHasty = true
    settle()
    isHasty = false
  }
}

private final class SyncWhenSettled: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if isPending { super.register(reaction) } else { react(to: reaction) }
  }
}

private final class SyncWhenSettling: StepwisePromise {
  override func release(_ reactions: [Reaction]) { reactions.forEach(react) }
}

private final class SyncWhenRejecting: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    if let outcome, !outcome.isFulfilled { reactions.forEach(react) } else { super.release(reactions) }
  }
}

private final class SyncInsideHandler: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if !isPending, queue.openHandlers > 0 { react(to: reaction) } else { super.register(reaction) }
  }
}

private final class SyncFromFifthLateHandler: StepwisePromise {
  private var lateCount = 0

  override func register(_ reaction: Reaction) {
    if !isPending { lateCount += 1 }
    if lateCount >= 5 { react(to: reaction) } else { super.register(reaction) }
  }
}

private final class SyncWithManyHandlers: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    if reactions.count > 4 { reactions.forEach(react) } else { super.release(reactions) }
  }
}

private final class SyncWhenSettledInHandler: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    if queue.openHandlers == 1 { reactions.forEach(react) } else { super.release(reactions) }
  }
}

private final class SettlesRecursivelyWhileFlushing: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    if queue.isDraining { reactions.forEach(react) } else { super.release(reactions) }
  }
}

private final class SyncWhenSavedResolverIsCalled: HastyPromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    var isLate = false
    callThen(of: thenable) { pair, attempt in
      if isLate { self.runAtOnce { pair.use(attempt) } } else { pair.use(attempt) }
    }
    isLate = true
  }
}

private final class SyncWhenResolvedWithSettledPromise: HastyPromise {
  override func settleByDeferred(_ attempt: Attempt) {
    if case .resolve(.promise(let promise)) = attempt, let outcome = promise.outcome {
      runAtOnce { settle(outcome) }
    } else {
      super.settleByDeferred(attempt)
    }
  }
}

private final class SyncWhenSettledInEarlierTurn: StepwisePromise {
  private var settledTurn: Int?

  override func release(_ reactions: [Reaction]) {
    super.release(reactions)
    settledTurn = queue.turn
  }

  override func register(_ reaction: Reaction) {
    if let settledTurn, settledTurn < queue.turn { react(to: reaction) } else { super.register(reaction) }
  }
}

private final class SyncWhenCancelling: HastyPromise {
  override func receiveCancel(_ reason: any Error) { runAtOnce { super.receiveCancel(reason) } }
}
