/// An object of the checks that has a `then` but is not a promise of the library.
public struct Thenable<Subject>: Sendable {
  private let body: @Sendable (ResolverPair<Subject>) throws -> Void

  package init(_ body: @escaping @Sendable (ResolverPair<Subject>) throws -> Void) { self.body = body }

  /// Performs the thenable's `then`; the library calls this through the adapter.
  ///
  /// - Parameter pair: The resolvers that the library gives.
  /// - Throws: What the thenable throws; the library rejects with it unless a resolver was called.
  public func then(_ pair: ResolverPair<Subject>) throws { try body(pair) }
}
