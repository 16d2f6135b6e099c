/// A promise whose cancel goes on to the promise that it follows: `cancellation:linked`.
class LinkedPromise: StepwisePromise {
  private weak var followed: StepwisePromise?

  /// Whether the cancel goes on.
  class var isLinked: Bool { true }

  override final func follow(_ promise: StepwisePromise) {
    followed = promise
    super.follow(promise)
  }

  override var cancelTargets: [StepwisePromise] {
    guard Self.isLinked, let followed else { return super.cancelTargets }
    return super.cancelTargets + [followed]
  }
}
