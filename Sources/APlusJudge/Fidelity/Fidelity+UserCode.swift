import APlusModel

/// Checks that user code is called as what the program passes to the library.
extension Fidelity {
  /// Checks the call of a registered handler.
  ///
  /// - Returns: The pair of resolvers that its steps can call.
  mutating func checkHandler(_ call: UserCall, _ slot: HandlerSlot, _ registration: Int, _ event: Event) throws(Fault)
    -> Pair
  {
    guard let then = registrations[registration] else { throw fault("registration \(registration) is unknown") }
    let isCompletion = then.slots.count == 1
    let own = isCompletion || slot != .onRejected ? then.slots[0] : then.slots[1]
    guard own == .function(call.function),
      slot == .onFulfilled || slot == .onRejected || isCompletion && slot != .finally
    else { throw fault("`\(call.function)` is not in that slot of registration \(registration)") }
    guard then.place == event.indices, then.round == event.round else {
      throw fault("registration \(registration) is of another turn or round")
    }
    try count(call, registration * 2 + (slot == .onRejected && !isCompletion ? 1 : 0))
    return then.pair
  }

  /// Checks the call of a function that is not registered: it is shared, a combinator of one of some kinds got it, or a
  /// closure that is freed performs it.
  mutating func checkUnregistered(_ call: UserCall, _ kinds: [String]) throws(Fault) {
    let isShared = functions[call.function]?.isShared == true
    let times = kinds.reduce(0) { $0 + (combined[call.function]?[$1] ?? 0) }
    guard isShared || times > 0 else { throw fault("`\(call.function)` was not passed to what called it") }
    let known = otherCalls[.function(call.function, round: round), default: 0] + 1
    otherCalls[.function(call.function, round: round)] = known
    guard !kinds.contains("released") || known <= times else {
      throw fault("`\(call.function)` was performed more often than closures were made")
    }
    // Several closures of one function number their calls apart.
    guard !isOrdered || (isShared || times == 1 ? call.call == known : call.call <= known) else {
      throw fault("call \(call.call) of `\(call.function)` where \(known) was due")
    }
  }

  /// Checks the call of a thenable's `then`.
  mutating func checkThenable(_ call: UserCall, _ subject: TracedValue, _ pair: Int) throws(Fault) {
    guard (1...trace.events.count).contains(pair), pairs[pair] == nil, !isOrdered || pair == pairs.count + 1 else {
      throw fault("pair \(pair) twice, or not numbered densely")
    }
    // The library says on what it calls a function that is that of several.
    let isAnywhere = program.prototype?.then == call.function || functions[call.function]?.isShared == true
    guard isAnywhere || thenables(of: subject).contains(where: { $0.then == .function(call.function) }) else {
      throw fault("`\(call.function)` is not the then of \(trace.text(subject))")
    }
    if !isAnywhere { try countOther(.then(subject), call.call, "call") }
    pairs[pair] = subject
    if firstPairs[subject] == nil { firstPairs[subject] = pair }
  }

  /// Checks that what reads `then` finds a getter of the program.
  mutating func checkRead(of subject: TracedValue?, _ prototype: String?, _ read: Int, _ name: String?) throws(Fault) {
    let isRight =
      if let subject { thenables(of: subject).contains { $0.get != nil && $0.reading == name } } else {
        program.prototype?.type == prototype && name == nil
      }
    guard isRight else {
      let found = name.map { "`\($0)`" } ?? "nothing"
      let place = subject.map(trace.text) ?? prototype ?? ""
      throw fault("a read of then performs \(found), which is not that of \(place)")
    }
    try countOther(.getter(subject), read, "read")
  }

  /// Calls on one stack are numbered without gaps.
  private mutating func countOther(_ callee: Callee, _ number: Int, _ word: String) throws(Fault) {
    let known = otherCalls[callee, default: 0] + 1
    otherCalls[callee] = known
    guard !isOrdered || number == known else { throw fault("\(word) \(number) of then where \(known) was due") }
  }

  /// The thenables of the program that an object may be.
  func thenables(of subject: TracedValue) -> [Thenable] {
    guard let reference = subject.reference else { return [] }
    if let known = origins[reference] { return known }
    guard trace.objects[reference].kind == .thenable || matching.isUndescribed(subject) else { return [] }
    return index.hiddenThenables
  }

  /// Checks that a handler runs on a context of the program, or on one that is not the program's.
  func checkContext(_ call: UserCall) throws(Fault) {
    guard let context = call.context else { return }
    guard program.contexts[context] != nil || context.hasPrefix("#") else {
      throw fault("the program has no context `\(context)`")
    }
  }

  /// Checks that the library passes no mark on that it cannot have got.
  func checkArguments(_ call: UserCall) throws(Fault) {
    for case .reference(let reference) in call.arguments
    where trace.objects[reference].kind == .mark && !givenMarks.contains(reference)
      && index.hiddenMarks.isDisjoint(with: trace.objects[reference].names)
    { throw fault("`\(call.function)` got \(trace.text(.reference(reference))), which no step has used yet") }
  }

  /// Notes the marks that the library gets with an event.
  mutating func noteMarks(_ kind: Event.Kind) {
    switch kind {
    case .begin(_, .settle(_, _, _, let value)): noteMark(value)
    case .begin(_, .make(_, _, let value?, _)), .begin(_, .call(_, _, _, let value?)),
      .begin(_, .cancel(_, _, let value?)):
      noteMark(value)
    case .begin(_, .start(let call, _)): call.value.map { noteMark($0) }
    case .begin(_, .then(let call, _)):
      if case .notFunction(let value) = call.onFulfilled { noteMark(value) }
      if case .notFunction(let value) = call.onRejected { noteMark(value) }
    case .begin(_, .combine(_, _, let members)): for member in members { noteMark(member) }
    case .end(_, let result): if let value = result.value { noteMark(value) }
    case .bound(_, _, let value): noteMark(value)
    default: break
    }
  }

  private mutating func noteMark(_ value: TracedValue) {
    guard let reference = value.reference else { return }
    switch trace.objects[reference].kind {
    case .mark: givenMarks.insert(reference)
    case .list:
      for case .reference(let item) in trace.objects[reference].items ?? [] where trace.objects[item].kind == .mark {
        givenMarks.insert(item)
      }
    case .promise, .thenable, .error, .function, .object, .call, .task: break
    }
  }

  /// Checks that a wait ends only after its mark, and lanes after all their steps.
  mutating func checkWait(_ frame: Frame, _ result: FrameResult, _ event: Event) throws(Fault) {
    switch frame {
    case .wait(_, let gate):
      guard gates[event.round]?.contains(gate) == true else { throw fault("the wait for `\(gate)` ended before it") }
    case .lanes(let step, let count):
      let started = openLanes.removeValue(forKey: LanesCall(step: step, round: event.round)) ?? [:]
      guard started.count == count else { throw fault("lanes ended before they had started") }
      for stack in started.values where !stacks[stack].contexts.isEmpty { try finish(stack, 0) }
    case .make, .settle, .cancel, .then, .start, .awaiting, .call, .combine, .drop, .operation: break
    case .handler, .thenable, .accessor, .task, .onCancel: break
    }
  }
}
