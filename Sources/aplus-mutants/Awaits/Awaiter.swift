import APlusAdapter
import APlusReference
import Dispatch
import Synchronization

/// One task that awaits, or one thread that blocks, until it is resumed.
final class Awaiter: Sendable {
  typealias Outcome = Result<Token, any Error>

  private struct State {
    var continuation: CheckedContinuation<Token, any Error>?
    var outcome: Outcome?
    var isWoken = false
  }

  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Blocks the calling thread until the end of the await.
  ///
  /// - Parameters:
  ///   - limit: How long; nil for ever.
  ///   - onLimit: Called where the time limit ends the await.
  /// - Returns: The value that the await ended with.
  /// - Throws: The error that it ended with.
  func wait(for limit: DispatchTimeInterval?, onLimit: () -> Void) throws -> Token {
    let isLate = hasEnded.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture) == .timedOut
    if isLate, end(.failure(PromiseError.timedOut)) { onLimit() }
    return try state.withLock { $0.outcome }?.get() ?? .nothing
  }

  /// Suspends the task, unless its await has ended already.
  func suspend(_ continuation: CheckedContinuation<Token, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  /// Ends the await; the first end counts.
  ///
  /// - Parameters:
  ///   - outcome: What the await ends with.
  ///   - remembers: Whether an end that comes before the task is suspended counts.
  /// - Returns: Whether this was the first.
  @discardableResult func end(_ outcome: Outcome, remembers: Bool = true) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.outcome == nil, remembers || state.continuation != nil else {
        return (false, CheckedContinuation<Token, any Error>?.none)
      }
      state.outcome = outcome
      return (true, exchange(&state.continuation, with: nil))
    }
    continuation?.resume(with: outcome)
    if isFirst { hasEnded.signal() }
    return isFirst
  }

  /// Ends the await and, as a faulty library does, resumes the task again.
  func endTwice(_ outcome: Outcome) {
    guard let continuation = state.withLock({ exchange(&$0.continuation, with: nil) }) else { return }
    continuation.resume(with: outcome)
    continuation.resume(with: outcome)
  }

  /// Notes that it is this task's turn to be resumed; returns whether it was before.
  func wake() -> Bool { state.withLock { exchange(&$0.isWoken, with: true) } }

  /// Whether it is this task's turn to be resumed.
  var isWoken: Bool { state.withLock { $0.isWoken } }
}
