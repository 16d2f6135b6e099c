import APlusAdapter
import APlusModel

/// The functions of an adapter's further protocols, with their types erased.
extension Library {
  static func fulfill<Adapter: AcceptingAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, Token) -> Bool? {
    { settler, value in adapter.tryFulfill(settler.value(Adapter.Settler.self), with: value) }
  }

  static func reject<Adapter: AcceptingAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, Reason) -> Bool? {
    { settler, reason in adapter.tryReject(settler.value(Adapter.Settler.self), with: reason) }
  }

  static func readyMade<Adapter: ReadyMadeAdapter>(_ adapter: Adapter) -> ReadyMade {
    ReadyMade(
      fulfilled: { Handle(adapter.makeFulfilled(with: $0)) },
      rejected: { Handle(adapter.makeRejected(with: $0)) }
    )
  }

  static func resolve<Adapter: ResolvingAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, Handle) -> Void {
    { settler, subject in
      adapter.resolve(
        settler.value(Adapter.Settler.self),
        with: subject.value(Adapter.Subject.self)
      )
    }
  }

  static func assimilate<Adapter: ThenableAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, UserThenable) -> Void {
    { settler, thenable in
      adapter.resolve(
        settler.value(Adapter.Settler.self),
        with: thenable.typed(Adapter.Subject.self)
      )
    }
  }

  static func thenWithThenables<Adapter: ThenableAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, UserHandlers) -> Handle {
    { subject, handlers in
      typealias Subject = Adapter.Subject
      let onFulfilled = handlers.onFulfilled.map {
        code -> @Sendable (Token) throws -> APlusAdapter.Thenable<Subject> in
        { try code.thenable(.value($0)).typed(Subject.self) }
      }
      let onRejected = handlers.onRejected.map {
        code -> @Sendable (any Error) throws -> APlusAdapter.Thenable<Subject> in
        { try code.thenable(.error($0)).typed(Subject.self) }
      }
      return Handle(
        adapter.then(subject.value(Subject.self), onFulfilled: onFulfilled, onRejected: onRejected)
      )
    }
  }

  static func cancel<Adapter: CancellingAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (Handle, Reason?) -> Void {
    { subject, reason in adapter.cancel(subject.value(Adapter.Subject.self), with: reason) }
  }

  static func combine<Adapter: CombiningAdapter>(
    _ adapter: Adapter
  ) -> @Sendable (CombinationRequest) -> Handle {
    { request in Handle(adapter.combine(request.typed(Adapter.Subject.self))) }
  }
}

extension UserHandlers {
  /// The handlers with the adapter's promise type.
  func typed<Subject>(_ type: Subject.Type) -> Handlers<Subject> {
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
      if let code = onFulfilled {
        fulfilled = { token in try code.promise(.value(token)).value(Subject.self) }
      }
      if let code = onRejected {
        rejected = { error in try code.promise(.error(error)).value(Subject.self) }
      }
      return .promises(fulfilled, rejected)
    }
  }
}

extension UserThenable {
  /// The thenable with the adapter's promise type.
  func typed<Subject>(_ type: Subject.Type) -> APlusAdapter.Thenable<Subject> {
    Thenable { pair in
      try self.then(
        UserPair(
          number: 0,
          fulfill: pair.fulfill,
          resolve: { pair.resolve($0.value(Subject.self)) },
          assimilate: { pair.assimilate($0.typed(Subject.self)) },
          reject: pair.reject
        )
      )
    }
  }
}
