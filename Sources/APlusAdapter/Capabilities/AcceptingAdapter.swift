/// An adapter for a library whose settle calls tell whether they took effect.
public protocol AcceptingAdapter: PromiseAdapter {
  /// Fulfills a promise and tells whether this call is what settled it.
  func tryFulfill(_ settler: Settler, with value: Token) -> Bool

  /// Rejects a promise and tells whether this call is what settled it.
  func tryReject(_ settler: Settler, with reason: Reason) -> Bool
}
