/// A promise that knows its parent, the promise that it was made from.
class ChildPromise: StepwisePromise {
  final weak var parent: StepwisePromise?

  override final func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    let derived = super.then(onFulfilled, onRejected)
    (derived as? ChildPromise)?.parent = self
    return derived
  }
}
