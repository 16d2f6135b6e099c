import APlusAdapter

/// How a promise was settled.
enum Outcome {
  case fulfilled(Token)
  case rejected(any Error)
  /// Rejected by a cancel: handlers cannot recover from it.
  case cancelled(any Error)

  var isFulfilled: Bool { if case .fulfilled = self { true } else { false } }

  /// The value, or what the reason carries.
  var token: Token {
    switch self {
    case .fulfilled(let value): value
    case .rejected(let error), .cancelled(let error): (error as? Reason)?.token ?? .nothing
    }
  }

  /// The reason, or one that carries the value.
  var error: any Error {
    switch self {
    case .fulfilled(let value): Reason(value)
    case .rejected(let error), .cancelled(let error): error
    }
  }
}
