/// An adapter for a library whose promises can be awaited.
///
/// The checks start the tasks that await. The adapter only says how the library's own getter is called:
///
///     struct MyFutures: AwaitingAdapter {
///       static var claims: Set<Claim> { [.threads, .resumesLater, .awaitsCanBeCancelled] }
///       func value(of future: Future<Token>, within limit: Duration?) async throws -> Token { try await future.value }
///     }
///
/// What the library promises besides is claimed: ``Claim/resumesLater`` or ``Claim/resumesInsideSettle``, and whether
/// the cancellation of a task ends its await, or a time limit does. Getters that block a thread: ``BlockingAdapter``.
public protocol AwaitingAdapter: PromiseAdapter {
  /// Awaits a promise.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - limit: The time limit; nil unless the adapter claims ``Claim/awaitsHaveLimits``.
  /// - Returns: The value of the promise.
  /// - Throws: The reason of a rejected promise, or the error with which a cancellation or the time limit ends the await.
  func value(of promise: Subject, within limit: Duration?) async throws -> Token

  /// What runs the tasks that await; nil for the executor that all tasks of Swift share.
  var taskExecutor: (any TaskExecutor)? { get }
}

extension AwaitingAdapter {
  /// The executor that all tasks of Swift share.
  public var taskExecutor: (any TaskExecutor)? { nil }
}
