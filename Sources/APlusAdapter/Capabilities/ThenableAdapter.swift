/// An adapter for a library that assimilates objects that have a `then` of their own.
///
/// The library has its own protocol for such objects. The adapter wraps the checks' thenable in an
/// object that conforms to it, and forwards the library's call:
///
///     struct Wrapped: MyLib.Thenable {
///       let thenable: Thenable<Promise<Token>>
///       func then(_ resolver: MyLib.Resolver<Token>) throws {
///         try thenable.then(ResolverPair(
///           fulfill: { resolver.fulfill($0) },
///           resolve: { resolver.resolve(with: $0) },
///           assimilate: { resolver.resolve(with: Wrapped(thenable: $0)) },
///           reject: { resolver.reject($0) }))
///       }
///     }
public protocol ThenableAdapter: ResolvingAdapter {
  /// Resolves a promise with a thenable.
  func resolve(_ settler: Settler, with thenable: Thenable<Subject>)

  /// Registers handlers that return a thenable.
  func then(
    _ subject: Subject, onFulfilled: (@Sendable (Token) throws -> Thenable<Subject>)?,
    onRejected: (@Sendable (any Error) throws -> Thenable<Subject>)?
  ) -> Subject
}
