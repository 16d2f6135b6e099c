/// A promise that cancels a child with what the child's error handler throws, if it has one:
/// `cancellation:handler-reason`.
class HandlerReasonPromise: LinkedPromise {
  override class var isLinked: Bool { false }

  /// The children that have an error handler, which runs before the child is cancelled.
  private var childrenWithErrorHandler: Set<ObjectIdentifier> = []

  override final func register(_ reaction: Reaction) {
    if reaction.onRejected != nil { childrenWithErrorHandler.insert(ObjectIdentifier(reaction.target)) }
    super.register(reaction)
  }

  override final var cancelTargets: [StepwisePromise] {
    guard case .cancelled = outcome else { return super.cancelTargets }
    return super.cancelTargets.filter { !childrenWithErrorHandler.contains(ObjectIdentifier($0)) }
  }

  override final func passCancel(_ outcome: Outcome, to derived: StepwisePromise) {
    if !childrenWithErrorHandler.contains(ObjectIdentifier(derived)) { super.passCancel(outcome, to: derived) }
  }

  override final func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    guard case .cancelled(let reason) = outcome else {
      super.run(handler, with: outcome, for: derived)
      return
    }
    do {
      _ = try call(handler, with: outcome)
      derived.cancel(reason)
    } catch { derived.cancel(error) }
  }
}

/// The same, and a cancel goes on to the followed promise.
final class LinkedHandlerReasonPromise: HandlerReasonPromise { override class var isLinked: Bool { true } }
