import APlusModel

extension Matching {
  /// Whether a frame performs the action, with the values that it names.
  func fits(_ action: Action, _ frame: Frame) -> Bool {
    switch (action, frame) {
    case (.settle(let verb, let promise, let value), .settle(_, let seen, let subject, let with)):
      verb == seen && isNamed(promise, subject) && matches(value, with)
    case (.then(let registration), .then(let call, _)):
      isNamed(registration.promise, call.subject) && fits(registration.onFulfilled, call.onFulfilled)
        && fits(registration.onRejected, call.onRejected)
    case (.start(let start), .start(let call, _)):
      start.kind == call.kind && start.function == call.function && fits(start.value, call.value)
        && start.members.count == call.members.count && zip(start.members, call.members).allSatisfy { isNamed($0, $1) }
    case (.awaiting(let awaiting), .awaiting(let call, _)):
      isNamed(awaiting.promise, call.subject) && awaiting.onFulfilled == call.onFulfilled.function
        && awaiting.onRejected == call.onRejected.function
    case (.call(let resolver, let value), .call(_, _, let rejects, let with)):
      resolver.rejects == rejects && fits(value, with)
    case (.cancel(let promise, let reason), .cancel(_, let subject, let with)):
      isNamed(promise, subject) && fits(reason, with)
    case (.combine(let combination), .combine(_, let kind, let members)):
      combination.kind == kind && combination.members.count == members.count
        && zip(combination.members, members).allSatisfy { matches(.name($0.0), $0.1) }
    case (.drop(let names), .drop(_, let seen)): names == seen
    case (_, .operation(_, let verb, let subject)):
      action.verb == verb && action.arguments[0]?.name.map { isNamed($0, subject) } == true
    case (.wait(let gate), .wait(_, let seen)): gate == seen
    case (.lanes(let lanes), .lanes(_, let count)): lanes.count == count
    // The frame is that of another step, or the step opens none. A verb that is only named here never fits.
    case (.bind, _), (.settle, _), (.then, _), (.start, _), (.awaiting, _), (.call, _), (.mark, _), (.later, _),
      (.repeated, _), (.lanes, _), (.wait, _), (.drop, _), (.abandon, _), (.probe, _), (.cancel, _), (.combine, _),
      (.pause, _), (.measure, _):
      false
    }
  }

  /// Whether a promise was made as an expression says; one that is settled later is pending at
  /// first.
  func fits(_ promise: Value, _ state: String, _ with: TracedValue?) -> Bool {
    guard case .promise(let outcome, let value, let whenIdle) = promise else { return false }
    return whenIdle
      ? state == PromiseState.pending.rawValue && with == nil : state == outcome.rawValue && fits(value, with)
  }

  /// Whether a promise that an expression made is settled as the expression says.
  func fits(_ promise: Value, settledBy verb: Settlement, with settled: TracedValue) -> Bool {
    guard case .promise(let outcome, let value?, _) = promise else { return false }
    return outcome.settlement == verb && matches(value, settled)
  }

  private func fits(_ value: Value?, _ traced: TracedValue?) -> Bool {
    guard let value, let traced else { return value == nil && traced == nil }
    return matches(value, traced)
  }

  private func fits(_ handler: Handler, _ slot: Slot) -> Bool {
    switch (handler, slot) {
    case (.absent, .absent): true
    case (.function(let name), .function(let seen)): name == seen
    case (.notFunction(let value), .notFunction(let seen)): matches(value, seen)
    default: false
    }
  }
}

extension Slot {
  /// The function's name; nil for anything else.
  fileprivate var function: String? { if case .function(let name) = self { name } else { nil } }
}
