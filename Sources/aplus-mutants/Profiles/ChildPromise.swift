/// A promise that knows its parent, the promise that it was made from.
class ChildPromise: StepwisePromise {
  final weak var parent: StepwisePromise?
  /// Whether it has had a parent, which may be gone.
  private(set) final var isDerived = false

  override final func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    let derived = super.then(onFulfilled, onRejected)
    if let child = derived as? ChildPromise { (child.parent, child.isDerived) = (self, true) }
    return derived
  }
}
