/// Handlers as one function of the outcome.
public enum OutcomeHandler<Subject>: Sendable {
  /// A function that returns a value.
  case value(@Sendable (Result<Token, any Error>) throws -> Token)

  /// A function that returns a promise.
  case promise(@Sendable (Result<Token, any Error>) throws -> Subject)
}

extension Handlers {
  /// The handlers as one function of the outcome, for a library that has no call with two handlers.
  ///
  /// If a handler is missing, the outcome passes through. An error that `onFulfilled` throws does
  /// not reach `onRejected`, as it would in `then(f).recover(r)`.
  ///
  ///     switch handlers.onOutcome({ outcome in Promise(outcome) }) {
  ///     case .value(let handle): promise.map(handle)
  ///     case .promise(let handle): promise.flatMap(handle)
  ///     }
  ///
  /// - Parameter settled: Makes a promise that is settled with an outcome.
  /// - Returns: A function that returns what the handlers return: a value or a promise.
  public func onOutcome(_ settled: @escaping @Sendable (Result<Token, any Error>) -> Subject) -> OutcomeHandler<Subject>
  {
    switch self {
    case .values(let onFulfilled, let onRejected):
      .value { outcome in
        switch outcome {
        case .success(let value):
          guard let onFulfilled else { return value }
          return try onFulfilled(value)
        case .failure(let error):
          guard let onRejected else { throw error }
          return try onRejected(error)
        }
      }
    case .promises(let onFulfilled, let onRejected):
      .promise { outcome in
        switch outcome {
        case .success(let value):
          guard let onFulfilled else { return settled(outcome) }
          return try onFulfilled(value)
        case .failure(let error):
          guard let onRejected else { return settled(outcome) }
          return try onRejected(error)
        }
      }
    }
  }
}
