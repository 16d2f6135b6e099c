import APlusAdapter

/// What a promise is resolved with.
enum Ending {
  case value(Token)
  case promise(StepwisePromise)
  case thenable(Thenable<StepwisePromise>)
}

/// One call of the functions that settle a promise.
enum Attempt {
  case resolve(Ending)
  case reject(any Error)

  var isRejection: Bool { if case .reject = self { true } else { false } }

  /// The outcome that the call requests; nil where another promise or a thenable decides.
  var outcome: Outcome? {
    switch self {
    case .resolve(.value(let value)): .fulfilled(value)
    case .resolve: nil
    case .reject(let error): .rejected(error)
    }
  }
}
