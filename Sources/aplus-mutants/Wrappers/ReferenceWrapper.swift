import APlusAdapter
import APlusReference

/// An adapter that passes every call on to the reference's; a mutant overrides what is faulty.
protocol ReferenceWrapper: AcceptingAdapter, ReadyMadeAdapter, ThenableAdapter, CancellingAdapter, ContextAdapter
where Subject == Promise<Token>, Settler == Deferred<Token>, Context == any APlusReference.Context {
  var base: ReferenceAdapter { get }
}

extension ReferenceWrapper {
  func makeDeferred() -> (Promise<Token>, Deferred<Token>) { base.makeDeferred() }

  func fulfill(_ deferred: Deferred<Token>, with value: Token) { base.fulfill(deferred, with: value) }

  func reject(_ deferred: Deferred<Token>, with reason: Reason) { base.reject(deferred, with: reason) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    base.then(promise, handlers)
  }

  var driver: Driver { base.driver }

  static var claims: Set<Claim> { ReferenceAdapter.claims }

  func meaning(of error: any Error) -> ErrorMeaning { base.meaning(of: error) }

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool { base.tryFulfill(deferred, with: value) }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool { base.tryReject(deferred, with: reason) }

  func makeFulfilled(with value: Token) -> Promise<Token> { base.makeFulfilled(with: value) }

  func makeRejected(with reason: Reason) -> Promise<Token> { base.makeRejected(with: reason) }

  func resolve(_ deferred: Deferred<Token>, with promise: Promise<Token>) { base.resolve(deferred, with: promise) }

  func resolve(_ deferred: Deferred<Token>, with thenable: APlusAdapter.Thenable<Promise<Token>>) {
    base.resolve(deferred, with: thenable)
  }

  func then(
    _ promise: Promise<Token>, onFulfilled: (@Sendable (Token) throws -> APlusAdapter.Thenable<Promise<Token>>)?,
    onRejected: (@Sendable (any Error) throws -> APlusAdapter.Thenable<Promise<Token>>)?
  ) -> Promise<Token> { base.then(promise, onFulfilled: onFulfilled, onRejected: onRejected) }

  static var cancellationProfile: CancellationProfile { ReferenceAdapter.cancellationProfile }

  func cancel(_ promise: Promise<Token>, with reason: Reason?) { base.cancel(promise, with: reason) }

  static var contextKinds: Set<ContextKind> { ReferenceAdapter.contextKinds }

  func makeContext(_ kind: ContextKind) -> any APlusReference.Context { base.makeContext(kind) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>, on context: any APlusReference.Context)
    -> Promise<Token>
  { base.then(promise, handlers, on: context) }

  func identity(of context: any APlusReference.Context) -> ObjectIdentifier { base.identity(of: context) }

  var currentContext: ObjectIdentifier? { base.currentContext }
}

/// A wrapper with faulty combinators provides all of the reference's.
extension ReferenceWrapper where Self: CombiningAdapter {
  static var combinators: Set<Combinator> { ReferenceAdapter.combinators }
}
