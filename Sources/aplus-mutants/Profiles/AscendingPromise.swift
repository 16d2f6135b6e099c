/// A promise whose cancel goes up, to the promise that it follows, or else to its parent, and down
/// from the last that it reaches.
class AscendingPromise: ChildPromise {
  private final weak var followed: StepwisePromise?

  override final func follow(_ promise: StepwisePromise) {
    followed = promise
    super.follow(promise)
  }

  /// The promise that a cancel goes up to; nil at the top.
  var above: StepwisePromise? {
    if let followed, followed.isPending { return followed }
    return parent.flatMap { goesUp(to: $0) ? $0 : nil }
  }

  /// Whether a cancel goes up from a child to this promise.
  func goesUp(to promise: StepwisePromise) -> Bool { promise.isPending }

  override func cancel(_ reason: any Error) {
    guard isPending else { return }
    var top = self
    var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    while let next = top.above as? AscendingPromise, visited.insert(ObjectIdentifier(next)).inserted { top = next }
    top.cancelDown(reason)
  }

  final func cancelDown(_ reason: any Error) { super.cancel(reason) }
}

/// `cancellation:upstream`.
class Upstream: AscendingPromise {}

/// `cancellation:chain`; a cancel goes up through settled promises, too.
class Chain: AscendingPromise {
  override func goesUp(to promise: StepwisePromise) -> Bool { true }

  override func cancel(_ reason: any Error) { if isPending { super.cancel(reason) } else { cancelDown(reason) } }
}

/// `cancellation:counted`: a cancel goes up while nobody else waits.
class Counted: AscendingPromise {
  override final var above: StepwisePromise? { super.above.flatMap { isAlone(below: $0) ? $0 : nil } }

  final func isAlone(below promise: StepwisePromise) -> Bool { (promise as? Counted)?.waiting ?? 0 <= 1 }

  /// How many promises wait for this one that are not cancelled.
  var waiting: Int { reactions.count { $0.target.isPending } }
}
