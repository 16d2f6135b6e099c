/// Faults of section 2.2.6: the order in which handlers run.
enum OrderFaults {
  static let all: [Mutant] = [
    Mutant("last-in-first-out", "onFulfilled handlers run in reverse order.", LastInFirstOut.self),
    Mutant("rejections-last-in-first-out", "onRejected handlers run in reverse order.", RejectionsLastInFirstOut.self),
    Mutant("order-is-arbitrary", "Handlers run in the order of a hash table.", OrderIsArbitrary.self),
    Mutant(
      "order-breaks-beyond-eight", "Handlers beyond the eighth run in reverse order.", OrderBreaksBeyondEight.self),
    Mutant(
      "late-handler-overtakes",
      "A handler that is registered after the settlement runs before those that wait already.",
      LateHandlerOvertakes.self),
    Mutant(
      "overtakes-after-lock-in",
      "Handlers that are registered while the promise follows another run before earlier ones.",
      OvertakesAfterLockIn.self),
    Mutant(
      "handler-of-handler-overtakes", "A handler that a handler registers runs before those that wait already.",
      StepwisePromise.self, queue: NewestJobsFirst.self),
    Mutant(
      "queue-is-capped", "Jobs beyond 1024 in the queue are dropped.", StepwisePromise.self, queue: CappedQueue.self),
  ]
}

private final class LastInFirstOut: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    super.release(outcome?.isFulfilled == true ? reactions.reversed() : reactions)
  }
}

private final class RejectionsLastInFirstOut: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    super.release(outcome?.isFulfilled == false ? reactions.reversed() : reactions)
  }
}

private final class OrderIsArbitrary: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    // A table of seven buckets: arbitrary, and the same in every run.
    let buckets = reactions.enumerated().sorted { one, other in (one.offset * 5 + 3) % 7 < (other.offset * 5 + 3) % 7 }
    super.release(buckets.map(\.element))
  }
}

private final class OrderBreaksBeyondEight: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    super.release(reactions.prefix(8) + reactions.dropFirst(8).reversed())
  }
}

private final class LateHandlerOvertakes: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if isPending { super.register(reaction) } else { queue.addFirst { self.react(to: reaction) } }
  }
}

private final class OvertakesAfterLockIn: StepwisePromise {
  private var isFollowing = false

  override func follow(_ promise: StepwisePromise) {
    isFollowing = true
    super.follow(promise)
  }

  override func register(_ reaction: Reaction) {
    if isPending, isFollowing { reactions.insert(reaction, at: 0) } else { super.register(reaction) }
  }
}

/// Runs the jobs that a job adds before those that already wait.
private final class NewestJobsFirst: JobQueue {
  private var waiting: [Job] = []

  override func next() -> Job? {
    waiting.insert(contentsOf: jobs, at: 0)
    jobs = []
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}

private final class CappedQueue: JobQueue {
  override func add(_ job: @escaping Job) { if count < 1024 || isDraining { super.add(job) } }
}
