import APlusModel

/// Performs the steps of a program.
extension Replay {
  mutating func perform(_ steps: [Step], in scope: Scope) throws(Halt) {
    for step in steps { try perform(step, in: scope) }
  }

  private mutating func perform(_ step: Step, in scope: Scope) throws(Halt) {
    let id = step.id
    switch step.action {
    case .bind(let name, let value):
      let thing = try evaluate(value, step: id, in: scope)
      // Where an entry point of the library returned no promise, the name stays unbound.
      if isLeftOut(id, name) { return }
      guard case .bound(id, name, let traced)? = tape.head?.kind else { throw unexpected() }
      tape.advance()
      identities.note(thing, is: traced)
      scope.names.bound[scope.key(name)] = thing
    case .settle(let verb, let name, let value):
      if isLeftOut(id, name) { return }
      let thing = try evaluate(value, step: id, in: scope)
      if isLeftOut(id, name) { return }
      try settle(try promise(name, in: scope), verb, thing, step: id)
    case .then(let registration): try register(registration, step: id, in: scope)
    case .call(let resolver, let value): try call(resolver, value, step: id, in: scope)
    case .mark(let name):
      guard case .mark(id, name)? = tape.head?.kind else { throw unexpected() }
      tape.advance()
    case .pause: break
    case .later(_, _): blocks[id, default: []].append(scope)
    case .repeated(let count, let block): for index in 0..<count { try perform(block, in: scope.entering(index)) }
    case .drop(let names):
      if limits.breaksPromises { throw .silent("what becomes of a promise that nothing can settle") }
      let (frame, _, _) = try beginCall(of: id)
      for name in names where program.functions[name] == nil { scope.names.bound[scope.key(name)] = nil }
      _ = try endCall(frame)
    case .probe(let name):
      guard case .gone(id, name, _)? = tape.head?.kind else { throw unexpected() }
      tape.advance()
    case .combine(let combination): try combine(combination, step: id, in: scope)
    case .start, .awaiting, .lanes, .wait, .abandon, .cancel, .measure:
      throw .silent("a step that is beyond Promises/A+")
    }
  }

  /// The promise that a name stands for.
  private func promise(_ name: String, in scope: Scope) throws(Halt) -> Promise {
    guard case .promise(let promise)? = scope.names.bound[scope.key(name)] else {
      throw .silent("`\(name)` stands for no promise of the model")
    }
    return promise
  }

  // MARK: Calls

  /// Settles a promise.
  ///
  /// Where calls overlap, or the turns that contain them, the model does not decide which call is
  /// first.
  mutating func settle(_ promise: Promise, _ verb: Settlement, _ value: Thing, step: Int?) throws(Halt) {
    let (number, frame, begin) = try beginCall(of: step)
    guard case .settle(_, verb, let subject, let traced) = frame else { throw unexpected() }
    guard promise.traced == subject else { throw .silent("a name stands for another promise than in the model") }
    identities.note(value, is: traced)
    let wasUnresolved = promise.isUnresolved
    let isInside = promise.isResolving
    let isOrdered = settleCalls.isInOrder(begin, on: subject, after: promise.settleCalls)
    promise.settleCalls += 1
    if !isOrdered {
      free(promise)
      if verb == .resolve { machine.offer(value) }
    } else {
      machine.settle(promise, verb, value)
    }
    promise.isResolving = isInside || verb == .resolve
    let (result, _) = try endCall(number)
    promise.isResolving = isInside
    if case .accepted(let accepted) = result, isOrdered, !isInside, accepted != wasUnresolved {
      reportAcceptance(promise, verb, accepted, begin)
    }
    // Promises/A+ says nothing about a second settle through the library's own entry point.
    if case .threw(let reason) = result, settleCalls.isFirst(begin, on: subject) { reportThrow(frame, reason, begin) }
  }

  /// Stops predicting a promise, unless a handler has shown its outcome.
  private mutating func free(_ promise: Promise) { if !promise.isObserved { machine.decide(promise, .free) } }

  /// 2.2: `then`.
  private mutating func register(_ then: APlusModel.Registration, step: Int, in scope: Scope) throws(Halt) {
    if isLeftOut(step, then.promise) { return }
    let parent = try promise(then.promise, in: scope)
    if let value = then.onFulfilled.value { _ = try evaluate(value, step: step, in: scope) }
    if let value = then.onRejected.value { _ = try evaluate(value, step: step, in: scope) }
    let (frame, call, begin) = try beginCall(of: step)
    guard case .then(let seen, _) = call, let number = call.registration else { throw unexpected() }
    guard parent.traced == seen.subject else { throw .silent("a name stands for another promise than in the model") }
    let derived = makePromise()
    let registration = Registration(
      number, on: parent, derived: derived, onFulfilled: then.onFulfilled.function,
      onRejected: then.onRejected.function, scope: scope, begin: begin)
    machine.decide(derived, .derived(registration))
    parent.isUsed = true
    add(registration)
    let (result, end) = try endCall(frame)
    registration.end = end
    switch result {
    case .gives(let given):
      identities.note(Thing.promise(derived), is: given)
      if case .reference = given {
      } else {
        derived.exists = !limits.contains(.nothingFromThen)
        if derived.exists { reportNoPromise(call, given, begin) }
      }
    case .threw(let reason):
      registration.isMissed = true
      reportThrow(call, reason, begin)
      return
    case .nothing, .accepted, .returned, .measured: break
    }
    if let name = then.result { scope.names.bound[scope.key(name)] = Thing.promise(derived) }
  }

  private mutating func add(_ registration: Registration) {
    registrations[registration.number] = registration
    registration.parent.registrations.append(registration)
    guard registration.onFulfilled != nil || registration.onRejected != nil else { return }
    waiting.append(registration)
    for name in Set([registration.onFulfilled, registration.onRejected].compactMap(\.self))
    where program.functions[name]?.isShared ?? false { shared[name, default: []].append(registration) }
  }

  /// 2.3.3.3: a resolver of a thenable's pair is called.
  private mutating func call(_ resolver: ResolverName, _ value: Value?, step: Int, in scope: Scope) throws(Halt) {
    let which = resolver.rejects ? "reject" : "resolve"
    let name = resolver.thenable.map { "\($0).\(which)" } ?? which
    if isLeftOut(step, name) { return }
    if let thenable = resolver.thenable, isLeftOut(step, thenable) { return }
    let thing = try value.map { value throws(Halt) in try evaluate(value, step: step, in: scope) }
    if isLeftOut(step, name) { return }
    let (number, frame, begin) = try beginCall(of: step)
    guard case .call(_, let pairNumber, resolver.rejects, let traced) = frame, let pair = pairs[pairNumber] else {
      throw unexpected()
    }
    if let thing { identities.note(thing, is: traced) }
    let isLater = pair.isUsed
    if begin < pair.lastCall {
      if let promise = pair.promise { free(promise) }
    } else {
      machine.call(pair, rejects: resolver.rejects, thing ?? .undefined)
    }
    pair.lastCall = max(pair.lastCall, begin)
    let (result, end) = try endCall(number)
    pair.lastCall = max(pair.lastCall, end)
    guard case .threw(let reason) = result else { return }
    reportThrow(frame, reason, begin, isLater: isLater)
    throw .thrown
  }

  /// From this many members on, the model predicts no outcome of a combinator: each query would
  /// examine all members.
  private static let mostMembers = 1000

  /// A combinator of the library.
  ///
  /// The model predicts outcomes of the usual ones only.
  private mutating func combine(_ combination: CombinatorCall, step: Int, in scope: Scope) throws(Halt) {
    while case .unbound(step, _)? = tape.head?.kind { tape.advance() }
    // Some hosts leave out a combinator with an unbound member.
    guard let event = tape.head, case .begin(_, .combine(step, _, _)) = event.kind else { return }
    var members: [Promise] = []
    var isKnown = true
    for name in combination.members {
      let mark = name.isMarkName ? try evaluate(.name(name), step: step, in: scope) : nil
      guard let value = mark ?? scope.names.bound[scope.key(name)] else { continue }
      isKnown = isKnown && (combination.kind != "executor" || value.canBeExecutor)
      let member = machine.offer(value)
      member.isUsed = true
      members.append(member)
    }
    if let thrown = combination.list.thrown { _ = try evaluate(thrown, step: step, in: scope) }
    let (number, _, _) = try beginCall(of: step)
    let promise = makePromise()
    // Which of what members did before the list threw counts is up to the library.
    isKnown =
      isKnown && combination.list.thrown == nil && members.count == combination.members.count
      && members.count < Self.mostMembers
    // What a set is given twice, it has once.
    if combination.list.form == .set, Set(members.map(ObjectIdentifier.init)).count < members.count { isKnown = false }
    let use = Combination(combination, members, isKnown: isKnown, scope: scope)
    machine.decide(promise, .combined(use))
    if use.kind == .timeout { timeouts.append(use) }
    if let function = combination.function { add(use, calling: function) }
    if case .gives(let given) = try endCall(number).0 {
      identities.note(Thing.promise(promise), is: given)
    } else {
      machine.giveUp(use)
    }
    if let name = combination.result { scope.names.bound[scope.key(name)] = Thing.promise(promise) }
  }

  private mutating func add(_ use: Combination, calling function: String) {
    let others = combined[function, default: []].filter { $0.scope.isSame(as: use.scope) }
    for other in others { machine.giveUp(other) }
    if !others.isEmpty || program.functions[function]?.isShared ?? false { machine.giveUp(use) }
    combined[function, default: []].append(use)
  }
}
