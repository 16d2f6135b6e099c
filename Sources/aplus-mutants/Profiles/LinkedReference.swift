import APlusAdapter
import APlusReference
import Synchronization

/// The reference, with cancels that go on to the followed promise: `cancellation:linked` on several
/// threads.
struct LinkedReference: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func resolve(_ deferred: Deferred<Token>, with promise: Promise<Token>) {
    guard deferred.resolve(with: promise) else { return }
    _ = deferred.promise.onCancel { reason in promise.cancel(reason) }
  }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    guard case .promises(let onFulfilled, let onRejected) = handlers else { return base.then(promise, handlers) }
    let followed = Followed()
    let noted = Handlers.promises(
      onFulfilled.map { handler in { @Sendable value in followed.note(try handler(value)) } },
      onRejected.map { handler in { @Sendable error in followed.note(try handler(error)) } })
    return base.then(promise, noted).onCancel { reason in followed.promise?.cancel(reason) }
  }

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> { base.combine(combination) }

  /// The promise that a handler returned.
  private final class Followed: Sendable {
    private let state = Mutex<Promise<Token>?>(nil)

    var promise: Promise<Token>? { state.withLock { $0 } }

    func note(_ promise: Promise<Token>) -> Promise<Token> {
      state.withLock { $0 = promise }
      return promise
    }
  }
}
