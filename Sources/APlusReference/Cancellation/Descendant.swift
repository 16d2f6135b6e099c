/// A promise of any value, as a cancel sees it on its way down.
@usableFromInline protocol Descendant: AnyObject, Sendable {
  /// Cancels this promise if it is pending, and names those that the cancel must reach next.
  ///
  /// - Returns: Whether the promise was pending.
  func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool

  /// Makes another lineage, or none, the one that the promise belongs to.
  func join(_ lineage: Lineage?)
}
