import Synchronization

/// A promise together with the means to settle it.
///
/// Hand out the promise and keep the deferred. The first of ``fulfill(_:)``, ``reject(_:)`` and
/// ``resolve(with:)-(Promise<Value>)`` decides; later calls do nothing and return false:
///
///     let deferred = Deferred<Int>()
///     deferred.fulfill(1)  // true
///     deferred.reject(Failure())  // false: the promise keeps its value
///
/// Any thread may call it. When the last deferred of a pending promise is gone, only a cancel can
/// settle the promise.
public final class Deferred<Value: Sendable>: Sendable {
  /// The promise that this settles.
  public let promise: Promise<Value>

  private let isSpent = Atomic(false)

  /// Makes a pending promise and the means to settle it.
  ///
  /// - Parameter context: The context of handlers that are registered without one.
  public convenience init(on context: any Context = QueueContext.shared) { self.init(settling: Promise(on: context)) }

  /// Makes another deferred for a promise; the previous ones must be spent.
  init(settling promise: Promise<Value>) { self.promise = promise }

  /// Fulfills the promise with a value.
  ///
  /// - Returns: Whether this call settled the promise.
  @discardableResult public func fulfill(_ value: Value) -> Bool { resolve(with: .value(value)) }

  /// Rejects the promise with a reason.
  ///
  /// - Returns: Whether this call settled the promise.
  @discardableResult public func reject(_ reason: any Error) -> Bool { spend() && promise.settle(.rejected(reason)) }

  /// Makes the promise take over the outcome of another one, pending or settled.
  ///
  /// From now on the promise is locked in: only the other promise or a cancel decides. A promise
  /// that is resolved with itself is rejected with ``PromiseError/selfResolution``.
  ///
  /// - Returns: Whether this call decided the promise.
  /// - Requirement: 2.3.1, 2.3.2
  @discardableResult public func resolve(with other: Promise<Value>) -> Bool { resolve(with: .promise(other)) }

  /// Makes the promise take over the outcome of a thenable.
  ///
  /// The thenable's `then` is called once, in a later turn on the promise's context.
  ///
  /// - Returns: Whether this call decided the promise.
  /// - Requirement: 2.3.3
  @discardableResult public func resolve(with thenable: some Thenable<Value>) -> Bool {
    resolve(with: .thenable(thenable))
  }

  /// Resolves the promise with a value, a promise or a thenable.
  ///
  /// - Returns: Whether this call decided the promise.
  @discardableResult public func resolve(with resolution: Resolution<Value>) -> Bool {
    spend() && promise.resolve(resolution)
  }

  /// Settles the promise with a value or a reason.
  func settle(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let reason): reject(reason)
    }
  }

  /// Whether this is the first call, the only one that takes effect.
  private func spend() -> Bool { !isSpent.exchange(true, ordering: .acquiringAndReleasing) }
}

/// What a promise can be resolved with.
///
/// Most code never names this type: the forms of `then` take closures that return a value, a
/// promise or a thenable. It serves handlers that decide between them while they run.
///
/// - Requirement: 2.3
public enum Resolution<Value: Sendable>: Sendable {
  /// A plain value, which fulfills.
  case value(Value)
  /// A promise, whose outcome is adopted.
  case promise(Promise<Value>)
  /// Some other object with a `then`, which is called.
  case thenable(any Thenable<Value>)
}

/// An object with a `then`, whose outcome a promise can take over although it is not a promise.
///
/// Conform a future of another library and it can be returned from handlers:
///
///     extension TheirFuture: Thenable {
///       func then(_ deferred: Deferred<Value>) {
///         whenDone { value in deferred.fulfill(value) } orFailed: { deferred.reject($0) }
///       }
///     }
///
/// A thenable may do as it likes: settle the deferred many times, at once or later, from any
/// thread, and throw. The first call decides, and a throw counts only before that.
///
/// - Requirement: 2.3.3
public protocol Thenable<Value>: Sendable {
  /// The type of the thenable's value.
  associatedtype Value: Sendable

  /// Passes the value or the reason to a deferred, now or later.
  ///
  /// - Parameter deferred: Its `resolve` and `reject` are the two functions of Promises/A+.
  /// - Throws: The reason, if the deferred was not settled before.
  func then(_ deferred: Deferred<Value>) throws
}
