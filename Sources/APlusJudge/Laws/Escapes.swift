import APlusModel
import APlusRules

/// No exception escapes from the library: each becomes a promise's reason, or is ignored.
///
/// An exception may come from user code that the library called, or arise in the library itself. It
/// escapes when it leaves the library at the top of a stack, which ends the user's process, or when
/// a call of the library throws it into code that did not throw it. Rejecting a promise with it as
/// well does not excuse that.
///
/// - What a handler throws is the child's reason (2.2.7.2). What an accessor throws is the
///   promise's (2.3.3.2), and so is what a thenable's `then` throws (2.3.3.3.4.2), unless a
///   resolver was called before (2.3.3.3.4.1).
/// - `then` returns a promise (2.2.7), and calls of a pair after the first are ignored (2.3.3.3.3).
/// - Any other exception arises in the library. Thrown by a call, it violates the case's own
///   requirement; at the top of a stack, X1, whatever the case asks.
///
/// Promises/A+ says nothing about three things, which are allowed: reporting an unhandled
/// rejection, throwing from a second settle through the library's own entry point, and throwing
/// from a cancel of a promise that may be settled.
struct Escapes {
  let facts: Facts
  let scenario: Scenario
  private let uses: ThenableUses

  init(facts: Facts, scenario: Scenario) {
    self.facts = facts
    self.scenario = scenario
    uses = ThenableUses(facts)
  }

  func violations(_ explainer: inout Explainer) -> [Violation] { calls() + outOfCalls() + uncaught(&explainer) }

  /// The requirement that a call breaks where it ends the process or never returns; nil where that
  /// is the case's own.
  func requirement(ofCall record: FrameRecord) -> String? {
    switch record.frame {
    // That `then` returns a promise says nothing about a crash.
    case .then:
      let requirement = requirement(ofThen: record)
      return requirement == rules[.propagation, .then, .threw] ? nil : requirement
    case .call(_, let number, let rejects, _):
      if isLaterCall(record, of: number) { return rules[.propagation, .call, .late] }
      return rules[.propagation, .call, Rule.Outcome(isFulfilled: !rejects)]
    case .settle(_, _, let subject, _):
      guard !isFirstSettle(record, of: subject) else { return nil }
      let first = subject.promise(in: facts).flatMap { facts.attempts[$0]?.first?.meaning }
      let isRejected = if case .rejected? = first { true } else { false }
      return rules[.settleOnce, .handler, Rule.Outcome(isFulfilled: !isRejected)]
    case .cancel: return cancelRequirement
    case .combine(_, let kind, let members): return rules.combinator(kind, isEmpty: members.isEmpty)
    case .make, .start, .awaiting, .drop, .operation, .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel:
      return nil
    }
  }

  /// For `then`, which ignores arguments that are no functions, and returns a promise.
  private func requirement(ofThen record: FrameRecord) -> String {
    if case .then(let call, _) = record.frame {
      if case .notFunction = call.onFulfilled { return rules[.propagation, .then, .okIgnored] }
      if case .notFunction = call.onRejected { return rules[.propagation, .then, .badIgnored] }
    }
    return rules[.propagation, .then, .threw]
  }

  // MARK: Out of a call

  private func outOfCalls() -> [Violation] {
    facts.frames.indices.compactMap { index in
      switch facts.frames[index].result {
      case .threw(let value): return violation(ofCallAt: index, thatThrew: value)
      case .gives(let value): return violation(ofCallAt: index, thatGave: value)
      case .nothing, .accepted, .returned, .measured: return nil
      }
    }
  }

  /// The violation where a combinator returned one of its members, or `then` a value that cannot be a promise.
  ///
  /// Cases check what a returned object is.
  private func violation(ofCallAt index: Int, thatGave value: TracedValue) -> Violation? {
    if case .combine(_, let kind, let members) = facts.frames[index].frame, members.contains(value),
      !CombinatorCall.isOfOne(kind), kind != "sequence"
    {
      return violation(
        rules[.propagation, .combine, .returned], "`\(kind)` returned its member \(facts.trace.text(value))",
        expected: "a promise of its own", at: facts.frames[index])
    }
    guard value.reference == nil, case .then(let call, _) = facts.frames[index].frame, isPromise(call.subject),
      !scenario.limits.contains(.nothingFromThen)
    else { return nil }
    let given = facts.trace.text(value)
    return Violation(
      law: nil, requirement: rules[.propagation, .then, .returned], type: .value,
      message: "`then` on \(facts.trace.text(call.subject)) gave \(given), which is no promise",
      expected: "`then` returns a promise", observed: "it returned \(given)", event: facts.frames[index].begin)
  }

  /// Whether the value can be a promise.
  ///
  /// Where the library returned anything else for one, a call of its `then` cannot succeed.
  private func isPromise(_ value: TracedValue) -> Bool { value.reference != nil }

  private func violation(ofCallAt index: Int, thatThrew value: TracedValue) -> Violation? {
    let record = facts.frames[index]
    let thrower = userCode(inside: index, thatThrew: value)
    let source = thrower.flatMap { requirement(ofThrowBy: facts.frames[$0]) }
    let thrown = facts.trace.text(value)
    switch record.frame {
    case .then(let call, _):
      guard isPromise(call.subject) else { return nil }
      return violation(
        requirement(ofThen: record), "`then` on \(facts.trace.text(call.subject)) threw \(thrown)",
        expected: "`then` does not throw, whatever it is given", at: record)
    case .call(_, let number, let rejects, _):
      let resolver = rejects ? "rejectPromise" : "resolvePromise"
      if isLaterCall(record, of: number) {
        return violation(
          rules[.propagation, .call, .late], law: .once, "a later call of \(resolver) threw \(thrown)",
          expected: "calls after the first are ignored", at: record)
      }
      return violation(
        source ?? rules[.propagation, .call, Rule.Outcome(isFulfilled: !rejects)], "`\(resolver)` threw \(thrown)",
        expected: "`\(resolver)` returns", at: record)
    case .settle(_, let verb, let subject, let with):
      guard isFirstSettle(record, of: subject) else { return nil }
      let isCircle = verb == .resolve && subject.reference != nil && with == subject
      return violation(
        source ?? (isCircle ? rules[.propagation, .resolve, .itself] : scenario.requirement),
        "`\(verb.rawValue)` of \(facts.trace.text(subject)) threw \(thrown)", expected: "`\(verb.rawValue)` returns",
        at: record)
    case .cancel(_, let subject, _):
      guard isFirstSettle(record, of: subject) else { return nil }
      return violation(
        cancelRequirement, "`cancel` of \(facts.trace.text(subject)) threw \(thrown)", expected: "`cancel` returns",
        at: record)
    case .combine(let step, let kind, let members):
      return violation(
        isThrownByList(value, ofStep: step)
          ? rules[.propagation, .combine, .threw] : rules.combinator(kind, isEmpty: members.isEmpty),
        "the combinator `\(kind)` threw \(thrown)", expected: "`\(kind)` returns a promise", at: record)
    case .make(_, let state, _, _):
      // Adapters make promises: an exception that no user code threw may be the adapter's mistake.
      guard let source else { return nil }
      return violation(
        source, "the making of a \(state) promise threw \(thrown)", expected: "the promise is rejected", at: record)
    // The expectation about growth reports what timed registrations throw, `calls` what calls with completion handlers do.
    // No await throws: what a getter throws is what the code after it gets.
    case .start, .awaiting, .drop, .operation, .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel:
      return nil
    }
  }

  /// Whether the list that a combinator got throws the value.
  private func isThrownByList(_ value: TracedValue, ofStep number: Int) -> Bool {
    guard case .name(let name)? = scenario.program.combination(ofStep: number)?.list.thrown else { return false }
    return facts.trace.text(value) == name
  }

  /// Whether another call of the pair had ended before this one began.
  private func isLaterCall(_ record: FrameRecord, of number: Int) -> Bool {
    guard let first = facts.pairs[number]?.calls.first else { return false }
    return facts.frames[first].end ?? .max < record.begin
  }

  /// Whether the promise was made pending and nothing can have settled it before the call ended.
  private func isFirstSettle(_ record: FrameRecord, of subject: TracedValue) -> Bool {
    guard let promise = subject.promise(in: facts), facts.made.contains(promise),
      facts.reachedByCancel[promise].map({ $0 >= record.begin }) ?? true
    else { return false }
    let end = record.end ?? .max
    return (facts.attempts[promise] ?? []).allSatisfy { $0.begin == record.begin || $0.begin > end }
  }

  /// The requirement of `cancel`: in the profile where a cancel is only a rejection, or in the
  /// others; a case about scale keeps its own, because the number of promises is to blame.
  private var cancelRequirement: String {
    if scenario.chapter == "scale" { return scenario.requirement }
    let rejection = Capability("cancellation", detail: "rejection")
    return rules[.cancellation, .cancel, scenario.capabilities.contains(rejection) ? .rejected : .cancelled]
  }

  // MARK: At the top of a stack

  /// The exceptions that left the library at the top of a stack and must not.
  func uncaught(_ explainer: inout Explainer) -> [Violation] {
    let events = facts.trace.events.compactMap { event -> (sequence: Int, value: TracedValue)? in
      guard case .uncaught(let value) = event.kind, !facts.isThrownByCompletion(value) else { return nil }
      return (event.sequence, value)
    }
    guard !events.isEmpty else { return [] }
    let firstUses = firstUses
    // Thousands of handlers may throw one value.
    var reportable: [TracedValue: Int] = [:]
    var reasons: [TracedValue: Bool] = [:]
    return events.compactMap { sequence, value in
      if mayEscape(value, at: sequence) { return nil }
      let last = reportable[value] ?? lastReport(of: value, firstUses, &explainer)
      reportable[value] = last
      guard sequence >= last else { return nil }
      let isReason = reasons[value] ?? isReason(value)
      reasons[value] = isReason
      return violation(ofUncaught: value, at: sequence, isReason: isReason)
    }
  }

  /// Whether a handler threw the value, and its `then` gave no promise that it could become the reason of.
  private func mayEscape(_ value: TracedValue, at sequence: Int) -> Bool {
    guard scenario.limits.contains(.nothingFromThen), let thrower = userCode(thatThrew: value, before: sequence),
      case .handler = thrower.frame
    else { return false }
    return true
  }

  private func violation(ofUncaught value: TracedValue, at sequence: Int, isReason: Bool) -> Violation {
    let thrown = facts.trace.text(value)
    let thrower = userCode(thatThrew: value, before: sequence)
    let source = thrower.flatMap { requirement(ofThrowBy: $0) }
    let what = thrower.map { "what \(name($0)) threw" } ?? thrown
    let cause = source ?? replaced(at: sequence).flatMap { requirement(ofThrowBy: $0) }
    let isOwn = thrower == nil && cause == nil
    let isLate = source == rules[.propagation, .thenable, .late]
    let fate = isLate ? "it is ignored" : "it becomes a promise's reason, and nothing more"
    return Violation(
      law: source == nil ? nil : .propagation,
      requirement: cause ?? (isOwn ? rules[.propagation, .then, .uncaught] : scenario.requirement), type: .state,
      message: "\(what) left the library uncaught\(isReason ? " as well" : "")",
      expected: isOwn ? "the library deals with what goes wrong in it: no user code threw this" : fate,
      observed: "uncaught \(thrown)", event: sequence)
  }

  /// Whether a promise was seen to be rejected with the value.
  private func isReason(_ value: TracedValue) -> Bool {
    facts.observations.numbers.contains { promise in
      (facts.observations[promise] ?? []).contains { !$0.isFulfilled && facts.isSame($0.value, value) }
    }
  }

  /// Until when a runtime or library may report the value because an unused promise is rejected
  /// with it: the number of the event that uses the last such promise.
  private func lastReport(of value: TracedValue, _ firstUses: [Int: Int], _ explainer: inout Explainer) -> Int {
    let isForeign = value.reference.map { facts.trace.objects[$0].isForeign } ?? false
    var last = 0
    for promise in facts.trace.objects.indices where facts.isPromise(promise) {
      let use = firstUses[promise] ?? .max
      guard use > last else { continue }
      let isRejected = explainer.explanations(of: promise).contains { explanation in
        switch explanation.outcome {
        case .rejected(let reason): facts.isSame(reason, value)
        case .rejectedByLibrary, .broken, .cancelled, .unknown: isForeign
        case .fulfilled, .pending: false
        }
      }
      if isRejected { last = use }
    }
    return last
  }

  /// When each promise that is used was first registered on, followed or combined.
  private var firstUses: [Int: Int] {
    var uses: [Int: Int] = [:]
    func note(_ value: TracedValue?, _ sequence: Int) {
      guard let promise = value?.promise(in: facts) else { return }
      uses[promise] = min(uses[promise] ?? .max, sequence)
    }
    for record in facts.frames {
      switch record.frame {
      case .then(let call, _): note(call.subject, record.begin)
      case .awaiting(let call, _): note(call.subject, record.begin)
      case .settle(_, .resolve, _, let value): note(value, record.begin)
      case .call(_, _, false, let value), .make(_, _, let value, _): note(value, record.begin)
      case .combine(_, _, let members): for member in members { note(member, record.begin) }
      case .handler: if case .returned(let value) = record.result { note(value, record.end ?? record.begin) }
      case .start, .settle, .call, .cancel, .drop, .operation, .wait, .lanes, .thenable, .accessor, .task, .onCancel:
        break
      }
    }
    return uses
  }

  // MARK: Where it comes from

  /// The innermost user code that ran inside a call, on its stack, and threw the value.
  private func userCode(inside call: Int, thatThrew value: TracedValue) -> Int? {
    let record = facts.frames[call]
    guard let end = record.end else { return nil }
    var next = call + 1
    var found: Int?
    while next < facts.frames.count, facts.frames[next].begin < end {
      if facts.frames[next].stack == record.stack, threw(facts.frames[next], value) { found = next }
      next += 1
    }
    return found
  }

  /// The user code that threw a value last.
  private func userCode(thatThrew value: TracedValue, before sequence: Int) -> FrameRecord? {
    facts.frames.last { ($0.end ?? .max) < sequence && threw($0, value) }
  }

  /// The user code whose throw directly precedes an event on its stack: the library replaced the
  /// exception by another.
  private func replaced(at sequence: Int) -> FrameRecord? {
    let event = facts.trace.events[sequence - 1]
    let before = facts.trace.events.prefix(sequence - 1).last { $0.stack == event.stack }
    guard case .end(let number, .threw)? = before?.kind else { return nil }
    return facts.frames.last { $0.number == number && $0.frame.isUserCode }
  }

  private func threw(_ record: FrameRecord, _ value: TracedValue) -> Bool {
    guard record.frame.isUserCode, case .threw(let thrown) = record.result else { return false }
    // Two errors of one class may count as one reason, but a caught exception is the same object.
    return thrown == value || thrown.reference == nil && facts.isSame(thrown, value)
  }

  /// The requirement that says what becomes of an exception of user code; nil where none does.
  func requirement(ofThrowBy record: FrameRecord) -> String? {
    switch record.frame {
    case .handler(_, _, .finally): return rules.combinator("finally", isEmpty: false)
    case .handler where facts.call(of: record) != nil: return rules[.propagation, .start, .threw]
    // It ends the task, and reaches nothing of the library.
    case .handler
    where facts.awaiting(of: record) != nil || facts.channelCall(of: record) != nil
      || facts.scopeCall(of: record) != nil:
      return nil
    case .handler:
      // A handler that a combinator calls has no registration.
      return record.frame.registration == nil && facts.hasCombinations ? nil : rules[.propagation, .handler, .threw]
    case .thenable(_, _, let pair):
      // A thenable that must not be adopted must not be called at all.
      if let made = facts.pairs[pair], let thenable = made.thenable,
        let adopted = uses.requirement(ofAdopting: thenable, at: made.frame)
      {
        return adopted
      }
      let end = record.end ?? .max
      let isResolved = (facts.pairs[pair]?.calls ?? []).contains { facts.frames[$0].begin < end }
      return rules[.propagation, .thenable, isResolved ? .late : .threw]
    case .accessor: return rules[.propagation, .accessor, .threw]
    case .task, .onCancel: return nil
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation, .wait, .lanes:
      return nil
    }
  }

  private func name(_ record: FrameRecord) -> String {
    guard let call = record.frame.call else { return "the accessor of then" }
    return "`\(record.named(call.function))`"
  }

  private func violation(
    _ requirement: String, law: Law? = nil, _ message: String, expected: String, at record: FrameRecord
  ) -> Violation {
    Violation(
      law: law, requirement: requirement, type: .state, message: message, expected: expected, observed: "it threw",
      event: record.begin)
  }
}

extension Facts {
  /// Whether a violation is that an exception went uncaught.
  func isUncaught(_ finding: Violation) -> Bool {
    // Events are numbered from 1 without gaps.
    guard finding.law == .propagation || finding.law == nil, let sequence = finding.event,
      trace.events.indices.contains(sequence - 1), case .uncaught = trace.events[sequence - 1].kind
    else { return false }
    return true
  }
}
