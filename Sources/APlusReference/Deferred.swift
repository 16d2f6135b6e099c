public import Synchronization

/// A promise together with the means to settle it.
///
/// Hand out the promise and keep the deferred. The first of ``fulfill(_:)``, ``reject(_:)`` and
/// ``resolve(with:)-(Promise<Value>)`` decides; later calls do nothing and say so:
///
///     let deferred = Deferred<Int>()
///     deferred.fulfill(1)  // true
///     deferred.reject(Failure())  // false: the promise keeps its value
///
/// Any thread may call it. When the last deferred of a pending promise is gone, nobody can settle
/// the promise any more, except by cancelling it.
public final class Deferred<Value: Sendable>: Sendable {
  /// The promise that this settles.
  public let promise: Promise<Value>

  @usableFromInline let isSpent = Atomic(false)

  /// Makes a pending promise and the means to settle it.
  ///
  /// - Parameter context: Where handlers run that do not name a context.
  @inlinable public convenience init(on context: any Context = ThreadContext.shared) {
    self.init(settling: Promise(pendingOn: context))
  }

  /// Makes one more means to settle a promise; the previous ones must be spent.
  @inlinable init(settling promise: Promise<Value>) {
    self.promise = promise
  }

  /// Fulfills the promise.
  ///
  /// - Parameter value: The value, kept as it is.
  /// - Returns: Whether this call settled the promise.
  @discardableResult
  @inlinable public func fulfill(_ value: Value) -> Bool {
    resolve(with: .value(value))
  }

  /// Rejects the promise.
  ///
  /// - Parameter reason: The reason, kept as it is.
  /// - Returns: Whether this call settled the promise.
  @discardableResult
  @inlinable public func reject(_ reason: any Error) -> Bool {
    spend() && promise.settle(.rejected(reason))
  }

  /// Makes the promise take over the outcome of another one.
  ///
  /// From now on the promise is locked in: only the other one decides, or a cancel. A promise that
  /// is resolved with itself is rejected with ``PromiseError/selfResolution``.
  ///
  /// - Parameter other: The promise to adopt, pending or settled.
  /// - Returns: Whether this call decided the promise.
  /// - Requirement: 2.3.1, 2.3.2
  @discardableResult
  @inlinable public func resolve(with other: Promise<Value>) -> Bool {
    resolve(with: .promise(other))
  }

  /// Makes the promise take over what a thenable comes to.
  ///
  /// The thenable's `then` is called once, in a later turn on the promise's context.
  ///
  /// - Parameter thenable: The object to assimilate.
  /// - Returns: Whether this call decided the promise.
  /// - Requirement: 2.3.3
  @discardableResult
  @inlinable public func resolve(with thenable: some Thenable<Value>) -> Bool {
    resolve(with: .thenable(thenable))
  }

  /// Resolves the promise with a value, a promise or a thenable.
  ///
  /// - Parameter resolution: One of the three.
  /// - Returns: Whether this call decided the promise.
  @discardableResult
  @inlinable public func resolve(with resolution: Resolution<Value>) -> Bool {
    spend() && promise.resolve(resolution)
  }

  /// Reports whether this is the first call, which alone takes effect.
  @inlinable func spend() -> Bool {
    !isSpent.exchange(true, ordering: .acquiringAndReleasing)
  }
}

extension Deferred where Value == Void {
  /// Fulfills the promise with nothing.
  ///
  /// - Returns: Whether this call settled the promise.
  @discardableResult
  @inlinable public func fulfill() -> Bool {
    fulfill(())
  }
}
