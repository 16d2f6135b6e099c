import APlusAdapter

extension Handlers {
  /// The same handlers, each called from inside a function.
  func wrapped(_ around: @escaping @Sendable (_ body: () throws -> Void) throws -> Void) -> Handlers {
    switch self {
    case .values(let onFulfilled, let onRejected):
      .values(onFulfilled.map { wrap($0, around) }, onRejected.map { wrap($0, around) })
    case .promises(let onFulfilled, let onRejected):
      .promises(onFulfilled.map { wrap($0, around) }, onRejected.map { wrap($0, around) })
    }
  }

  private func wrap<Argument, Ending>(
    _ handler: @escaping @Sendable (Argument) throws -> Ending,
    _ around: @escaping @Sendable (_ body: () throws -> Void) throws -> Void
  ) -> @Sendable (Argument) throws -> Ending {
    { argument in
      var ending: Result<Ending, any Error>?
      try around { ending = Result { try handler(argument) } }
      guard let ending else { preconditionFailure("a wrapper did not call the handler") }
      return try ending.get()
    }
  }
}
