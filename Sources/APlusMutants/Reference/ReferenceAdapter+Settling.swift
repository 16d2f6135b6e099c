package import APlusAdapter
package import APlusReference

extension ReferenceAdapter: ReadyMadeAdapter {
  package func makeFulfilled(with value: Token) -> Promise<Token> {
    .fulfilled(value, on: makeContext())
  }

  package func makeRejected(with reason: Reason) -> Promise<Token> {
    .rejected(reason, on: makeContext())
  }
}

extension ReferenceAdapter: AcceptingAdapter {
  package func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    deferred.fulfill(value)
  }

  package func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    deferred.reject(reason)
  }
}

extension ReferenceAdapter: ResolvingAdapter {
  package func resolve(_ deferred: Deferred<Token>, with promise: Promise<Token>) {
    deferred.resolve(with: promise)
  }
}

extension ReferenceAdapter: CancellingAdapter {
  package static var cancellationProfile: CancellationProfile { .downstream }

  package func cancel(_ promise: Promise<Token>, with reason: Reason?) {
    if let reason {
      promise.cancel(reason)
    } else {
      promise.cancel()
    }
  }
}
