import APlusModel

/// Checks objects and their names, and notes what expressions stand for.
extension Fidelity {
  /// Checks that each object is described as something that the program or the library can make.
  func checkObjects() throws(Fault) {
    var marks: [String: Int] = [:]
    let hasDrop = program.drops
    for (reference, object) in trace.objects.enumerated() {
      let name = trace.text(.reference(reference))
      guard (0..<program.rounds).contains(object.round) else { throw fault("\(name) is of round \(object.round)") }
      let markNames = object.names.filter(\.isMarkName)
      guard (object.kind == .mark) == !markNames.isEmpty else {
        throw fault("\(name) is not of the kind `\(object.kind)`")
      }
      guard object.kind != .mark && object.kind != .thenable || !object.isForeign else {
        throw fault("\(name) is an object of the program, not of the library")
      }
      for word in object.names where !matching.isUndescribed(.reference(reference)) {
        guard index.isKind(object.kind, of: word) else { throw fault("`\(word)` is not of the kind `\(object.kind)`") }
      }
      for word in markNames where !word.hasSuffix("#") && !hasDrop {
        guard marks.updateValue(object.round, forKey: "\(word) \(object.round)") == nil else {
          throw fault("two objects are `\(word)`")
        }
      }
    }
  }

  /// Checks that each name of an object was bound to it, and that a result is no thenable that the
  /// program has not made.
  func checkNames() throws(Fault) {
    for (reference, object) in trace.objects.enumerated() {
      if object.kind == .thenable, origins[reference] == nil, index.hiddenThenables.isEmpty,
        !index.results.isDisjoint(with: object.names)
      {
        throw fault("\(trace.text(.reference(reference))) is a thenable that the program does not make")
      }
      for name in object.names where index.isBinding(name) {
        guard namedObjects[name]?.contains(reference) == true else {
          throw fault("`\(name)` was never bound to what has that name")
        }
      }
    }
  }

  /// Binds a name, which the object must have.
  mutating func bind(_ name: String, to value: TracedValue) throws(Fault) {
    if let reference = value.reference {
      guard trace.objects[reference].names.contains(name) || matching.isUndescribed(value) else {
        throw fault("what is bound to `\(name)` is not the value with that name")
      }
      namedObjects[name, default: NumberSet()].insert(reference)
    }
    matching.scope?.bind(name, to: value)
  }

  /// Notes the values that a step passes to the library.
  mutating func noteValues(of action: Action, in frame: Frame) {
    switch (action, frame) {
    case (.settle(_, _, let value), .settle(_, _, _, let with)): note(value, with)
    case (.call(_, let value?), .call(_, _, _, let with?)), (.cancel(_, let value?), .cancel(_, _, let with?)):
      note(value, with)
    case (.start(let start), .start(let call, _)):
      if let value = start.value, let seen = call.value { note(value, seen) }
    case (.then(let registration), .then(let call, _)):
      if case .notFunction(let value) = registration.onFulfilled, case .notFunction(let seen) = call.onFulfilled {
        note(value, seen)
      }
      if case .notFunction(let value) = registration.onRejected, case .notFunction(let seen) = call.onRejected {
        note(value, seen)
      }
    default: break
    }
  }

  /// Notes which object an expression stands for: each time that one is evaluated, it makes another.
  mutating func note(_ expression: Value, _ seen: TracedValue) {
    guard let reference = seen.reference else { return }
    switch expression {
    case .thenable(let thenable):
      matching.thenables.insert(reference)
      origins[reference, default: []].append(thenable)
      if let name = thenable.name { matching.scope?.bind(name, to: seen) }
    case .promise: if let count = matching.made[reference] { matching.made[reference] = count - 1 }
    case .list(let items): for (item, value) in zip(items, trace.objects[reference].items ?? []) { note(item, value) }
    case .name, .scalar, .text, .special, .error: break
    }
  }

  /// Whether a name that a step is said to leave out is bound, as far as the trace shows it.
  func isKnownToBeBound(_ name: String, in step: Step, _ context: Int) -> Bool {
    if case .bind(name, .promise) = step.action { return !stacks[current].contexts[context].making.hasThrown }
    guard isOrdered, let value = matching.scope?.value(of: name) else { return false }
    // A promise that was not made by the host has nothing to settle it with, and a kit that gives back what a
    // program drops may have given that back.
    if case .settle(_, name, _) = step.action {
      return !program.drops && value.reference.map { matching.made[$0] != nil } ?? false
    }
    return true
  }
}

extension ProgramIndex {
  /// Whether a step binds the name, with an event that shows to what.
  fileprivate func isBinding(_ name: String) -> Bool {
    !thenableNames.contains(name) && (lets[name] != nil || results.contains(name))
  }

  /// Whether an object with the name can be of a kind.
  fileprivate func isKind(_ kind: ObjectKind, of name: String) -> Bool {
    if results.contains(name) { return true }
    if let isPromise = lets[name] { return !isPromise || kind == .promise }
    return !thenableNames.contains(name) || kind == .thenable
  }
}

extension Program {
  /// Whether steps drop names, after which a name may stand for another object.
  fileprivate var drops: Bool {
    var isFound = false
    forEachStep { if case .drop = $0.action { isFound = true } }
    return isFound
  }
}
