/// In all of these, a handler runs on `context`, or on the promise's own if none is given.
extension Promise {
  /// Registers a handler for the value.
  ///
  ///     promise.then { number in number + 1 }
  ///
  /// - Returns: A new promise: what the handler returns fulfills it, what the handler throws
  ///   rejects it, and a rejection of this promise passes through to it.
  /// - Requirement: 2.2
  @discardableResult public func then<NewValue: Sendable>(
    on context: (any Context)? = nil, _ onFulfilled: @escaping @Sendable (Value) throws -> NewValue
  ) -> Promise<NewValue> { derive(on: context) { result in .value(try onFulfilled(result.get())) } }

  /// Registers a handler for the value, which returns another promise.
  ///
  ///     loadUser(id).then { user in loadPicture(user) }
  ///
  /// - Returns: A new promise, which adopts the promise that the handler returns.
  /// - Requirement: 2.2, 2.3.2
  @discardableResult public func then<NewValue: Sendable>(
    on context: (any Context)? = nil, _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<NewValue>
  ) -> Promise<NewValue> { derive(on: context) { result in .promise(try onFulfilled(result.get())) } }

  /// Registers a handler for the value, which returns a thenable.
  ///
  /// - Returns: A new promise, which assimilates the thenable that the handler returns.
  /// - Requirement: 2.2, 2.3.3
  @discardableResult public func then<Other: Thenable>(
    on context: (any Context)? = nil, _ onFulfilled: @escaping @Sendable (Value) throws -> Other
  ) -> Promise<Other.Value> { derive(on: context) { result in .thenable(try onFulfilled(result.get())) } }

  /// Registers a handler for the value and one for the reason, only one of which runs.
  ///
  /// What `onFulfilled` throws does not reach `onRejected`.
  ///
  /// - Returns: A new promise, fulfilled with what the handler returns or rejected with what it
  ///   throws.
  /// - Requirement: 2.2
  @discardableResult public func then<NewValue: Sendable>(
    on context: (any Context)? = nil, _ onFulfilled: @escaping @Sendable (Value) throws -> NewValue,
    onRejected: @escaping @Sendable (any Error) throws -> NewValue
  ) -> Promise<NewValue> {
    derive(on: context) { result in
      switch result {
      case .success(let value): .value(try onFulfilled(value))
      case .failure(let reason): .value(try onRejected(reason))
      }
    }
  }

  /// Registers handlers; each may be missing, and may return a value, a promise or a thenable.
  ///
  /// This is the `then` of Promises/A+ itself; all other forms are shorthands for it.
  ///
  /// - Returns: A new promise, resolved with what the handler returns or rejected with what it
  ///   throws; without a handler for it, the outcome of this promise passes through.
  /// - Requirement: 2.2
  @discardableResult public func then(
    on context: (any Context)? = nil, onFulfilled: (@Sendable (Value) throws -> Resolution<Value>)?,
    onRejected: (@Sendable (any Error) throws -> Resolution<Value>)?
  ) -> Promise {
    derive(on: context) { result in
      switch result {
      case .success(let value): return try onFulfilled?(value) ?? .value(value)
      case .failure(let reason):
        guard let onRejected else { throw reason }
        return try onRejected(reason)
      }
    }
  }

  /// Registers a handler for the reason, at the end of a chain.
  ///
  /// - Returns: A new promise, fulfilled without a value in either case unless the handler throws.
  @discardableResult public func `catch`(
    on context: (any Context)? = nil, _ onRejected: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> { then(on: context, { _ in }, onRejected: onRejected) }

  /// Replaces a rejection with a value; a cancelled promise cannot recover, see ``cancel(_:)``.
  ///
  /// - Returns: A new promise, to which a value of this one passes through. What the handler throws
  ///   is its reason.
  public func recover(on context: (any Context)? = nil, _ onRejected: @escaping @Sendable (any Error) throws -> Value)
    -> Promise
  { then(on: context, { value in value }, onRejected: onRejected) }

  /// Replaces a rejection with the outcome of another promise.
  ///
  /// - Returns: A new promise, to which a value of this one passes through.
  public func recover(on context: (any Context)? = nil, _ onRejected: @escaping @Sendable (any Error) throws -> Promise)
    -> Promise
  { then(on: context, onFulfilled: nil) { reason in .promise(try onRejected(reason)) } }

  /// Runs code on either outcome and keeps the outcome.
  ///
  /// - Returns: A new promise with the outcome of this one, settled after the code has run. What
  ///   the code throws becomes its reason.
  @discardableResult public func finally(
    on context: (any Context)? = nil, _ body: @escaping @Sendable () throws -> Void
  ) -> Promise {
    derive(on: context) { result in
      try body()
      return .value(try result.get())
    }
  }

  /// Makes the promise that a handler of either outcome resolves.
  func derive<NewValue: Sendable>(
    on context: (any Context)?, _ handler: @escaping @Sendable (Result<Value, any Error>) throws -> Resolution<NewValue>
  ) -> Promise<NewValue> {
    let child: Promise<NewValue> = makeChild()
    observe(on: context ?? self.context) { outcome in
      let resolution = Result { try handler(outcome.result) }
      switch (outcome, resolution) {
      case (.cancelled(let reason), _):
        // A handler cannot undo a cancel, whether it ran before the child was reached or after.
        child.settle(.cancelled(reason))
      case (_, .success(let resolution)): child.resolve(resolution)
      case (_, .failure(let reason)): child.settle(.rejected(reason))
      }
    }
    return child
  }
}

extension Promise: Thenable {
  /// Settles a deferred with the outcome, in a turn on the promise's context.
  public func then(_ deferred: Deferred<Value>) { observe(on: context) { outcome in deferred.settle(outcome.result) } }
}
