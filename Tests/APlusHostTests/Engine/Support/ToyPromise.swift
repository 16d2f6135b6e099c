import APlusAdapter
import Synchronization

/// A small promise of one value type; how it calls handlers is what the tests vary.
final class ToyPromise: Sendable {
  /// Runs a job: later, at once, or never.
  typealias Scheduler = @Sendable (@escaping @Sendable () -> Void) -> Void

  private struct State: Sendable {
    var outcome: Result<Token, any Error>?
    var handlers: [@Sendable (Result<Token, any Error>) -> Void] = []
  }

  private let state = Mutex(State())
  private let schedule: Scheduler

  init(_ schedule: @escaping Scheduler) { self.schedule = schedule }

  /// Settles the promise; the first call counts.
  func settle(_ outcome: Result<Token, any Error>) {
    let handlers = state.withLock { state in
      guard state.outcome == nil else { return [] as [@Sendable (Result<Token, any Error>) -> Void] }
      state.outcome = outcome
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { schedule { handler(outcome) } }
  }

  /// Calls a function with the outcome, once.
  func observe(_ handler: @escaping @Sendable (Result<Token, any Error>) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.handlers.append(handler) }
      return state.outcome
    }
    if let outcome { schedule { handler(outcome) } }
  }

  /// Registers handlers that end with a value.
  func map(_ onFulfilled: (@Sendable (Token) throws -> Token)?, _ onRejected: (@Sendable (any Error) throws -> Token)?)
    -> ToyPromise
  {
    let result = ToyPromise(schedule)
    observe { outcome in
      result.settle(
        Result {
          switch outcome {
          case .success(let value): try onFulfilled?(value) ?? value
          case .failure(let error): try onRejected?(error) ?? { throw error }()
          }
        })
    }
    return result
  }

  /// Registers handlers that end with a promise.
  func flatMap(
    _ onFulfilled: (@Sendable (Token) throws -> ToyPromise)?,
    _ onRejected: (@Sendable (any Error) throws -> ToyPromise)?
  ) -> ToyPromise {
    let result = ToyPromise(schedule)
    observe { outcome in
      do {
        let inner: ToyPromise?
        switch outcome {
        case .success(let value): inner = try onFulfilled?(value)
        case .failure(let error): inner = try onRejected?(error)
        }
        if let inner { inner.observe { result.settle($0) } } else { result.settle(outcome) }
      } catch { result.settle(.failure(error)) }
    }
    return result
  }
}
