import APlusAdapter
import APlusReference
import CQuiescence
import Dispatch

/// What comes before each handler.
enum Lateness {
  /// A timer of so many milliseconds.
  case timer(Int)
  /// A computation of so many milliseconds of processor time; nil for one without end.
  case computation(Int?)
}

/// The reference on a context that starts each handler late: it is slow, and right.
struct LateAdapter: PromiseAdapter {
  private final class LateContext: Context {
    private let queue = DispatchQueue(label: "late")
    private let lateness: Lateness

    init(_ lateness: Lateness) { self.lateness = lateness }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
      switch lateness {
      case .timer(let milliseconds): queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: job)
      case .computation(let milliseconds):
        queue.async {
          compute(milliseconds)
          job()
        }
      }
    }
  }

  private let context: any Context

  init() { self.init(.timer(100)) }

  init(_ lateness: Lateness) { context = LateContext(lateness) }

  var driver: Driver { .background }

  func makeDeferred() -> (Promise<Token>, Deferred<Token>) {
    let deferred = Deferred<Token>(on: context)
    return (deferred.promise, deferred)
  }

  func fulfill(_ deferred: Deferred<Token>, with value: Token) { deferred.fulfill(value) }

  func reject(_ deferred: Deferred<Token>, with reason: Reason) { deferred.reject(reason) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    let (onFulfilled, onRejected) = handlers.asPromises { [context] in .fulfilled($0, on: context) }
    return promise.then(
      onFulfilled: onFulfilled.map { handler in { @Sendable in .promise(try handler($0)) } },
      onRejected: onRejected.map { handler in { @Sendable in .promise(try handler($0)) } })
  }
}

/// Uses a processor for some milliseconds; nil for ever.
@inline(never) private func compute(_ milliseconds: Int?) {
  let end = milliseconds.map { aplus_thread_time() + UInt64($0) * 1_000_000 } ?? .max
  while aplus_thread_time() < end {}
}
