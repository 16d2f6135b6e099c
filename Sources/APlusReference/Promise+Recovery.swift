extension Promise {
  /// Registers a handler for the reason, at the end of a chain.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onRejected: Gets the reason.
  /// - Returns: A new promise, fulfilled with nothing on either way unless the handler throws.
  @discardableResult
  public func `catch`(
    on context: (any Context)? = nil,
    _ onRejected: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    derive(on: context) { result in
      if case .failure(let reason) = result {
        try onRejected(reason)
      }
      return .value(())
    }
  }

  /// Replaces a rejection by a value.
  ///
  /// A cancelled promise cannot be recovered, see ``cancel(_:)``.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onRejected: Gets the reason. What it throws is the new reason.
  /// - Returns: A new promise, to which a value of this one passes through.
  public func recover(
    on context: (any Context)? = nil,
    _ onRejected: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise {
    derive(on: context) { result in
      switch result {
      case .success(let value): .value(value)
      case .failure(let reason): .value(try onRejected(reason))
      }
    }
  }

  /// Replaces a rejection by the outcome of another promise.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onRejected: Gets the reason. The new promise adopts the promise that it returns.
  /// - Returns: A new promise, to which a value of this one passes through.
  public func recover(
    on context: (any Context)? = nil,
    _ onRejected: @escaping @Sendable (any Error) throws -> Promise
  ) -> Promise {
    derive(on: context) { result in
      switch result {
      case .success(let value): .value(value)
      case .failure(let reason): .promise(try onRejected(reason))
      }
    }
  }

  /// Replaces a rejection by a value if its reason is of one type.
  ///
  ///     load(url).recover(from: NotFound.self) { _ in .emptyPage }
  ///
  /// - Parameters:
  ///   - type: The type of reason to handle; others pass through.
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onRejected: Gets the reason. What it throws is the new reason.
  /// - Returns: A new promise, to which a value of this one passes through.
  public func recover<Reason: Error>(
    from type: Reason.Type,
    on context: (any Context)? = nil,
    _ onRejected: @escaping @Sendable (Reason) throws -> Value
  ) -> Promise {
    recover(on: context) { reason in
      guard let known = reason as? Reason else { throw reason }
      return try onRejected(known)
    }
  }

  /// Runs code on either outcome and keeps the outcome.
  ///
  /// - Parameters:
  ///   - context: Where the code runs; the promise's own context if none is given.
  ///   - body: The code. What it throws becomes the reason of the new promise.
  /// - Returns: A new promise with the outcome of this one, settled after the code has run.
  @discardableResult
  public func finally(
    on context: (any Context)? = nil,
    _ body: @escaping @Sendable () throws -> Void
  ) -> Promise {
    derive(on: context) { result in
      try body()
      return .value(try result.get())
    }
  }
}
