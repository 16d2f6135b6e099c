import Dispatch
import Foundation

/// The library of the guide's adapter: a promise that runs handlers on a serial queue.
final class Promise<Value: Sendable>: @unchecked Sendable {
  /// What a handler returns.
  enum Next {
    case value(Value)
    case promise(Promise)
  }
  struct SelfResolution: Error {}
  typealias Outcome = Result<Value, any Error>

  private let lock = NSLock()
  private var isClaimed = false
  private var outcome: Outcome?
  private var observers: [(Outcome) -> Void] = []

  @discardableResult func settle(_ outcome: Outcome) -> Bool {
    guard claim() else { return false }
    publish(outcome)
    return true
  }

  func follow(_ other: Promise) {
    guard claim() else { return }
    if other === self { publish(.failure(SelfResolution())) } else { other.observe { self.publish($0) } }
  }

  func then(_ ok: ((Value) throws -> Next)?, _ bad: ((any Error) throws -> Next)?) -> Promise {
    let child = Promise()
    observe { outcome in
      do {
        let next: Next? =
          switch outcome {
          case .success(let value): try ok?(value)
          case .failure(let reason): try bad?(reason)
          }
        switch next {
        case nil: child.settle(outcome)
        case .value(let value): child.settle(.success(value))
        case .promise(let other): child.follow(other)
        }
      } catch { child.settle(.failure(error)) }
    }
    return child
  }

  private func claim() -> Bool {
    lock.withLock {
      defer { isClaimed = true }
      return !isClaimed
    }
  }

  /// Observers are queued under the lock, so that a later one cannot overtake them.
  private func publish(_ outcome: Outcome) {
    lock.withLock {
      self.outcome = outcome
      for observer in observers { handlers.async { observer(outcome) } }
      observers = []
    }
  }

  private func observe(_ observer: @escaping (Outcome) -> Void) {
    lock.withLock { if let outcome { handlers.async { observer(outcome) } } else { observers.append(observer) } }
  }
}

private let handlers = DispatchQueue(label: "handlers")
