import APlusAdapter
import APlusReference

/// What becomes of a promise whose settler goes.
protocol SettlerLoss: SendableMetatype {
  /// What the adapter says of it.
  static var claims: Set<Claim> { get }

  /// Called once, when the settler is destroyed.
  static func lose(_ deferred: Deferred<Token>)
}

/// The reference, with settlers that notice their end.
struct SettlerAdapter<Loss: SettlerLoss>: AcceptingAdapter, ReadyMadeAdapter, ResolvingAdapter {
  let base = ReferenceAdapter()

  /// What settles a promise; the promise does not keep it.
  final class Settler: Sendable {
    let deferred: Deferred<Token>

    init(_ deferred: Deferred<Token>) { self.deferred = deferred }

    deinit { Loss.lose(deferred) }
  }

  static var claims: Set<Claim> { ReferenceAdapter.claims.union(Loss.claims) }

  var driver: Driver { base.driver }

  func makeDeferred() -> (Promise<Token>, Settler) {
    let (promise, deferred) = base.makeDeferred()
    return (promise, Settler(deferred))
  }

  func fulfill(_ settler: Settler, with value: Token) { base.fulfill(settler.deferred, with: value) }

  func reject(_ settler: Settler, with reason: Reason) { base.reject(settler.deferred, with: reason) }

  func tryFulfill(_ settler: Settler, with value: Token) -> Bool { base.tryFulfill(settler.deferred, with: value) }

  func tryReject(_ settler: Settler, with reason: Reason) -> Bool { base.tryReject(settler.deferred, with: reason) }

  func resolve(_ settler: Settler, with promise: Promise<Token>) { base.resolve(settler.deferred, with: promise) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    base.then(promise, handlers)
  }

  func makeFulfilled(with value: Token) -> Promise<Token> { base.makeFulfilled(with: value) }

  func makeRejected(with reason: Reason) -> Promise<Token> { base.makeRejected(with: reason) }

  func meaning(of error: any Error) -> ErrorMeaning { base.meaning(of: error) }
}
