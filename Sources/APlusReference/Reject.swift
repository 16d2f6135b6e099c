/// The function that a thenable calls when it has failed.
///
/// Only the first call of it and of the ``Resolve`` beside it counts.
///
/// - Requirement: 2.3.3.3
public struct Reject<Value: Sendable>: Sendable {
  private let deferred: Deferred<Value>

  init(_ deferred: Deferred<Value>) {
    self.deferred = deferred
  }

  /// Rejects with a reason.
  ///
  /// - Returns: Whether this call decided.
  @discardableResult
  public func callAsFunction(_ reason: any Error) -> Bool {
    deferred.reject(reason)
  }
}
