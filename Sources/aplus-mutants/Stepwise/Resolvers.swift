/// The functions that settle a promise: of all their calls, only the first counts.
///
/// - Requirement: 2.3.3.3.3
final class Resolvers {
  private let promise: StepwisePromise
  /// Whether the pair belongs to a deferred, rather than to a thenable.
  private let isDeferred: Bool
  private var first: Attempt?

  init(_ promise: StepwisePromise, isDeferred: Bool = false) {
    self.promise = promise
    self.isDeferred = isDeferred
  }

  /// Settles the promise if this is the first call.
  func use(_ attempt: Attempt) {
    guard let first else {
      first = attempt
      if isDeferred { promise.settleByDeferred(attempt) } else { promise.perform(attempt) }
      return
    }
    if isDeferred { promise.settleAgain(attempt, after: first) }
  }
}
