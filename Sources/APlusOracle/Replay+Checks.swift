import APlusModel
import APlusRules

/// Compares the model with the trace, and reports the differences.
extension Replay {
  // MARK: Handlers that ran

  /// 2.2.6: the handlers of a promise run in the order of the calls of `then`.
  mutating func checkOrder(_ registration: Registration, _ run: HandlerRun) {
    let promise = registration.parent
    func isWaiting(_ other: Registration) -> Bool {
      guard let name = other.handler(isFulfilled: run.isFulfilled) else { return false }
      // The trace does not say which registration a shared function runs for.
      return !other.hasBegun && !other.isMissed && shared[name] == nil
    }
    while promise.firstWaiting < promise.registrations.count, !isWaiting(promise.registrations[promise.firstWaiting]) {
      promise.firstWaiting += 1
    }
    guard promise.firstWaiting < promise.registrations.count else { return }
    let first = promise.registrations[promise.firstWaiting]
    guard first !== registration, first.end < registration.begin,
      let overtaken = first.handler(isFulfilled: run.isFulfilled)
    else { return }
    let name = first.named(overtaken)
    let earlier = name == run.name ? "an earlier `\(name)`" : "`\(name)`"
    report(
      rules[.order, .handler, run.outcome], .order,
      "`\(run.name)` ran before \(earlier), which was registered on \(text(promise)) first",
      expected: "\(earlier), then `\(run.name)`", observed: "`\(run.name)` first", at: run.begin)
  }

  /// 2.2.2 and 2.2.3: the promise has the outcome that the handler shows.
  mutating func checkOutcome(_ promise: Promise, _ run: HandlerRun) {
    let seen = text(run.isFulfilled, run.argument)
    let shown = Outcome(
      isFulfilled: run.isFulfilled, thing: identities.thing(for: run.argument), rule: rules[.agreement, .handler])
    defer { promise.isObserved = true }
    switch machine.state(of: promise) {
    case .unknown: break
    case .settled(let outcome):
      if outcome.isFulfilled == run.isFulfilled, identities.isSame(outcome.thing, run.argument) { return }
      let wanted = text(outcome)
      let state = Rule.Outcome(isFulfilled: outcome.isFulfilled)
      let isSameState = outcome.isFulfilled == run.isFulfilled
      let change = isSameState ? rules[.agreement, .handler, state] : rules[.settleOnce, .handler, state]
      report(
        promise.isObserved ? change : outcome.rule,
        promise.isObserved ? .state : type(of: outcome, shownAs: run.isFulfilled),
        "\(text(promise)) is \(seen), expected \(wanted)", expected: wanted, observed: seen, at: run.begin)
    case .cyclic:
      if !run.isFulfilled { break }
      report(
        rules[.propagation, .resolve, .itself], .cycle, "\(text(promise)), which follows itself, is \(seen)",
        expected: "\(text(promise)) is rejected or pending", observed: seen, at: run.begin)
    case .pending:
      report(
        promise.ruleWhilePending ?? rules[.notBefore, .handler, run.outcome], .state,
        "a handler of \(text(promise)) ran before anything had settled it", expected: "\(text(promise)) is pending",
        observed: seen, at: run.begin)
    }
    // Assumes what was seen, so that its consequences are not reported as well.
    machine.decide(promise, .settled(shown))
  }

  private func type(of outcome: Outcome, shownAs isFulfilled: Bool) -> FailureType {
    if outcome.rule == rules[.propagation, .resolve, .itself] { return .cycle }
    if rules.isAbout(.thenable, outcome.rule) { return .assimilation }
    return outcome.isFulfilled == isFulfilled ? .value : .state
  }

  /// 2.2.4: when a handler is called, no code of the program is on the stack.
  mutating func reportNested(_ run: HandlerRun, _ outer: Frame) {
    let place = trace.noun(outer)
    report(
      rules[.cleanStack, .then], .zalgo, "`\(run.name)` ran inside \(place)",
      expected: "`\(run.name)` is called from a clean stack, in a later turn",
      observed: "`\(run.name)` called inside \(place)", at: run.begin)
  }

  /// 2.2.2.3 and 2.2.3.3.
  mutating func reportRepetition(_ registration: Registration, _ run: HandlerRun) {
    report(
      rules[.once, .handler, run.outcome], .count,
      "`\(run.name)` ran although a handler of the same registration had run", expected: "one call of one handler",
      observed: "another call", at: run.begin)
  }

  /// 2.2.5: handlers are called as functions.
  mutating func checkReceiver(_ call: UserCall, _ run: HandlerRun) {
    let isSloppy = program.functions[call.function]?.isSloppy ?? false
    let expected = isSloppy ? "global" : "undefined"
    guard let receiver = receiver(of: call), receiver != expected else { return }
    reportReceiver(run.name, rules[.context, .handler, .receiver], expected, receiver, run.begin)
  }

  /// The receiver that user code saw; nil where it saw none, as a function of another kind may have
  /// one of its own, or none.
  func receiver(of call: UserCall) -> String? { program.functions[call.function]?.kind == nil ? call.receiver : nil }

  mutating func reportReceiver(_ name: String, _ requirement: String, _ expected: String, _ seen: String, _ event: Int)
  {
    report(
      requirement, .value, "`\(name)` was called with \(seen) as `this`, expected \(expected)", expected: expected,
      observed: seen, at: event)
  }

  // MARK: Thenables and calls

  /// 2.3.3.3: `then` gets both resolvers.
  mutating func checkResolvers(_ call: UserCall, _ name: String, _ event: Int) {
    guard call.argumentCount < 2 else { return }
    report(
      rules[.propagation, .thenable, .pending], .assimilation,
      "`\(name)` was called with \(call.argumentCount) arguments, expected resolvePromise and rejectPromise",
      expected: "resolvePromise and rejectPromise", observed: "\(call.argumentCount) arguments", at: event)
  }

  /// 2.3.4: what is no object or function has no `then`.
  mutating func reportCallOnPrimitive(_ value: TracedValue, _ event: Int) {
    report(
      rules[.propagation, .resolve, .plain], .assimilation,
      "the then of \(trace.text(value)), which is no object, was called",
      expected: "the promise is fulfilled with \(trace.text(value))", observed: "its then was called", at: event)
  }

  /// 2.1: the first settlement takes effect, and no other.
  mutating func reportAcceptance(_ promise: Promise, _ verb: Settlement, _ accepted: Bool, _ event: Int) {
    let effect = accepted ? "took effect" : "was ignored"
    let state = Rule.Outcome(isFulfilled: verb != .reject)
    report(
      rules[.settleOnce, RuleOperation(verb), accepted ? state : .pending], .state,
      "\(verb.rawValue) of \(text(promise)) says that it \(effect)",
      expected: accepted ? "it is ignored" : "it takes effect", observed: "it \(effect)", at: event)
  }

  mutating func reportExcess(_ thenable: TracedValue, _ what: String, _ requirement: String, _ event: Int) {
    report(
      requirement, .assimilation,
      "the then of \(trace.text(thenable)) was \(what) although nothing is to be resolved with it",
      expected: "its then is \(what) once for each resolution", observed: "it was \(what) once more", at: event)
  }

  /// 2.2.7: `then` returns a promise.
  mutating func reportNoPromise(_ call: Frame, _ given: TracedValue, _ event: Int) {
    report(
      rules[.propagation, .then, .returned], .value,
      "`\(trace.noun(call))` gave \(trace.text(given)), which is no promise", expected: "`then` returns a promise",
      observed: "it returned \(trace.text(given))", at: event)
  }

  /// A call of the library throws: each exception becomes a reason, or is ignored.
  ///
  /// Adapters make promises: an exception that no user code threw may be the adapter's mistake.
  mutating func reportThrow(_ call: Frame, _ value: TracedValue, _ event: Int, isLater: Bool = false) {
    let source = thrown.last { $0.value == value }
    if case .make = call, source == nil { return }
    let rule =
      switch call {
      case .then(let then, _):
        if case .notFunction = then.onFulfilled {
          rules[.propagation, .then, .okIgnored]
        } else if case .notFunction = then.onRejected {
          rules[.propagation, .then, .badIgnored]
        } else {
          rules[.propagation, .then, .threw]
        }
      case .call where isLater: rules[.propagation, .call, .late]
      case .call(_, _, let rejects, _): rules[.propagation, .call, Rule.Outcome(isFulfilled: !rejects)]
      case .settle(_, .resolve, let promise, let value) where value == promise: rules[.propagation, .resolve, .itself]
      case .settle(_, .fulfill, _, _), .settle(_, .reject, _, _): rules[.settleOnce, call, .pending]
      default: rules[.propagation, .resolve]
      }
    report(
      source?.requirement ?? rule, .state, "`\(trace.noun(call))` threw \(trace.text(value))",
      expected: "`\(call.word)` returns", observed: "it threw", at: event)
  }

  /// Notes that the innermost user code throws.
  mutating func noteThrow(_ value: TracedValue) {
    switch open.last {
    case .handler(let call, _, _)?: thrown.append((value, "`\(call.function)`", rules[.propagation, .handler, .threw]))
    case .thenable(let call, _, let pair)?:
      let isLate = pairs[pair]?.isUsed ?? false
      thrown.append((value, "`\(call.function)`", rules[.propagation, .thenable, isLate ? .late : .threw]))
    case .accessor?: thrown.append((value, "the accessor of then", rules[.propagation, .accessor, .threw]))
    default: break
    }
  }

  /// An exception left the library: it may only report a rejection that no handler takes.
  mutating func checkUncaught(_ value: TracedValue, at event: Int) {
    let mayReport = promises.contains { promise in
      guard !promise.isUsed else { return false }
      return switch machine.state(of: promise) {
      case .settled(let outcome): !outcome.isFulfilled && identities.isSame(outcome.thing, value)
      case .cyclic, .unknown: true
      case .pending: false
      }
    }
    guard !mayReport else { return }
    let source = thrown.last { $0.value == value }
    let what = source.map { "what \($0.name) threw" } ?? trace.text(value)
    report(
      source?.requirement ?? rules[.propagation, .resolve], .state, "\(what) left the library uncaught",
      expected: "it becomes a promise's reason, or is ignored", observed: "uncaught \(trace.text(value))", at: event)
  }

  /// K3 to K8: a combinator calls its task when it is to.
  mutating func checkCall(_ combination: Combination, _ call: UserCall, _ event: Event) {
    guard let kind = combination.kind else { return }
    let name = event.named(call.function)
    if case .forbidden = machine.nextCall(of: combination) {
      let number = combination.attempts.count + 1
      report(
        combination.rule, .count, "`\(kind.rawValue)` made call \(number) of `\(name)`, which was not due",
        expected: "no call of `\(name)` now", observed: "call \(number) of `\(name)`", at: event.sequence)
      machine.giveUp(combination)
    }
    guard kind == .recover, let argument = call.arguments.first,
      case .settled(let outcome) = machine.state(of: combination.members[0]),
      !identities.isSame(outcome.thing, argument)
    else { return }
    report(
      combination.rule, .value, "`\(name)` got \(trace.text(argument)) as the reason, which is \(text(outcome.thing))",
      expected: text(outcome.thing), observed: trace.text(argument), at: event.sequence)
  }

  // MARK: What is owed

  /// Where nothing can run any more, everything that had to run has run.
  mutating func checkNothingIsOwed() {
    for timeout in timeouts { machine.expire(timeout) }
    var stillWaiting: [Registration] = []
    var missed: [(promise: Promise, names: [String], isFulfilled: Bool, rule: String)] = []
    for registration in waiting where !registration.hasBegun && !registration.isMissed {
      if registration.mayHaveBegun { continue }
      guard case .settled(let outcome) = machine.state(of: registration.parent) else {
        stillWaiting.append(registration)
        continue
      }
      guard let function = registration.handler(isFulfilled: outcome.isFulfilled) else { continue }
      registration.isMissed = true
      let name = registration.named(function)
      if let place = missed.firstIndex(where: { $0.promise === registration.parent }) {
        missed[place].names.append(name)
      } else {
        missed.append((registration.parent, [name], outcome.isFulfilled, outcome.rule))
      }
    }
    waiting = stillWaiting
    for miss in missed { reportMissed(miss.promise, miss.names, miss.isFulfilled, miss.rule) }
    for (function, uses) in combined.sorted(by: { $0.key < $1.key }) {
      for use in uses { checkIsCalled(use, function) }
    }
    for assimilation in machine.assimilations where assimilation.isOwed && assimilation.promise.exists {
      let name = trace.text(assimilation.thenable.traced ?? .nothing)
      report(
        assimilation.isRead ? assimilation.rule : rules[.liveness, .accessor], .assimilation,
        "the then of \(name) was never called although \(text(assimilation.promise)) was resolved with it",
        expected: "its then is called", observed: "nothing can run any more, and it was not called", at: nil)
    }
    machine.forgetAssimilations()
  }

  private mutating func checkIsCalled(_ combination: Combination, _ function: String) {
    guard let kind = combination.kind, case .due = machine.nextCall(of: combination) else { return }
    let number = combination.attempts.count + 1
    report(
      combination.rule, .count, "`\(kind.rawValue)` did not make call \(number) of `\(function)`",
      expected: "call \(number) of `\(function)`", observed: "nothing can run any more, and it was not made", at: nil)
    machine.giveUp(combination)
  }

  private mutating func reportMissed(_ promise: Promise, _ names: [String], _ isFulfilled: Bool, _ rule: String) {
    let others = names.count > 1 ? ", nor did \(names.count - 1) more" : ""
    report(
      promise.isObserved ? rules[.order, .handler, Rule.Outcome(isFulfilled: isFulfilled)] : rule, .count,
      "`\(names[0])` never ran although \(text(promise)) is settled\(others)", expected: "`\(names[0])` runs once",
      observed: "nothing can run any more, and it has not run", at: nil)
  }

  // MARK: Texts

  private func text(_ promise: Promise) -> String { trace.text(promise.traced ?? .nothing) }

  private func text(_ isFulfilled: Bool, _ value: TracedValue) -> String {
    "\(isFulfilled ? "fulfilled" : "rejected") with \(trace.text(value))"
  }

  private func text(_ outcome: Outcome) -> String {
    (outcome.isFulfilled ? "fulfilled with " : "rejected with ") + text(outcome.thing)
  }

  private func text(_ thing: Thing) -> String {
    if case .plain(let value) = thing { return trace.text(value) }
    if let traced = thing.identity?.traced { return trace.text(traced) }
    guard case .object(let object) = thing else { return "what is not known" }
    switch object.nature {
    case .typeError: return "a TypeError"
    case .list(let items): return "[\(items.map(text).joined(separator: ", "))]"
    case .opaque, .function, .entries, .errors, .anything: return "what the library makes"
    }
  }

  private mutating func report(
    _ requirement: String, _ type: FailureType, _ message: String, expected: String, observed: String, at event: Int?
  ) {
    disagreements.append(
      Disagreement(
        requirement: requirement, type: type, message: message, expected: expected, observed: observed, event: event))
  }
}

extension Registration {
  /// A function's name in a message.
  func named(_ function: String) -> String {
    guard let index = scope.index, function.hasSuffix("#") else { return function }
    return function.dropLast() + "\(index)"
  }
}
