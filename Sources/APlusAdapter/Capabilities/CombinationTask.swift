/// A task that a combinator starts.
public enum CombinationTask<Subject>: Sendable {
  /// A task that returns a value.
  case value(@Sendable () throws -> Token)
  /// A task that returns a promise.
  case promise(@Sendable () throws -> Subject)
}
