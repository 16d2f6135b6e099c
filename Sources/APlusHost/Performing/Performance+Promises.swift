import APlusAdapter
import APlusModel

/// The library calls that make and settle promises, each recorded as a frame.
extension Performance {
  /// The library's promises; the engine refuses programs with promises where it has none.
  var promises: Library.Promises {
    guard let promises = library.promises else { preconditionFailure("a program that was not refused") }
    return promises
  }

  /// Begins to fill in an event of a step, -1 for none; a call of a thenable has its number instead.
  func begin(_ kind: RawEvent.Kind, step: Int = -1, in scope: Scope) -> RawEvent {
    var event = RawEvent(kind)
    event.step = Int32(step)
    event.place = scope.place
    return event
  }

  /// Ends a frame.
  func end(_ frame: Int32, _ kind: RawEvent.Kind = .end, _ value: RawValue = .none, flag: Bool = false, in scope: Scope)
  {
    var event = begin(kind, in: scope)
    event.frame = frame
    event.first = value
    event.flag = flag
    recorder.record(event)
  }

  /// Ends the frame of a call of the library that has thrown; whether it has.
  func endThrowing(_ frame: Int32, in scope: Scope) -> Bool {
    guard let error = library.promises?.takeThrown?() else { return false }
    end(frame, .endThrew, raw(error), in: scope)
    return true
  }

  /// Makes a promise in a state.
  func makePromise(_ state: PromiseState, with operand: Operand?, whenIdle: Bool, step: Int, in scope: Scope) -> Entity
  {
    var event = begin(.beginMake, step: step, in: scope)
    let isReadyMade = !whenIdle && promises.readyMade != nil && operand?.token != nil
    event.flag = isReadyMade && state != .pending
    event.slot = whenIdle ? 0 : state.rank
    if !whenIdle, let operand { event.first = raw(operand) }
    let frame = recorder.record(event)
    let entity: Entity
    if !whenIdle, let readyMade = promises.readyMade, let token = operand?.token, state != .pending {
      let handle = state == .rejected ? readyMade.rejected(Reason(token)) : readyMade.fulfilled(token)
      entity = makePromiseEntity(scope, handle)
    } else {
      let (subject, settler) = promises.makeDeferred()
      entity = makePromiseEntity(scope, subject, settler: settler)
      if !whenIdle, let operand, let verb = state.settlement {
        _ = settle(verb, entity, with: operand)
        // The promise is made all the same. Steps that settle ask what such a call throws.
        _ = promises.takeThrown?()
      }
    }
    end(frame, .endGives, .reference(entity.number), in: scope)
    if whenIdle, let operand { enqueueIdle(.due(entity, state, operand, scope)) }
    return entity
  }

  /// Settles a promise as a step specifies, in a frame.
  func performSettle(_ verb: Settlement, _ entity: Entity, with operand: Operand, step: Int, in scope: Scope) {
    var event = begin(verb.beginKind, step: step, in: scope)
    event.first = .reference(entity.number)
    event.second = raw(operand)
    let frame = recorder.record(event)
    let accepted = settle(verb, entity, with: operand)
    guard !endThrowing(frame, in: scope) else { return }
    end(frame, accepted == nil ? .end : .endAccepted, flag: accepted ?? false, in: scope)
  }

  private func settle(_ verb: Settlement, _ entity: Entity, with operand: Operand) -> Bool? {
    if entity.isCall { return finish(entity, verb, with: operand) }
    guard let settler = entity.settler else {
      fail("settling a promise that the program did not make as a deferred")
      return nil
    }
    switch (verb, operand) {
    case (.fulfill, .token(let token)), (.resolve, .token(let token)): return promises.fulfill(settler, token)
    case (.reject, .token(let token)): return promises.reject(settler, Reason(token))
    case (.resolve, .promise(let other)):
      guard let resolve = promises.resolve, let subject = other.subject else {
        fail("resolving with a promise")
        return nil
      }
      resolve(settler, subject)
    case (.resolve, .thenable(let other)):
      guard let assimilate = promises.assimilate, let thenable = other.thenable else {
        fail("resolving with a thenable")
        return nil
      }
      assimilate(settler, thenable)
    case (.fulfill, _), (.reject, _): fail("fulfilling or rejecting with a promise or thenable: Swift is typed")
    }
    return nil
  }

  /// The promise that a handler returns for an operand, if it must return a promise.
  func lift(_ operand: Operand) -> Handle {
    if case .promise(let entity) = operand, let subject = entity.subject { return subject }
    guard let token = operand.token else {
      fail("a handler that returns a thenable instead of a promise")
      return promises.makeDeferred().subject
    }
    if let readyMade = promises.readyMade { return readyMade.fulfilled(token) }
    let (subject, settler) = promises.makeDeferred()
    _ = promises.fulfill(settler, token)
    return subject
  }
}

extension Operand {
  /// The token; nil for a promise or thenable.
  var token: Token? { if case .token(let token) = self { token } else { nil } }
}

extension PromiseState {
  /// The position of the state in declaration order.
  var rank: UInt8 {
    switch self {
    case .pending: 0
    case .fulfilled: 1
    case .rejected: 2
    case .resolved: 3
    }
  }
}

extension Settlement {
  fileprivate var beginKind: RawEvent.Kind {
    switch self {
    case .fulfill: .beginFulfill
    case .reject: .beginReject
    case .resolve: .beginResolve
    }
  }
}
