import APlusAdapter
import OpenCombine

/// A future with its promise, and what it is subscribed to.
final class CombineFuture: @unchecked Sendable {
  // SAFETY: the future locks for itself; the subscription is set once, before anyone else sees it.
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
