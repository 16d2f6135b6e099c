import APlusModel
import APlusRules

/// Law 1, 2.2.4: when a handler frame begins, no other frame is open on its stack.
///
/// Frames of thenables, accessors and tasks may be nested, because Promises/A+ allows them inside
/// calls; so may handlers that were registered for an inline context. A handler that begins on
/// another stack before the call that registered it has ended is a concurrent start: allowed, and
/// counted.
struct CleanStack {
  let facts: Facts

  func violations() -> [Violation] {
    facts.frames.indices.compactMap { index in
      if let late = lateness(index) { return late }
      // Most frames begin on a clean stack; seeing that must not copy the record.
      guard let outer = facts.frames[index].outer else { return nil }
      let record = facts.frames[index]
      guard case .handler(let call, _, let slot) = record.frame,
        facts.contextKind(ofRegistration: record.frame.registration) != .inline
      else { return nil }
      let inside = facts.frames[outer].frame
      if let owner = facts.call(of: record) { return violation(of: owner, record, inside: outer) }
      if facts.awaiting(of: record) != nil { return violation(ofResumed: record, call, slot, inside: inside) }
      // What a call on a channel or a scope answers may come inside any call on it.
      if facts.channelCall(of: record) != nil || facts.scopeCall(of: record) != nil { return nil }
      // One handler of several calls does not say which of them it is called for.
      if record.frame.registration == nil, facts.completions.contains(call.function) { return nil }
      let place = facts.trace.noun(inside)
      let name = record.named(call.function)
      return Violation(
        law: .cleanStack, requirement: rules[.cleanStack, inside], type: .zalgo,
        message: "`\(name)` (\(slot.name)) ran inside \(place)",
        expected: "`\(name)` is called from a clean stack, in a later turn",
        observed: "`\(name)` called inside \(place)", event: record.begin)
    }
  }

  /// The violation where a completion handler that is called later was called inside a call that starts one.
  private func violation(of call: StartCall, _ record: FrameRecord, inside outer: Int) -> Violation? {
    guard facts.isDeclared(CallProfile.later), case .start(let around, _) = facts.frames[outer].frame,
      case .handler(let user, _, let slot) = record.frame
    else { return nil }
    let (name, what) = (record.named(user.function), facts.trace.text(call.call))
    return Violation(
      law: .cleanStack, requirement: rules[.cleanStack, .start, Rule.Outcome(slot)], type: .zalgo,
      message: "`\(name)` of \(what) was called with \(slot.argument) inside the start of"
        + " \(around === call ? "that call" : facts.trace.text(around.call)), not later",
      expected: "`\(name)` is called after the call has returned, as for every call",
      observed: "`\(name)` called inside it", event: record.begin)
  }

  /// The violation where a task was resumed inside the call that settles what it awaits, and the library declares that
  /// this does not happen.
  private func violation(ofResumed record: FrameRecord, _ call: UserCall, _ slot: HandlerSlot, inside: Frame)
    -> Violation?
  {
    guard facts.isDeclared(AwaitProfile.later) else { return nil }
    switch inside {
    case .settle, .call, .cancel: break
    default: return nil
    }
    let (name, place) = (record.named(call.function), facts.trace.noun(inside))
    return Violation(
      law: .cleanStack, requirement: rules[.cleanStack, .await], type: .zalgo,
      message: "`\(name)` (\(slot.name)), the code after an await, ran inside \(place)",
      expected: "the task is resumed later, as the library declares", observed: "`\(name)` called inside \(place)",
      event: record.begin)
  }

  /// The violation where a completion handler that is called at once was called after its call had returned.
  private func lateness(_ index: Int) -> Violation? {
    guard facts.isDeclared(CallProfile.atOnce), let call = facts.call(of: facts.frames[index]),
      CallKind(rawValue: call.kind)?.succeeds != nil,
      case .handler(let user, let number, let slot) = facts.frames[index].frame,
      let registration = number.wrappedValue.flatMap({ facts.registrations[$0] }),
      !facts.isInsideItsOwnThen(index, registration), registration.runs.first == index
    else { return nil }
    let name = facts.frames[index].named(user.function)
    return Violation(
      law: .cleanStack, requirement: rules[.cleanStack, .start, Rule.Outcome(slot)], type: .zalgo,
      message:
        "`\(name)` of \(facts.trace.text(call.call)) was called with \(slot.argument) after the call had returned, not"
        + " at once", expected: "`\(name)` is called inside the call, as for every call",
      observed: "`\(name)` called later", event: facts.frames[index].begin)
  }

  /// How many handlers began on another stack while their own registration call was still open.
  func concurrentStarts() -> Int {
    facts.frames.indices.count { index in
      guard facts.frames[index].outer == nil, case .handler = facts.frames[index].frame,
        let number = facts.frames[index].frame.registration, facts.contextKind(ofRegistration: number) != .inline,
        let registration = facts.registrations[number]
      else { return false }
      let call = registration.frame
      return facts.frames[call].stack != facts.frames[index].stack
        && (facts.frames[call].end ?? .max) > facts.frames[index].begin
    }
  }
}

extension Rule.Outcome {
  /// The outcome that the handler of a slot is for; a `finally` counts as one for fulfillment.
  init(_ slot: HandlerSlot) { self.init(isFulfilled: slot != .onRejected) }
}

extension HandlerSlot {
  /// What a completion handler got.
  var argument: String {
    switch self {
    case .onFulfilled, .finally: "a value"
    case .onRejected: "an error"
    case .both, .neither: name
    }
  }

  /// The name of the slot in the specification.
  var name: String {
    switch self {
    case .onFulfilled: "onFulfilled"
    case .onRejected: "onRejected"
    case .finally: "finally"
    case .both: "a value and an error"
    case .neither: "neither a value nor an error"
    }
  }
}
