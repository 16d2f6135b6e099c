import APlusAdapter
import APlusModel
import Synchronization

/// Thenables and their resolver pairs.
extension Performance {
  /// Makes a thenable and binds its name.
  func makeThenable(_ thenable: APlusModel.Thenable, in scope: Scope) -> Entity {
    let number = recorder.nextIdentity()
    let calls = CallCounter()
    let first = FirstPair()
    let user = UserThenable { [self] pair in
      try callThenable(thenable, number: number, call: calls.next(), pair, first, in: scope)
    }
    let description = Entity.Description(kind: .thenable, round: scope.environment.round, name: thenable.name)
    let entity = keep(Entity(number: number, thenable: user, firstPair: first), description)
    if let name = thenable.name, let slot = slot(name, in: scope) { scope.environment.bind(slot, to: entity) }
    return entity
  }

  private func callThenable(
    _ thenable: APlusModel.Thenable, number: Int, call: Int32, _ pair: UserPair, _ first: FirstPair, in scope: Scope
  ) throws {
    guard case .function(let name) = thenable.then, let function = plan.functions[name] else {
      fail("a thenable without its function")
      return
    }
    let pair = pair.numbered(pairs.add(1, ordering: .relaxed).newValue)
    first.set(pair)
    var event = begin(.beginThenable, step: number, in: scope)
    event.function = Int32(function.number)
    event.number = pair.number
    event.call = call
    event.argumentCount = 2
    event.first = .reference(makeResolverEntity().number)
    event.second = .reference(makeResolverEntity().number)
    let frame = recorder.record(event)
    var inner = scope
    inner.pair = pair
    perform(function.code.steps, in: inner)
    _ = try end(function.code, call: Int(call), frame: frame, in: inner)
  }

  private func makeResolverEntity() -> Entity {
    keep(Entity(number: recorder.nextIdentity()), Entity.Description(kind: .function, isForeign: true))
  }

  /// Calls a resolver of a pair, in a frame.
  func performCall(_ resolver: ResolverName, _ value: Value?, step: Int, in scope: Scope) {
    let operand = value.map { evaluate($0, step: step, in: scope) }
    guard let pair = pair(resolver, step: step, in: scope) else { return }
    var event = begin(.beginCall, step: step, in: scope)
    event.number = pair.number
    event.flag = resolver.rejects
    event.first = operand.map(raw) ?? .none
    let frame = recorder.record(event)
    switch (resolver.rejects, operand ?? .token(.nothing)) {
    case (false, .token(let token)): pair.fulfill(token)
    case (true, .token(let token)): pair.reject(Reason(token))
    case (false, .promise(let entity)): if let subject = entity.subject { pair.resolve(subject) }
    case (false, .thenable(let entity)): if let thenable = entity.thenable { pair.assimilate(thenable) }
    case (true, _): fail("rejecting with a promise or thenable: Swift throws errors")
    }
    end(frame, in: scope)
  }

  private func pair(_ resolver: ResolverName, step: Int, in scope: Scope) -> UserPair? {
    let pair: UserPair?
    let name: String
    if let thenable = resolver.thenable {
      name = "\(thenable).\(resolver.rejects ? "reject" : "resolve")"
      let slot = slot(thenable, in: scope)
      pair = slot.flatMap { scope.environment.value($0, stack: stack) }?.firstPair?.pair
    } else {
      name = resolver.rejects ? "reject" : "resolve"
      pair = scope.pair
    }
    if pair == nil { recordUnbound(name, step: step, in: scope) }
    return pair
  }
}
