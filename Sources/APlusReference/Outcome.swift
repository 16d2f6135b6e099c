/// How a promise was settled, with the kinds of rejection told apart.
@usableFromInline enum Outcome<Value: Sendable>: Sendable {
  case fulfilled(Value)
  case rejected(any Error)
  /// Rejected by a cancel, its own or one that reached it: handlers cannot recover from it.
  case cancelled(any Error)

  /// The outcome as A+ knows it, where a cancel is a rejection.
  @inlinable var result: Result<Value, any Error> {
    switch self {
    case .fulfilled(let value): .success(value)
    case .rejected(let reason), .cancelled(let reason): .failure(reason)
    }
  }

  @inlinable var status: PromiseStatus {
    switch self {
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    }
  }
}
