/// An adapter for a library with a getter that blocks the calling thread until a promise is settled.
///
/// The checks start a thread for each task that awaits. The adapter only says how the library's own getter is called:
///
///     struct MyFutures: BlockingAdapter {
///       static var claims: Set<Claim> { [.threads] }
///       func wait(for future: Future<Token>, within limit: Duration?) throws -> Token { try future.get() }
///     }
///
/// A library that also has a getter for `await` is checked with an adapter for each.
public protocol BlockingAdapter: PromiseAdapter {
  /// Blocks the calling thread until a promise is settled, or the time limit has passed.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - limit: The time limit; nil unless the adapter claims ``Claim/awaitsHaveLimits``.
  /// - Returns: The value of the promise.
  /// - Throws: The reason of a rejected promise, or the error with which the time limit ends the wait.
  func wait(for promise: Subject, within limit: Duration?) throws -> Token
}
