import APlusAdapter

/// Faults that show with many handlers, jobs or thenables, in memory that stays in use, or in
/// rejections that nothing handles.
enum ScaleFaults {
  static let all: [Mutant] = [
    Mutant(
      "keeps-sixteen-handlers", "A pending promise keeps only its first sixteen handlers.", KeepsSixteenHandlers.self),
    Mutant(
      "handled-rejection-becomes-fulfilment", "A handled rejection is a fulfillment for later handlers.",
      HandledRejectionBecomesFulfilment.self),
    Mutant(
      "thenable-depth-is-three", "The fourth thenable inside thenables is taken for a plain value.",
      ThenableDepthIsThree.self),
    Mutant(
      "long-queue-loses-order", "A job queue of more than 512 loses its order.", StepwisePromise.self,
      queue: LongQueueLosesOrder.self),
    Mutant(
      "flush-stops-at-thousand", "Of one run through the queue, jobs beyond 1000 are dropped.", StepwisePromise.self,
      queue: FlushStopsAtThousand.self),
    Mutant("handlers-are-retained", "Handlers are kept after the settlement.", HandlersAreRetained.self),
    Mutant(
      "follower-of-settled-is-retained", "A settled promise keeps the promises that follow it.",
      FollowerOfSettledIsRetained.self),
    Mutant(
      "waiting-follower-is-retained", "A settled promise keeps the promises that waited for it.",
      WaitingFollowerIsRetained.self),
    Mutant(
      "registration-searches-handlers", "Each registration searches all handlers that wait.",
      RegistrationSearchesHandlers.self),
  ]
}

private final class KeepsSixteenHandlers: StepwisePromise {
  override func register(_ reaction: Reaction) { if !isPending || reactions.count < 16 { super.register(reaction) } }
}

private final class HandledRejectionBecomesFulfilment: StepwisePromise {
  override func react(to reaction: Reaction) {
    super.react(to: reaction)
    if reaction.onRejected != nil, case .rejected? = outcome, let outcome { self.outcome = .fulfilled(outcome.token) }
  }
}

private final class ThenableDepthIsThree: StepwisePromise {
  private var depth = 0

  override func callThen(of thenable: Thenable<StepwisePromise>) {
    depth += 1
    if depth > 3 { settle(.fulfilled(.nothing)) } else { super.callThen(of: thenable) }
  }
}

private final class LongQueueLosesOrder: JobQueue {
  override func add(_ job: @escaping Job) { if count > 512 { addFirst(job) } else { super.add(job) } }
}

private final class FlushStopsAtThousand: JobQueue {
  private var currentTurn = 0
  private var taken = 0

  override func next() -> Job? {
    if turn != currentTurn {
      currentTurn = turn
      taken = 0
    }
    taken += 1
    guard taken <= 1000 else {
      jobs = []
      head = 0
      return nil
    }
    return super.next()
  }
}

private final class HandlersAreRetained: StepwisePromise {
  private var kept: [Reaction] = []

  override func react(to reaction: Reaction) {
    kept.append(reaction)
    super.react(to: reaction)
  }
}

private final class RegistrationSearchesHandlers: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if !reactions.contains(where: { $0.target === reaction.target }) { super.register(reaction) }
  }
}

private final class FollowerOfSettledIsRetained: StepwisePromise {
  override func follow(_ promise: StepwisePromise) {
    super.follow(promise)
    if !promise.isPending { promise.reactions.append(Reaction(follower: self)) }
  }
}

private final class WaitingFollowerIsRetained: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    super.release(reactions)
    self.reactions += reactions.filter(\.isFollower)
  }
}
