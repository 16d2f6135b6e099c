import Dispatch

/// The promise that the tests of this package are about.
public final class Promise<Value: Sendable>: @unchecked Sendable {
  /// A value, or the reason why there is none.
  public typealias Outcome = Result<Value, any Error>
  /// The reason of a promise that is resolved with itself.
  public struct SelfResolution: Error {}

  private let lock = DispatchQueue(label: "promise")
  private var outcome: Outcome?
  private var observers: [@Sendable (Outcome) -> Void] = []

  /// Creates a promise, settled if it has an outcome.
  public init(_ outcome: Outcome? = nil) { self.outcome = outcome }

  /// Settles the promise, unless it is settled.
  public func settle(_ new: Outcome) {
    lock.sync {
      guard outcome == nil else { return }
      outcome = new
      for observer in observers { DispatchQueue.main.async { observer(new) } }
      observers = []
    }
  }

  /// Calls an observer with the outcome, later, on the main queue.
  public func observe(_ observer: @escaping @Sendable (Outcome) -> Void) {
    lock.sync {
      guard let outcome else { return observers.append(observer) }
      DispatchQueue.main.async { observer(outcome) }
    }
  }

  /// Makes a promise of what a function makes of the outcome.
  public func map(_ transform: @escaping @Sendable (Outcome) throws -> Value) -> Promise {
    let next = Promise()
    observe { outcome in next.settle(Outcome { try transform(outcome) }) }
    return next
  }

  /// Makes a promise that follows the one that a function makes of the outcome.
  public func flatMap(_ transform: @escaping @Sendable (Outcome) throws -> Promise) -> Promise {
    let next = Promise()
    observe { outcome in
      do {
        let promise = try transform(outcome)
        guard promise !== next else { return next.settle(.failure(SelfResolution())) }
        promise.observe(next.settle)
      } catch { next.settle(.failure(error)) }
    }
    return next
  }
}
