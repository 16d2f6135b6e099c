/// The function that a thenable calls when it has come to something.
///
/// Only the first call of it and of the ``Reject`` beside it counts.
///
/// - Requirement: 2.3.3.3
public struct Resolve<Value: Sendable>: Sendable {
  private let deferred: Deferred<Value>

  init(_ deferred: Deferred<Value>) {
    self.deferred = deferred
  }

  /// Fulfills with a value.
  ///
  /// - Returns: Whether this call decided.
  @discardableResult
  public func callAsFunction(_ value: Value) -> Bool {
    deferred.fulfill(value)
  }

  /// Takes over the outcome of a promise.
  ///
  /// - Returns: Whether this call decided.
  @discardableResult
  public func callAsFunction(with promise: Promise<Value>) -> Bool {
    deferred.resolve(with: promise)
  }

  /// Takes over what another thenable comes to.
  ///
  /// - Returns: Whether this call decided.
  @discardableResult
  public func callAsFunction(with thenable: some Thenable<Value>) -> Bool {
    deferred.resolve(with: thenable)
  }

  /// Takes over a value, a promise or a thenable.
  ///
  /// - Returns: Whether this call decided.
  @discardableResult
  public func callAsFunction(with resolution: Resolution<Value>) -> Bool {
    deferred.resolve(with: resolution)
  }
}
