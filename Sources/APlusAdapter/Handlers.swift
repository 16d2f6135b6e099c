/// The handlers of one registration, both in the same form.
///
/// Typed libraries have one call for handlers that return a value, often named `map`, and another
/// for handlers that return a promise, often named `flatMap`. The checks use both. If a handler is
/// nil, the adapter must leave it out or pass what the library accepts in its place: the outcome
/// passes through.
public enum Handlers<Subject>: Sendable {
  /// Handlers that return a value.
  case values((@Sendable (Token) throws -> Token)?, (@Sendable (any Error) throws -> Token)?)

  /// Handlers that return a promise.
  case promises((@Sendable (Token) throws -> Subject)?, (@Sendable (any Error) throws -> Subject)?)
}

extension Handlers {
  /// The handlers in the form that returns a promise, for a library that has no other form.
  ///
  ///     let (onFulfilled, onRejected) = handlers.asPromises { Promise(value: $0) }
  ///
  /// - Parameter promise: Makes a promise that is fulfilled with a value.
  /// - Returns: Handlers that return a promise; nil for each that is missing.
  public func asPromises(_ promise: @escaping @Sendable (Token) -> Subject) -> (
    onFulfilled: (@Sendable (Token) throws -> Subject)?, onRejected: (@Sendable (any Error) throws -> Subject)?
  ) {
    switch self {
    case .promises(let onFulfilled, let onRejected): return (onFulfilled, onRejected)
    case .values(let onFulfilled, let onRejected):
      let fulfilled = onFulfilled.map { handler -> @Sendable (Token) throws -> Subject in { promise(try handler($0)) } }
      let rejected = onRejected.map { handler -> @Sendable (any Error) throws -> Subject in { promise(try handler($0)) }
      }
      return (fulfilled, rejected)
    }
  }
}
