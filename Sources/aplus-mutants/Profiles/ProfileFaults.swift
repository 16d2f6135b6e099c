import APlusAdapter

/// A promise with one fault against the profile that it claims.
package struct ProfileFault: Sendable {
  /// The word of the profile.
  package let profile: String
  package let mutant: Mutant
  /// The case that finds the fault, and the beginning of the keys of its dimensions.
  package let killedBy: String

  /// All of them: at least one for each case about the questions that profiles answer.
  package static let all = [
    ProfileFault("silences", "CP-3-a.silences", "Later handlers see a cancel.", TellsLater.self),
    ProfileFault("upstream", "CP-3-b.upstream", "What is derived from the root hangs.", EndsRootAlone.self),
    ProfileFault("counted", "CP-4-a.counted.1", "A cancel goes up whoever waits.", Upstream.self),
    ProfileFault("rejection", "CP-4-a.rejection.3", "The last handler takes the cancelled one's place.", Swaps.self),
    ProfileFault("downstream", "RX-C8-d.3", "The last handler takes the cancelled one's place.", Swaps.self),
    ProfileFault("token", "CP-4-a.token", "The handler of a cancelled registration runs.", Rejection.self),
    ProfileFault("listener", "CP-4-b.listener", "A handler that is queued runs despite a cancel.", RunsQueued.self),
    ProfileFault("token", "CP-4-b.token", "A handler that is queued runs despite a cancel.", RunsQueuedOfToken.self),
    ProfileFault("counted", "CP-5-a.counted", "A cancel never goes up.", StepwisePromise.self),
    ProfileFault("chain", "CP-5-a.chain.3", "A cancel goes up one link.", AscendsOneLink.self),
    ProfileFault("upstream", "S4-k.upstream", "A cancel goes up a thousand links.", AscendsThousandLinks.self),
    ProfileFault("counted", "CP-5-b.counted.2", "Who has cancelled still counts.", CountsCancelled.self),
    ProfileFault("counted", "CP-5-b.counted.40", "Eight cancels at most are counted.", CountsToEight.self),
    ProfileFault("counted", "CP-5-c.counted.again", "Two cancels of one child count twice.", CountsCalls.self),
    ProfileFault("counted", "CP-5-c.counted.joined", "Who comes after a cancel is not counted.", IgnoresJoined.self),
    ProfileFault(
      "counted", "CP-5-g.counted.follower", "Who follows the promise does not count.", IgnoresFollowers.self),
    ProfileFault("upstream", "CP-5-d.upstream.3", "What is derived on the way up hangs.", LosesBeside.self),
    ProfileFault("upstream", "CP-5-e.3", "A cancel that goes up two links loses its reason.", LosesReason.self),
    ProfileFault("chain", "CP-5-f.3", "A cancel that goes up two links loses its reason.", LosesReasonOfChain.self),
    ProfileFault("upstream", "CP-6-c.upstream.parent", "Adoption is no link upward.", StopsAtAdoption.self),
    ProfileFault("upstream", "CP-6-a.upstream.returned", "Adoption is no link upward.", StopsAtAdoption.self),
    ProfileFault("rejection", "CP-6-b.rejection", "What a thenable gives undoes a cancel.", IsUndoneByThenable.self),
    ProfileFault("upstream", "CP-7-a.upstream", "A cancel goes down through a settled promise.", StepwisePromise.self),
    ProfileFault("rejection", "CP-7-a.rejection", "A cancel replaces an outcome.", ReplacesOutcome.self),
    ProfileFault("upstream", "CP-7-b.upstream", "A cancel empties the queue of a settled promise.", CutsQueue.self),
    ProfileFault("upstream", "SC-F14-b.upstream.kept", "Adoption is no link upward.", StopsAtAdoption.self),
    ProfileFault("upstream", "SC-F14-b.upstream.freed", "A cancel is lost with the parent.", NeedsParent.self),
    ProfileFault("rejection", "CP-4-c.rejection", "A cancel inside a handler ends the flush.", EndsFlush.self),
  ]

  private init(_ profile: String, _ killedBy: String, _ fault: String, _ kind: StepwisePromise.Type) {
    self.profile = profile
    self.killedBy = killedBy
    mutant = Mutant("\(kind)", fault, kind)
  }
}

private final class TellsLater: Silences {
  override func register(_ reaction: Reaction) {
    if isSilent { outcome = .cancelled(Cancellation()) }
    super.register(reaction)
  }
}

private final class EndsRootAlone: Upstream {
  override var cancelTargets: [StepwisePromise] { [] }

  override func react(to reaction: Reaction) {
    guard case .cancelled? = outcome, reaction.onRejected == nil else { return super.react(to: reaction) }
  }
}

private final class Swaps: StepwisePromise {
  private weak var source: Swaps?

  override func register(_ reaction: Reaction) {
    (reaction.target as? Swaps)?.source = self
    super.register(reaction)
  }

  override func cancel(_ reason: any Error) {
    if let source, let place = source.reactions.firstIndex(where: { $0.target === self }) {
      let last = source.reactions.removeLast()
      if place < source.reactions.count { source.reactions[place] = last }
    }
    super.cancel(reason)
  }
}

private final class IgnoresFollowers: Counted {
  override var waiting: Int { reactions.count { $0.target.isPending && !$0.isFollower } }
}

private final class RunsQueued: Listener {
  override func schedule(_ reaction: Reaction) {
    let wasStopped = (reaction.target as? Listener)?.isStopped ?? false
    enqueue(for: reaction) {
      if !wasStopped { (reaction.target as? Listener)?.isStopped = false }
      self.react(to: reaction)
    }
  }
}

private final class RunsQueuedOfToken: TokenPromise {
  override func schedule(_ reaction: Reaction) {
    let wasStopped = (reaction.target as? Listener)?.isStopped ?? false
    enqueue(for: reaction) {
      if !wasStopped { (reaction.target as? Listener)?.isStopped = false }
      self.react(to: reaction)
    }
  }
}

private final class AscendsOneLink: ChildPromise {
  override func cancel(_ reason: any Error) {
    if let parent { parent.receiveCancel(reason) } else { super.cancel(reason) }
  }
}

private final class AscendsThousandLinks: Upstream {
  override func cancel(_ reason: any Error) {
    var top: AscendingPromise = self
    for _ in 0..<1000 { top = top.above as? AscendingPromise ?? top }
    top.cancelDown(reason)
  }
}

private final class LosesBeside: Upstream {
  override func cancel(_ reason: any Error) {
    var below: AscendingPromise = self
    while let next = below.above as? AscendingPromise {
      next.reactions.removeAll { $0.target !== below }
      below = next
    }
    super.cancel(reason)
  }
}

private final class LosesReason: Upstream {
  override func cancel(_ reason: any Error) {
    let isFar = (above as? AscendingPromise)?.above != nil
    super.cancel(isFar ? Cancellation() : reason)
  }
}

private final class LosesReasonOfChain: Chain {
  override func cancel(_ reason: any Error) {
    let isFar = (above as? AscendingPromise)?.above != nil
    super.cancel(isFar ? Cancellation() : reason)
  }
}

private final class CountsCancelled: Counted { override var waiting: Int { reactions.count } }

private final class CountsToEight: Counted {
  override var waiting: Int {
    let cancelled = reactions.count { !$0.target.isPending }
    return reactions.count - min(cancelled, 8)
  }
}

private final class CountsCalls: Counted {
  private var calls = 0

  override var waiting: Int { reactions.count - calls + 1 }

  override func cancel(_ reason: any Error) {
    (parent as? CountsCalls)?.calls += 1
    guard isPending else {
      if let parent = parent as? CountsCalls, parent.waiting <= 1 { parent.cancelDown(reason) }
      return
    }
    super.cancel(reason)
  }
}

private final class IgnoresJoined: Counted {
  private var known: Int?

  override var waiting: Int {
    let known = known ?? reactions.count
    self.known = known
    return reactions.prefix(known).count { $0.target.isPending }
  }
}

private final class StopsAtAdoption: ChildPromise {
  override func cancel(_ reason: any Error) {
    guard isPending else { return }
    if let parent, parent.isPending { parent.cancel(reason) } else { super.cancel(reason) }
  }
}

/// Finds the way up through its parent, which may be gone.
private final class NeedsParent: Upstream {
  override func cancel(_ reason: any Error) { if !isDerived || parent != nil { super.cancel(reason) } }
}

private final class IsUndoneByThenable: Rejection {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    super.callThen(of: thenable) { pair, attempt in
      self.outcome = nil
      pair.use(attempt)
    }
  }
}

private final class ReplacesOutcome: Rejection {
  override func cancel(_ reason: any Error) {
    if isPending { super.cancel(reason) } else { outcome = .rejected(reason) }
  }
}

private final class CutsQueue: Upstream {
  private var isCut = false

  override func cancel(_ reason: any Error) {
    isCut = !isPending
    super.cancel(reason)
  }

  override func react(to reaction: Reaction) { if !isCut { super.react(to: reaction) } }
}

private final class EndsFlush: Rejection {
  private weak var source: EndsFlush?
  private var isEnded = false

  override func register(_ reaction: Reaction) {
    (reaction.target as? EndsFlush)?.source = self
    super.register(reaction)
  }

  override func cancel(_ reason: any Error) {
    if queue.openHandlers > 0 { source?.isEnded = true }
    super.cancel(reason)
  }

  override func react(to reaction: Reaction) { if !isEnded { super.react(to: reaction) } }
}
