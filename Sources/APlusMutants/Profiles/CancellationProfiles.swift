/// Promises without a fault whose cancels do not go downstream.
package enum CancellationProfiles {
  /// Each is named by its profile.
  package static let all: [Mutant] = [
    Mutant("upstream", "None: a cancel goes up to the root, and down from there.", Upstream.self),
    Mutant("chain", "None: a cancel goes to the whole chain.", Chain.self),
    Mutant("listener", "None: a cancel stops one subscriber.", Listener.self),
  ]
}

private final class Upstream: ChildPromise {
  override func cancel(_ reason: any Error) {
    guard isPending else { return }
    if let parent, parent.isPending {
      parent.cancel(reason)
    } else {
      super.cancel(reason)
    }
  }
}

private final class Chain: ChildPromise {
  override func cancel(_ reason: any Error) {
    if let parent {
      parent.cancel(reason)
    } else {
      super.cancel(reason)
    }
  }
}

private final class Listener: StepwisePromise {
  private var isStopped = false

  override func cancel(_ reason: any Error) {
    isStopped = true
    receiveCancel(reason)
  }

  override func react(to reaction: Reaction) {
    if let target = reaction.target as? Listener, target.isStopped, !reaction.isFollower { return }
    super.react(to: reaction)
  }
}
