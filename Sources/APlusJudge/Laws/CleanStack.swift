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
      // Most frames begin on a clean stack; seeing that must not copy the record.
      guard let outer = facts.frames[index].outer else { return nil }
      let record = facts.frames[index]
      guard case .handler(let call, _, let slot) = record.frame,
        facts.contextKind(ofRegistration: record.frame.registration) != .inline
      else { return nil }
      let inside = facts.frames[outer].frame
      let place = facts.trace.noun(inside)
      let name = record.named(call.function)
      return Violation(
        law: .cleanStack, requirement: rules[.cleanStack, inside], type: .zalgo,
        message: "`\(name)` (\(slot.name)) ran inside \(place)",
        expected: "`\(name)` is called from a clean stack, in a later turn",
        observed: "`\(name)` called inside \(place)", event: record.begin)
    }
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
  /// The name of the slot in the specification.
  var name: String {
    switch self {
    case .onFulfilled: "onFulfilled"
    case .onRejected: "onRejected"
    case .finally: "finally"
    }
  }
}
