import APlusModel

/// Law 1, 2.2.4: when a handler frame begins, no other frame is open on its stack.
///
/// Frames of thenables, accessors and tasks may be nested: Promises/A+ allows them inside calls, and so may be handlers
/// that were registered for an inline context. A handler
/// that begins on another stack before the call that explains it has ended is a concurrent start: allowed, and counted.
struct CleanStack {
  let facts: Facts

  func violations() -> [Violation] {
    facts.frames.indices.compactMap { index in
      // Most frames stand on a clean stack, and a record is not copied to see that.
      guard let outer = facts.frames[index].outer else { return nil }
      let record = facts.frames[index]
      guard case .handler(let call, _, let slot) = record.frame,
        facts.contextKind(ofRegistration: record.frame.registration) != .inline
      else { return nil }
      let inside = facts.frames[outer].frame
      let place = describe(inside)
      let name = record.named(call.function)
      return Violation(
        law: .cleanStack,
        requirement: requirement(inside),
        type: .zalgo,
        message: "`\(name)` (\(slot.name)) ran inside \(place)",
        expected: "`\(name)` is called from a clean stack, in a later turn",
        observed: "`\(name)` called inside \(place)",
        event: record.begin
      )
    }
  }

  /// Handlers that began on another stack while their own registration call was still open.
  func concurrentStarts() -> Int {
    facts.frames.indices.count { index in
      guard facts.frames[index].outer == nil,
        case .handler = facts.frames[index].frame,
        let number = facts.frames[index].frame.registration,
        facts.contextKind(ofRegistration: number) != .inline,
        let registration = facts.registrations[number]
      else { return false }
      let call = registration.frame
      return facts.frames[call].stack != facts.frames[index].stack
        && (facts.frames[call].end ?? .max) > facts.frames[index].begin
    }
  }

  private func requirement(_ outer: Frame) -> String {
    switch outer {
    case .make, .settle, .then, .call, .measure, .handler, .thenable, .accessor, .task, .onCancel,
      .wait, .lanes:
      "2.2.4"
    case .cancel: "Z-cancel"
    case .combine: "Z-combine"
    case .drop: "Z-drop"
    }
  }

  private func describe(_ outer: Frame) -> String {
    let text = facts.trace.text
    switch outer {
    case .make(_, let state, _, _): return "the making of a \(state) promise"
    case .settle(_, let verb, let promise, _): return "\(verb.rawValue) of \(text(promise))"
    case .then(let call, _): return "then on \(text(call.subject))"
    case .call(_, _, let rejects, _):
      return "\(rejects ? "rejectPromise" : "resolvePromise") of a thenable"
    case .cancel(_, let promise, _): return "cancel of \(text(promise))"
    case .combine(_, let kind, _): return "the combinator \(kind)"
    case .drop: return "the release of the last reference"
    case .measure(_, let promise): return "the registrations on \(text(promise)) that are timed"
    case .wait, .lanes: return "a wait of the host"
    case .handler(let call, _, _): return "the handler `\(call.function)`"
    case .thenable(let call, _, _): return "the thenable's then `\(call.function)`"
    case .accessor: return "the accessor of then"
    case .task(let call): return "the task `\(call.function)`"
    case .onCancel(let call): return "the cancel callback `\(call.function)`"
    }
  }
}

extension HandlerSlot {
  /// The word of the specification.
  var name: String {
    switch self {
    case .onFulfilled: "onFulfilled"
    case .onRejected: "onRejected"
    case .finally: "finally"
    }
  }
}
