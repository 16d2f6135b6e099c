/// `cancellation:listener`: the handler of a cancelled promise does not run.
class Listener: StepwisePromise {
  final var isStopped = false

  override final func cancel(_ reason: any Error) {
    isStopped = true
    receiveCancel(reason)
  }

  override func react(to reaction: Reaction) {
    if let target = reaction.target as? Listener, target.isStopped, !reaction.isFollower { return }
    super.react(to: reaction)
  }
}

/// `cancellation:token`: the same, and the promise is rejected.
class TokenPromise: Listener { override final func receiveCancel(_ reason: any Error) { settle(.rejected(reason)) } }
