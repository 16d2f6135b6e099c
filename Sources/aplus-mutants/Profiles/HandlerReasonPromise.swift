/// A promise whose children that have an error handler are cancelled with what it throws: `cancellation:handler-reason`.
class HandlerReasonPromise: LinkedPromise {
  override class var isLinked: Bool { false }

  /// Children that have an error handler, which is asked first.
  private var askingChildren: Set<ObjectIdentifier> = []

  override final func register(_ reaction: Reaction) {
    if reaction.onRejected != nil {
      askingChildren.insert(ObjectIdentifier(reaction.target))
    }
    super.register(reaction)
  }

  override final var cancelTargets: [StepwisePromise] {
    guard case .cancelled = outcome else { return super.cancelTargets }
    return super.cancelTargets.filter { !askingChildren.contains(ObjectIdentifier($0)) }
  }

  override final func passCancel(_ outcome: Outcome, to derived: StepwisePromise) {
    if !askingChildren.contains(ObjectIdentifier(derived)) {
      super.passCancel(outcome, to: derived)
    }
  }

  override final func run(
    _ handler: @escaping Reaction.Handler,
    with outcome: Outcome,
    for derived: StepwisePromise
  ) {
    guard case .cancelled(let reason) = outcome else {
      super.run(handler, with: outcome, for: derived)
      return
    }
    do {
      _ = try call(handler, with: outcome)
      derived.cancel(reason)
    } catch {
      derived.cancel(error)
    }
  }
}

/// The same, and a cancel goes on to what is followed.
final class LinkedHandlerReasonPromise: HandlerReasonPromise {
  override class var isLinked: Bool { true }
}
