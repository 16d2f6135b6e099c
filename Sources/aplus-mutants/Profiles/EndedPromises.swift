import APlusAdapter

/// `cancellation:rejection`.
class Rejection: StepwisePromise {
  final var isLockedIn = false

  override func cancel(_ reason: any Error) { if !isLockedIn { settle(.rejected(reason)) } }

  override final func follow(_ promise: StepwisePromise) {
    isLockedIn = true
    super.follow(promise)
  }

  override func callThen(of thenable: Thenable<StepwisePromise>) {
    isLockedIn = true
    super.callThen(of: thenable)
  }
}

/// `cancellation:silences`: what a cancel reaches never settles.
class Silences: StepwisePromise {
  final var isSilent = false

  override func receiveCancel(_ reason: any Error) {
    guard isPending else { return }
    isSilent = true
    reactions = []
  }

  override func settle(_ outcome: Outcome) { if !isSilent { super.settle(outcome) } }
}
