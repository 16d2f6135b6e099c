package import APlusAdapter
package import APlusReference

/// Connects the reference to the checks.
///
/// Each promise that a scenario makes has its own serial context, which its descendants share: the
/// handlers of one promise run in order, those of unrelated promises at the same time.
package struct ReferenceAdapter: PromiseAdapter {
  let pool: JobPool

  package init() { self.init(JobPool()) }

  init(_ pool: JobPool) { self.pool = pool }

  package func makeDeferred() -> (Promise<Token>, Deferred<Token>) {
    let deferred = Deferred<Token>(on: makeContext())
    return (deferred.promise, deferred)
  }

  package func fulfill(_ deferred: Deferred<Token>, with value: Token) { deferred.fulfill(value) }

  package func reject(_ deferred: Deferred<Token>, with reason: Reason) { deferred.reject(reason) }

  package func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    then(promise, handlers, on: promise.context)
  }

  package var driver: Driver {
    .owned(isIdle: { [pool] in Releases.areDone && pool.isIdle }, help: { [pool] in pool.runAll() })
  }

  package static var claims: Set<Claim> { [.threads, .parallel, .blockingHandlers, .abandon, .destructors] }

  package func meaning(of error: any Error) -> ErrorMeaning {
    switch error as? PromiseError {
    case .selfResolution: .selfResolution
    case .cancelled: .cancellation
    case .timedOut: .timeout
    default: .other
    }
  }

  /// A context for a promise that has no ancestor.
  func makeContext() -> SerialContext { SerialContext(pool) }
}

extension ReferenceAdapter: ReadyMadeAdapter {
  package func makeFulfilled(with value: Token) -> Promise<Token> { .fulfilled(value, on: makeContext()) }

  package func makeRejected(with reason: Reason) -> Promise<Token> { .rejected(reason, on: makeContext()) }
}

extension ReferenceAdapter: AcceptingAdapter {
  package func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool { deferred.fulfill(value) }

  package func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool { deferred.reject(reason) }
}

extension ReferenceAdapter: ResolvingAdapter {
  package func resolve(_ deferred: Deferred<Token>, with promise: Promise<Token>) { deferred.resolve(with: promise) }
}

extension ReferenceAdapter: CancellingAdapter {
  package static var cancellationProfile: CancellationProfile { .downstream }

  package func cancel(_ promise: Promise<Token>, with reason: Reason?) {
    if let reason { promise.cancel(reason) } else { promise.cancel() }
  }
}
