import Dispatch

/// Faults that end the process, or block it forever, inside a call of the library.
enum CrashFaults {
  static let all: [Mutant] = [
    Mutant("then-traps", "`then` ends the process.", ThenTraps.self),
    Mutant(
      "reentrant-then-traps", "`then` ends the process while a handler of the same promise runs.",
      ReentrantThenTraps.self),
    Mutant(
      "then-in-handler-deadlocks",
      "A handler runs while its promise is locked, so that `then` waits for it inside the handler.",
      ThenInHandlerDeadlocks.self),
    Mutant(
      "chain-settles-by-recursion", "A chain without handlers settles by recursion, and overflows the stack.",
      ChainSettlesByRecursion.self),
  ]
}

private final class ThenTraps: StepwisePromise {
  override func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    fatalError("not implemented")
  }
}

private final class ReentrantThenTraps: StepwisePromise {
  private var openHandlers = 0

  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    openHandlers += 1
    defer { openHandlers -= 1 }
    return try super.call(handler, with: outcome)
  }

  override func register(_ reaction: Reaction) {
    precondition(openHandlers == 0, "the list of handlers is in use")
    super.register(reaction)
  }
}

private final class ThenInHandlerDeadlocks: StepwisePromise {
  private let lock = DispatchSemaphore(value: 1)

  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    lock.wait()
    defer { lock.signal() }
    return try super.call(handler, with: outcome)
  }

  override func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    lock.wait()
    defer { lock.signal() }
    return super.then(onFulfilled, onRejected)
  }
}

private final class ChainSettlesByRecursion: StepwisePromise {
  override func schedule(_ reaction: Reaction) {
    if let outcome, !reaction.isFollower, reaction.handler(for: outcome) == nil {
      react(to: reaction)
    } else {
      super.schedule(reaction)
    }
  }
}
