import APlusAdapter
import APlusReference
import Dispatch

/// The reference on a context that starts each handler with a timer: late, and right.
struct LateAdapter: PromiseAdapter {
  private final class LateContext: Context {
    private let queue = DispatchQueue(label: "late")
    private let delay: DispatchTimeInterval

    init(_ delay: DispatchTimeInterval) { self.delay = delay }

    func enqueue(_ job: @escaping @Sendable () -> Void) { queue.asyncAfter(deadline: .now() + delay, execute: job) }
  }

  private let context: any Context

  init() { self.init(milliseconds: 100) }

  init(milliseconds: Int) { context = LateContext(.milliseconds(milliseconds)) }

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
