/// What waits for the settlement of a promise.
final class Reaction {
  /// A handler of either kind; it takes from the outcome what it needs.
  typealias Handler = (Outcome) throws -> Ending

  let onFulfilled: Handler?
  let onRejected: Handler?
  /// The promise that `then` made, or the follower.
  let target: StepwisePromise
  /// Whether the target takes the outcome as it is.
  let isFollower: Bool
  /// Where the handlers run; nil for the default.
  var context: StepwiseContext?

  init(onFulfilled: Handler?, onRejected: Handler?, derived: StepwisePromise, on context: StepwiseContext? = nil) {
    self.onFulfilled = onFulfilled
    self.onRejected = onRejected
    self.context = context
    target = derived
    isFollower = false
  }

  init(follower: StepwisePromise) {
    onFulfilled = nil
    onRejected = nil
    target = follower
    isFollower = true
  }

  /// The handler for an outcome.
  func handler(for outcome: Outcome) -> Handler? { outcome.isFulfilled ? onFulfilled : onRejected }

  /// The handler that an outcome must not call.
  func otherHandler(for outcome: Outcome) -> Handler? { outcome.isFulfilled ? onRejected : onFulfilled }
}
