/// The resolvers that a library gives to a thenable.
///
/// A typed language has three ways to resolve; together they are the `resolvePromise` of 2.3.3.3.
/// Only the first call of any resolver counts.
public struct ResolverPair<Subject>: Sendable {
  package let fulfill: @Sendable (Token) -> Void
  package let resolve: @Sendable (Subject) -> Void
  package let assimilate: @Sendable (Thenable<Subject>) -> Void
  package let reject: @Sendable (Reason) -> Void

  /// Creates a pair from the library's resolvers.
  ///
  /// - Parameters:
  ///   - fulfill: Resolves with a value.
  ///   - resolve: Resolves with a promise of the library.
  ///   - assimilate: Resolves with another thenable.
  ///   - reject: Rejects.
  public init(
    fulfill: @escaping @Sendable (Token) -> Void, resolve: @escaping @Sendable (Subject) -> Void,
    assimilate: @escaping @Sendable (Thenable<Subject>) -> Void, reject: @escaping @Sendable (Reason) -> Void
  ) {
    self.fulfill = fulfill
    self.resolve = resolve
    self.assimilate = assimilate
    self.reject = reject
  }
}
