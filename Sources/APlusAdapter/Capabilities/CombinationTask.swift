/// A task that a combinator starts.
public enum CombinationTask<Subject>: Sendable {
  /// A task that ends with a value.
  case value(@Sendable () throws -> Token)
  /// A task that ends with a promise.
  case promise(@Sendable () throws -> Subject)
}
