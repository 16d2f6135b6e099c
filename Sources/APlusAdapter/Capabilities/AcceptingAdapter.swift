/// An adapter for a library whose settling calls report whether they took effect.
public protocol AcceptingAdapter: PromiseAdapter {
  /// Fulfills a promise and returns whether this call settled it.
  func tryFulfill(_ settler: Settler, with value: Token) -> Bool

  /// Rejects a promise and returns whether this call settled it.
  func tryReject(_ settler: Settler, with reason: Reason) -> Bool
}
