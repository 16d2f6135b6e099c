import APlusAdapter
import OpenCombine

/// A future with its promise, and its subscription to another publisher.
final class CombineFuture: @unchecked Sendable {
  // SAFETY: the future has its own lock; the subscription is set once, before other code sees it.
  let publisher: Future<Token, any Error>
  let promise: Future<Token, any Error>.Promise
  var subscription: AnyCancellable?

  init(_ start: (Future<Token, any Error>.Promise) -> Void = { _ in }) {
    var kept: Future<Token, any Error>.Promise?
    publisher = Future { kept = $0 }
    promise = kept ?? { _ in }
    start(promise)
  }
}
