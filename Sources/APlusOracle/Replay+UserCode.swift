import APlusModel
import APlusRules

/// User code that the library calls: whether it may, and what the code does.
extension Replay {
  /// How deep user code may be nested before the model gives up.
  private static let deepest = 200

  mutating func userCode() throws(Halt) {
    guard let event = tape.head, case .begin(let number, let frame) = event.kind else { throw unexpected() }
    guard open.count < Self.deepest else { throw .silent("user code is nested too deep") }
    let outer = open.last
    tape.advance()
    open.append(frame)
    switch frame {
    case .handler(let call, _, let slot): try handler(call, frame.registration, slot, number, event, inside: outer)
    case .thenable(let call, let subject, let pair): try thenable(call, subject, pair: pair, number, event)
    case .accessor(let subject, let prototype, let read, _): try accessor(subject, prototype, read: read, number, event)
    case .task(let call): try task(call, number, event)
    case .onCancel(let call): _ = try body(call, number, Scope(names: names(ofRound: event.round)))
    default: throw unexpected()
    }
    open.removeLast()
  }

  // MARK: 2.2, handlers

  private mutating func handler(
    _ call: UserCall, _ known: Int?, _ slot: HandlerSlot, _ number: Int, _ event: Event, inside outer: Frame?
  ) throws(Halt) {
    var run = HandlerRun(
      name: event.named(call.function), isFulfilled: slot == .onFulfilled, argument: call.arguments.first ?? .undefined,
      begin: event.sequence)
    var registration = known.flatMap { registrations[$0] }
    var candidates: [Registration] = []
    if known == nil, slot != .finally, let all = shared[call.function], !all.isEmpty {
      candidates = try candidatesOfShared(all, call.function, &run)
      registration = candidates.first
      guard candidates.allSatisfy({ $0.parent === registration?.parent }) else {
        return try openHandler(call, candidates, all[0].scope, number, event)
      }
    }
    let isCertain = candidates.count <= 1
    guard slot != .finally, let registration else {
      guard known == nil else { throw unexpected() }
      return try task(call, number, event)
    }
    let isFirst = !registration.hasBegun
    if let outer { reportNested(run, outer) }
    checkReceiver(call, run)
    if isFirst {
      if known != nil { checkOrder(registration, run) }
      checkOutcome(registration.parent, run)
      registration.hasBegun = true
    } else {
      reportRepetition(registration, run)
    }
    let result = try body(call, number, shared[call.function]?.first?.scope ?? registration.scope)
    guard !registration.hasEnded else { return }
    registration.hasEnded = true
    guard isCertain else {
      if case .returned(let value) = result { machine.offer(value) }
      for candidate in candidates { machine.decide(candidate.derived, .free) }
      return
    }
    switch result {
    // 2.2.7.1: `[[Resolve]](promise2, x)`.
    case .returned(let value):
      machine.resolve(registration.derived, value, plain: rules[.propagation, .resolve, .plain])
    case .threw(let reason): machine.reject(registration.derived, reason, rules[.propagation, .handler, .threw])
    case .gave: break
    }
  }

  /// Runs a shared function for one of several promises; the trace does not say which.
  private mutating func openHandler(
    _ call: UserCall, _ candidates: [Registration], _ scope: Scope, _ number: Int, _ event: Event
  ) throws(Halt) {
    if case .returned(let value) = try body(call, number, scope) { machine.offer(value) }
    for candidate in candidates {
      candidate.mayHaveBegun = true
      machine.decide(candidate.derived, .free)
    }
  }

  /// The registrations that a shared function may run for; at least one.
  ///
  /// The function is one object for several registrations, and may be in both slots. The trace does
  /// not say which registration it runs for: any whose promise has the outcome will do, and so will
  /// any whose outcome the model does not know.
  private mutating func candidatesOfShared(_ all: [Registration], _ function: String, _ run: inout HandlerRun)
    throws(Halt) -> [Registration]
  {
    let waiting = all.filter { !$0.hasBegun }
    var fitting: [Registration] = []
    var unknown: [Registration] = []
    for registration in waiting {
      switch machine.state(of: registration.parent) {
      case .settled(let outcome):
        guard registration.handler(isFulfilled: outcome.isFulfilled) == function,
          identities.isSame(outcome.thing, run.argument)
        else { continue }
        if fitting.isEmpty { run.isFulfilled = outcome.isFulfilled }
        fitting.append(registration)
      case .unknown, .cyclic: unknown.append(registration)
      case .pending: continue
      }
    }
    if fitting.isEmpty, !unknown.isEmpty {
      let outcomes = [true, false].filter { isFulfilled in
        unknown.contains { $0.handler(isFulfilled: isFulfilled) == function }
      }
      guard outcomes.count == 1 else { throw .silent("which outcome a function runs for is open") }
      run.isFulfilled = outcomes[0]
    }
    let candidates = fitting + unknown
    return candidates.isEmpty ? [waiting.first ?? all[0]] : candidates
  }

  // MARK: 2.3.3, thenables

  private mutating func thenable(_ call: UserCall, _ subject: TracedValue, pair: Int, _ number: Int, _ event: Event)
    throws(Halt)
  {
    guard case .thenable(let thenable) = identities.thing(for: subject) else {
      reportCallOnPrimitive(subject, event.sequence)
      pairs[pair] = Pair(nil)
      _ = try body(call, number, Scope(names: names(ofRound: event.round), pair: pairs[pair]))
      return
    }
    checkResolvers(call, event.named(call.function), event.sequence)
    let found = machine.take(thenable, isRead: true)
    if found == nil { reportExcess(subject, "called", rules[.once, .thenable], event.sequence) }
    let made = Pair(found.flatMap { $0.isKnown ? $0.0.promise : nil })
    pairs[pair] = made
    if let receiver = receiver(of: call), receiver != "subject" {
      reportReceiver(
        event.named(call.function), rules[.context, .thenable, .receiver], "the thenable", receiver, event.sequence)
    }
    var scope = thenable.scope
    scope.pair = made
    // 2.3.3.3.4: what `then` throws counts unless a resolver was called, and what it returns never
    // does.
    if case .threw(let reason) = try body(call, number, scope), !made.isUsed {
      made.isUsed = true
      guard let promise = made.promise, promise.isAssimilating else { return }
      machine.reject(promise, reason, rules[.propagation, .thenable, .threw])
    }
  }

  /// 2.3.3.1 and 2.3.3.2: `then` is read, by code of the program.
  private mutating func accessor(
    _ subject: TracedValue?, _ prototype: String?, read: Int, _ number: Int, _ event: Event
  ) throws(Halt) {
    guard let subject else {
      // 2.3.4 does not forbid looking for `then` where there is none.
      let endings = program.prototype?.get ?? []
      _ = try end(number, endings.ending(ofCall: read), Scope(names: names(ofRound: event.round)))
      return
    }
    guard case .thenable(let thenable) = identities.thing(for: subject) else { throw unexpected() }
    let found = machine.take(thenable, isRead: false)
    if found == nil { reportExcess(subject, "read", rules[.once, .accessor], event.sequence) }
    let ending = try perform(thenable.reading, number, (thenable.get ?? []).ending(ofCall: read), thenable.scope)
    guard let (assimilation, isKnown) = found else { return }
    guard isKnown else {
      if case .gave = ending, thenable.then.function != nil { machine.takeThenOfAny(assimilation) }
      return
    }
    switch ending {
    case .gave: machine.takeThen(assimilation, isFunction: thenable.then.function != nil)
    case .returned(.object(let object)) where object.isFunction: break
    case .returned: machine.takeThen(assimilation, isFunction: false)
    case .threw(let reason):
      guard assimilation.promise.isAssimilating else { return }
      machine.reject(assimilation.promise, reason, rules[.propagation, .accessor, .threw])
    }
  }

  // MARK: What code does

  /// How user code ended.
  private enum Result {
    case returned(Thing)
    case threw(Thing)
    /// An accessor returned the thenable's function.
    case gave
  }

  /// Code that a combinator calls.
  private mutating func task(_ call: UserCall, _ number: Int, _ event: Event) throws(Halt) {
    let combination = combination(of: call, event)
    let attempt = Promise()
    if let combination {
      checkCall(combination, call, event)
      combination.attempts.append(attempt)
    }
    let rule = combination?.rule ?? rules[.propagation, .combine]
    let scope = combination?.scope ?? Scope(names: names(ofRound: event.round))
    switch try body(call, number, scope) {
    case .threw(let reason): machine.reject(attempt, reason, rule)
    case .returned(.promise(let promise)) where combination?.kind != .finally:
      promise.isUsed = true
      machine.decide(attempt, .following(promise))
    case .returned(let value):
      switch value {
      case .plain, .object: machine.fulfill(attempt, value, rule)
      // Whether a combinator adopts a thenable, and `finally` a promise, is up to the library.
      case .promise, .thenable: machine.decide(attempt, .free)
      }
      machine.offer(value)
    case .gave: break
    }
  }

  /// The combinator that calls a function; nil for code of others.
  private mutating func combination(of call: UserCall, _ event: Event) -> Combination? {
    let scope = Scope(names: names(ofRound: event.round), index: event.indices.last)
    return combined[call.function]?.first { $0.scope.isSame(as: scope) }
  }

  private mutating func body(_ call: UserCall, _ number: Int, _ scope: Scope) throws(Halt) -> Result {
    guard let function = program.functions[call.function] else { throw unexpected() }
    return try perform(function.steps, number, function.ending(ofCall: call.call), scope)
  }

  private mutating func perform(_ steps: [Step], _ number: Int, _ ending: Ending?, _ scope: Scope) throws(Halt)
    -> Result
  {
    do { try perform(steps, in: scope) } catch .thrown { return try end(number, nil, scope) }
    return try end(number, ending, scope)
  }

  private mutating func end(_ number: Int, _ ending: Ending?, _ scope: Scope) throws(Halt) -> Result {
    let value = try ending?.value.map { value throws(Halt) in try evaluate(value, step: nil, in: scope) }
    guard let event = tape.head, case .end(number, let result) = event.kind else { throw unexpected() }
    tape.advance()
    switch result {
    case .returned(.thenFunction): return .gave
    case .returned(let traced):
      if let value { identities.note(value, is: traced) }
      return .returned(value ?? .undefined)
    case .threw(let traced):
      if let value { identities.note(value, is: traced) }
      noteThrow(traced)
      return .threw(value ?? identities.thing(for: traced))
    case .nothing, .gives, .accepted, .measured: return .returned(value ?? .undefined)
    }
  }
}

/// A call of a handler, as the trace shows it.
struct HandlerRun {
  let name: String
  var isFulfilled: Bool
  let argument: TracedValue
  let begin: Int

  var outcome: Rule.Outcome { Rule.Outcome(isFulfilled: isFulfilled) }
}

extension Event {
  /// A function's name in a message: `h9` for the `h#` of index 9.
  func named(_ function: String) -> String {
    guard let index = indices.last, function.hasSuffix("#") else { return function }
    return function.dropLast() + "\(index)"
  }
}

extension Object { fileprivate var isFunction: Bool { if case .function = nature { true } else { false } } }

extension [Ending] {
  fileprivate func ending(ofCall call: Int) -> Ending? { Function(endings: self).ending(ofCall: call) }
}
