extension Promise {
  /// Registers a handler for the value and returns the promise of what it returns.
  ///
  ///     promise.then { number in number + 1 }
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value. What it returns fulfills the new promise, what it throws
  ///     rejects it.
  /// - Returns: A new promise; a rejection of this one passes through to it.
  /// - Requirement: 2.2
  @discardableResult
  @inlinable public func then<NewValue: Sendable>(
    on context: (any Context)? = nil,
    _ onFulfilled: @escaping @Sendable (Value) throws -> NewValue
  ) -> Promise<NewValue> {
    // As `derive` does it, but for a function less: that is a tenth of what a registration costs.
    let child: Promise<NewValue> = makeDescendant(on: self.context)
    observe(on: context ?? self.context) { outcome in
      child.settle(after: outcome) { .value(try onFulfilled(outcome.result.get())) }
    }
    return child
  }

  /// Registers a handler for the value that goes on with another promise.
  ///
  ///     loadUser(id).then { user in loadPicture(user) }
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value. The new promise adopts the promise that it returns.
  /// - Returns: A new promise; a rejection of this one passes through to it.
  /// - Requirement: 2.2, 2.3.2
  @discardableResult
  @inlinable public func then<NewValue: Sendable>(
    on context: (any Context)? = nil,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<NewValue>
  ) -> Promise<NewValue> {
    derive(on: context) { result in .promise(try onFulfilled(result.get())) }
  }

  /// Registers a handler for the value that goes on with a thenable.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value. The new promise assimilates the thenable that it returns.
  /// - Returns: A new promise; a rejection of this one passes through to it.
  /// - Requirement: 2.2, 2.3.3
  @discardableResult
  @inlinable public func then<Other: Thenable>(
    on context: (any Context)? = nil,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Other
  ) -> Promise<Other.Value> {
    derive(on: context) { result in .thenable(try onFulfilled(result.get())) }
  }

  /// Registers a handler for the value and one for the reason.
  ///
  /// Only one of the two runs: what `onFulfilled` throws does not reach `onRejected`.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value.
  ///   - onRejected: Gets the reason.
  /// - Returns: A new promise, fulfilled with what the handler returns or rejected with what it
  ///   throws.
  /// - Requirement: 2.2
  @discardableResult
  @inlinable public func then<NewValue: Sendable>(
    on context: (any Context)? = nil,
    _ onFulfilled: @escaping @Sendable (Value) throws -> NewValue,
    onRejected: @escaping @Sendable (any Error) throws -> NewValue
  ) -> Promise<NewValue> {
    derive(on: context) { result in
      switch result {
      case .success(let value): .value(try onFulfilled(value))
      case .failure(let reason): .value(try onRejected(reason))
      }
    }
  }

  /// Registers two handlers that go on with another promise.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value.
  ///   - onRejected: Gets the reason.
  /// - Returns: A new promise, which adopts the promise that the handler returns.
  /// - Requirement: 2.2, 2.3.2
  @discardableResult
  @inlinable public func then<NewValue: Sendable>(
    on context: (any Context)? = nil,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<NewValue>,
    onRejected: @escaping @Sendable (any Error) throws -> Promise<NewValue>
  ) -> Promise<NewValue> {
    derive(on: context) { result in
      switch result {
      case .success(let value): .promise(try onFulfilled(value))
      case .failure(let reason): .promise(try onRejected(reason))
      }
    }
  }

  /// Registers handlers of which each may be missing and may return anything.
  ///
  /// This is the `then` of Promises/A+ itself; all other forms are shorthands for it.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - onFulfilled: Gets the value; without it the value passes through to the new promise.
  ///   - onRejected: Gets the reason; without it the reason passes through to the new promise.
  /// - Returns: A new promise, resolved with what the handler returns or rejected with what it
  ///   throws.
  /// - Requirement: 2.2
  @discardableResult
  @inlinable public func then(
    on context: (any Context)? = nil,
    onFulfilled: (@Sendable (Value) throws -> Resolution<Value>)?,
    onRejected: (@Sendable (any Error) throws -> Resolution<Value>)?
  ) -> Promise {
    derive(on: context) { result in
      switch result {
      case .success(let value):
        return try onFulfilled?(value) ?? .value(value)
      case .failure(let reason):
        guard let onRejected else { throw reason }
        return try onRejected(reason)
      }
    }
  }

  /// Makes the promise that a handler resolves.
  ///
  /// - Parameters:
  ///   - context: Where the handler runs; the promise's own context if none is given.
  ///   - handler: Gets the value or the reason and tells what to resolve the new promise with.
  /// - Returns: The new promise, a descendant of this one.
  @inlinable func derive<NewValue: Sendable>(
    on context: (any Context)?,
    _ handler: @escaping @Sendable (Result<Value, any Error>) throws -> Resolution<NewValue>
  ) -> Promise<NewValue> {
    let child: Promise<NewValue> = makeDescendant(on: self.context)
    observe(on: context ?? self.context) { outcome in
      child.settle(after: outcome) { try handler(outcome.result) }
    }
    return child
  }

  /// Resolves a promise with what the handler that it was made for comes to.
  @inlinable @inline(__always) func settle<Source>(
    after outcome: Outcome<Source>,
    _ handler: () throws -> Resolution<Value>
  ) {
    let resolution = Result { try handler() }
    switch (outcome, resolution) {
    case (.cancelled(let reason), _):
      // A handler cannot undo a cancel, whether it ran before the child was reached or after.
      settle(.cancelled(reason))
    case (_, .success(let resolution)): resolve(resolution)
    case (_, .failure(let reason)): settle(.rejected(reason))
    }
  }
}

extension Promise: Thenable {
  /// Tells a resolver pair the outcome, in a turn on the promise's context.
  @inlinable public func then(_ resolve: Resolve<Value>, _ reject: Reject<Value>) {
    observe(on: context) { outcome in
      switch outcome.result {
      case .success(let value): resolve(value)
      case .failure(let reason): reject(reason)
      }
    }
  }
}
