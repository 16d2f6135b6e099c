import Dispatch

final class Promise<Value: Sendable>: @unchecked Sendable {
  typealias Outcome = Result<Value, any Error>
  private let lock = DispatchQueue(label: "promise")
  private var outcome: Outcome?
  private var observers: [@Sendable (Outcome) -> Void] = []

  init(_ outcome: Outcome? = nil) { self.outcome = outcome }
  func settle(_ new: Outcome) {
    lock.sync {
      guard outcome == nil else { return }
      outcome = new
      for observer in observers { DispatchQueue.main.async { observer(new) } }
      observers = []
    }
  }
  func observe(_ observer: @escaping @Sendable (Outcome) -> Void) {
    let settled = lock.sync {
      if outcome == nil { observers.append(observer) }
      return outcome
    }
    if let settled { observer(settled) }
  }
  func map(_ transform: @escaping @Sendable (Outcome) throws -> Value) -> Promise {
    let next = Promise()
    observe { outcome in next.settle(Outcome { try transform(outcome) }) }
    return next
  }
  func flatMap(_ transform: @escaping @Sendable (Outcome) throws -> Promise) -> Promise {
    let next = Promise()
    observe { outcome in do { try transform(outcome).observe(next.settle) } catch { next.settle(.failure(error)) } }
    return next
  }
}
