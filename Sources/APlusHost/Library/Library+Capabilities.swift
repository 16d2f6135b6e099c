import APlusAdapter
import APlusModel

/// An adapter that says when a call of the library has thrown.
///
/// In Swift the types rule that out.
protocol ThrowingAdapter: PromiseAdapter {
  /// What the call that has just returned on this thread threw; nil if it did not, or if this was asked before.
  func takeThrown() -> (any Error)?
}

/// An adapter that gives up what settles a promise by a call.
///
/// In Swift it is released.
protocol AbandoningAdapter: PromiseAdapter {
  /// Gives up what settles a promise; nothing settles it through the adapter any more.
  func abandon(_ settler: Settler)
}

/// The functions of an adapter's further protocols, with their types erased.
extension Library {
  static func fulfill(_ adapter: some AcceptingAdapter) -> @Sendable (Handle, Token) -> Bool? {
    { settler, value in adapter.tryFulfill(settler.value(), with: value) }
  }

  static func reject(_ adapter: some AcceptingAdapter) -> @Sendable (Handle, Reason) -> Bool? {
    { settler, reason in adapter.tryReject(settler.value(), with: reason) }
  }

  static func readyMade(_ adapter: some ReadyMadeAdapter) -> Promises.ReadyMade {
    Promises.ReadyMade(
      fulfilled: { Handle(adapter.makeFulfilled(with: $0)) }, rejected: { Handle(adapter.makeRejected(with: $0)) })
  }

  static func resolve(_ adapter: some ResolvingAdapter) -> @Sendable (Handle, Handle) -> Void {
    { settler, subject in adapter.resolve(settler.value(), with: subject.value()) }
  }

  static func assimilate(_ adapter: some ThenableAdapter) -> @Sendable (Handle, UserThenable) -> Void {
    { settler, thenable in adapter.resolve(settler.value(), with: thenable.typed()) }
  }

  static func thenWithThenables<Adapter: ThenableAdapter>(_ adapter: Adapter)
    -> @Sendable (Handle, UserHandlers) -> Handle
  {
    { subject, handlers in
      typealias Subject = Adapter.Subject
      let onFulfilled = handlers.onFulfilled.map { code -> @Sendable (Token) throws -> APlusAdapter.Thenable<Subject> in
        { try code.thenable(.value($0)).typed() }
      }
      let onRejected = handlers.onRejected.map {
        code -> @Sendable (any Error) throws -> APlusAdapter.Thenable<Subject> in
        { try code.thenable(.error($0)).typed() }
      }
      return Handle(adapter.then(subject.value(), onFulfilled: onFulfilled, onRejected: onRejected))
    }
  }

  static func cancel(_ adapter: some CancellingAdapter) -> @Sendable (Handle, Reason?) -> Void {
    { subject, reason in adapter.cancel(subject.value(), with: reason) }
  }

  static func takeThrown(_ adapter: some ThrowingAdapter) -> @Sendable () -> (any Error)? { { adapter.takeThrown() } }

  static func abandon(_ adapter: some AbandoningAdapter) -> @Sendable (Handle) -> Void {
    { settler in adapter.abandon(settler.value()) }
  }

  static func combine(_ adapter: some CombiningAdapter) -> @Sendable (CombinationRequest) -> Handle {
    { request in Handle(adapter.combine(request.typed())) }
  }
}

extension UserHandlers {
  /// The handlers with the adapter's promise type.
  func typed<Subject>() -> Handlers<Subject> {
    // Each closure captures only what it calls, because every registration makes one. It is made
    // where it is stored: a function that passes through an optional is wrapped once more.
    switch kind {
    case .value:
      var fulfilled: (@Sendable (Token) throws -> Token)?
      var rejected: (@Sendable (any Error) throws -> Token)?
      if let code = onFulfilled { fulfilled = { token in try code.value(.value(token)) } }
      if let code = onRejected { rejected = { error in try code.value(.error(error)) } }
      return .values(fulfilled, rejected)
    case .promise, .thenable:
      var fulfilled: (@Sendable (Token) throws -> Subject)?
      var rejected: (@Sendable (any Error) throws -> Subject)?
      if let code = onFulfilled { fulfilled = { token in try code.promise(.value(token)).value() } }
      if let code = onRejected { rejected = { error in try code.promise(.error(error)).value() } }
      return .promises(fulfilled, rejected)
    }
  }
}

extension UserThenable {
  /// The thenable with the adapter's promise type.
  func typed<Subject>() -> APlusAdapter.Thenable<Subject> {
    Thenable { pair in
      try self.then(
        UserPair(
          number: 0, fulfill: pair.fulfill, resolve: { pair.resolve($0.value()) },
          assimilate: { pair.assimilate($0.typed()) }, reject: pair.reject))
    }
  }
}
