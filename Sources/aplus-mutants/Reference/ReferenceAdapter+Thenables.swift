package import APlusAdapter
package import APlusReference

extension ReferenceAdapter: ThenableAdapter {
  package func resolve(_ deferred: Deferred<Token>, with thenable: APlusAdapter.Thenable<Promise<Token>>) {
    deferred.resolve(with: Scripted(thenable))
  }

  package func then(
    _ promise: Promise<Token>, onFulfilled: (@Sendable (Token) throws -> APlusAdapter.Thenable<Promise<Token>>)?,
    onRejected: (@Sendable (any Error) throws -> APlusAdapter.Thenable<Promise<Token>>)?
  ) -> Promise<Token> {
    promise.then(
      onFulfilled: onFulfilled.map { handler in { @Sendable value in .thenable(Scripted(try handler(value))) } },
      onRejected: onRejected.map { handler in { @Sendable error in .thenable(Scripted(try handler(error))) } })
  }
}

/// A thenable of the checks as the reference takes it.
private struct Scripted: APlusReference.Thenable {
  private let thenable: APlusAdapter.Thenable<Promise<Token>>

  init(_ thenable: APlusAdapter.Thenable<Promise<Token>>) { self.thenable = thenable }

  func then(_ deferred: Deferred<Token>) throws {
    try thenable.then(
      ResolverPair(
        fulfill: { deferred.fulfill($0) }, resolve: { deferred.resolve(with: $0) },
        assimilate: { deferred.resolve(with: Scripted($0)) }, reject: { deferred.reject($0) }))
  }
}
