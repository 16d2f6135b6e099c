import APlusModel

/// Evaluates values, in place and each time that they are reached.
extension Replay {
  mutating func evaluate(_ value: Value, step: Int?, in scope: Scope) throws(Halt) -> Thing {
    switch value {
    case .name(let name): return try lookUp(name, step: step, in: scope)
    case .scalar(let scalar): return .plain(TracedValue(scalar))
    case .text(let text): return .plain(.text(text))
    case .special("function"): return .object(Object(.function))
    case .special, .error: return .object(Object(.opaque))
    case .list(let items):
      var things: [Thing] = []
      for item in items { things.append(try evaluate(item, step: step, in: scope)) }
      return .object(Object(.list(things)))
    case .promise(let state, let inner, let whenIdle):
      let thing = try inner.map { inner throws(Halt) in try evaluate(inner, step: step, in: scope) }
      return try make(state, thing ?? .undefined, whenIdle: whenIdle, step: step)
    case .thenable(let thenable): return try make(thenable, step: step, in: scope)
    }
  }

  /// A mark is made on first use; any other unbound name stands for the mark `UNBOUND`.
  private mutating func lookUp(_ name: String, step: Int?, in scope: Scope) throws(Halt) -> Thing {
    let key = scope.key(name)
    if let thing = scope.names.bound[key] {
      if case .unbound(step, name)? = tape.head?.kind { return try unbound(in: scope) }
      return thing
    }
    guard !name.isMarkName else {
      let mark = Thing.object(Object(.opaque))
      scope.names.bound[key] = mark
      return mark
    }
    guard case .unbound(step, name)? = tape.head?.kind else { throw unexpected() }
    return try unbound(in: scope)
  }

  private mutating func unbound(in scope: Scope) throws(Halt) -> Thing {
    tape.advance()
    return try lookUp("UNBOUND", step: nil, in: scope)
  }

  /// Makes a promise of the model.
  mutating func makePromise() -> Promise {
    let promise = Promise()
    promises.append(promise)
    return promise
  }

  private mutating func make(_ state: PromiseState, _ value: Thing, whenIdle: Bool, step: Int?) throws(Halt) -> Thing {
    let (number, frame, begin) = try beginCall(of: step)
    guard case .make(_, _, let traced, _) = frame else { throw unexpected() }
    identities.note(value, is: traced)
    let promise = makePromise()
    if let verb = state.settlement {
      if whenIdle { dues.append((promise, verb, value)) } else { machine.settle(promise, verb, value) }
    }
    switch try endCall(number).0 {
    case .gives(let given): identities.note(Thing.promise(promise), is: given)
    case .threw(let reason): reportThrow(frame, reason, begin)
    case .nothing, .accepted, .returned, .measured: break
    }
    return Thing.promise(promise)
  }

  private mutating func make(_ thenable: APlusModel.Thenable, step: Int?, in scope: Scope) throws(Halt) -> Thing {
    let other = try thenable.then.value.map { value throws(Halt) in try evaluate(value, step: step, in: scope) }
    let made = Thenable(
      then: thenable.then, other: other, get: thenable.get,
      reading: thenable.reading.flatMap { program.functions[$0]?.steps } ?? [], scope: scope)
    let thing = Thing.thenable(made)
    if let name = thenable.name { scope.names.bound[scope.key(name)] = thing }
    return thing
  }
}
