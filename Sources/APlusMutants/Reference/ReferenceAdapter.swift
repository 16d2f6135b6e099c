package import APlusAdapter
package import APlusReference

/// Connects the reference to the checks.
///
/// Each promise that a scenario makes has a serial context of its own, and so do its descendants:
/// handlers of one promise run in order, those of unrelated promises at the same time.
package struct ReferenceAdapter: PromiseAdapter {
  let pool = JobPool()

  package init() {}

  package func makeDeferred() -> (Promise<Token>, Deferred<Token>) {
    let deferred = Deferred<Token>(on: makeContext())
    return (deferred.promise, deferred)
  }

  package func fulfill(_ deferred: Deferred<Token>, with value: Token) {
    deferred.fulfill(value)
  }

  package func reject(_ deferred: Deferred<Token>, with reason: Reason) {
    deferred.reject(reason)
  }

  package func then(
    _ promise: Promise<Token>,
    _ handlers: Handlers<Promise<Token>>
  ) -> Promise<Token> {
    then(promise, handlers, on: promise.context)
  }

  package var driver: Driver {
    .owned(isIdle: { [pool] in pool.isIdle }, help: { [pool] in pool.runAll() })
  }

  package static var claims: Set<Claim> { [.threads, .parallel, .blockingHandlers] }

  package func meaning(of error: any Error) -> ErrorMeaning {
    guard let error = error as? PromiseError else { return .other }
    switch error.code {
    case .selfResolution: return .selfResolution
    case .cancelled: return .cancellation
    case .timedOut: return .timeout
    default: return .other
    }
  }

  /// A context for a promise that has no ancestor.
  func makeContext() -> SerialContext {
    SerialContext(pool)
  }
}
