import APlusModel

/// Decides whether a traced value can be the value of an expression of the program.
struct Matching {
  let objects: [TracedObject]
  /// Whether the host died before it could describe its objects: an undescribed one may be any
  /// object.
  let isCut: Bool
  /// By name: what `let` bound, and results without identity; the last one of the round.
  var bindings: [String: TracedValue] = [:]
  /// What is bound where the current event is; nil where only what an object was ever named counts.
  var scope: NameScope?
  /// How often the host made each promise, without those that an expression already stands for.
  var made: [Int: Int] = [:]
  /// The thenables that an expression stands for: another one makes another object.
  var thenables = NumberSet()

  init(_ trace: Trace, bindings: [String: TracedValue] = [:]) {
    objects = trace.objects
    self.bindings = bindings
    isCut = trace.ending != .quiet && trace.ending != .overrun
  }

  func matches(_ value: Value, _ traced: TracedValue) -> Bool {
    if isUndescribed(traced), !isPrimitive(value) { return true }
    if let reference = traced.reference, objects[reference].names.contains("UNBOUND") {
      return value != .name("UNBOUND") && !isLiteral(value)
    }
    switch value {
    case .name(let name): return isNamed(name, traced)
    case .scalar(let scalar): return traced == TracedValue(scalar) || scalar == .undefined && traced == .nothing
    case .text(let text):
      guard case .text(let seen) = traced else { return false }
      return seen == text || seen.isStart(of: text)
    case .special(let special):
      if special == "bigint", case .bigInteger = traced { return true }
      // Some kinds of a language are primitive. Which value it is shows in `let` and in the calls of
      // the library.
      return traced.reference != nil || LanguageKind.values[special]?.mayBePrimitive == true
    case .error: return traced.reference.map { objects[$0].kind } == .error
    case .list(let items):
      guard let reference = traced.reference, let seen = objects[reference].items else { return false }
      return seen.count == items.count && zip(items, seen).allSatisfy { matches($0.0, $0.1) }
    case .promise: return traced.reference.map { made[$0, default: 0] > 0 } ?? false
    case .thenable(let thenable):
      guard let reference = traced.reference, objects[reference].kind == .thenable, !thenables.contains(reference)
      else { return false }
      return thenable.name.map(objects[reference].names.contains) ?? true
    }
  }

  /// Whether the value carries the name.
  ///
  /// Without a scope, names with an index are not distinguished, because traces keep their `#`.
  func isNamed(_ name: String, _ traced: TracedValue) -> Bool {
    if isUndescribed(traced) { return true }
    if let isBound = scope?.isBound(name, to: traced) { return isBound }
    if let round = scope?.round, let reference = traced.reference, objects[reference].kind == .mark,
      objects[reference].round != round
    {
      return false
    }
    let isOneOfMany = name.utf8.contains(UInt8(ascii: "#"))
    guard let reference = traced.reference else {
      if bindings[name] == traced { return true }
      guard isOneOfMany || name.indexedName != nil else { return false }
      let stem = (name.indexedName ?? name).prefix { $0 != "#" }
      return bindings.contains { $0.key.hasPrefix(stem + "#") && $0.value.reference == nil }
    }
    let names = objects[reference].names
    if names.contains(name) || bindings[name] == traced { return true }
    guard isOneOfMany else { return name.indexedName.map(names.contains) ?? false }
    // `q#-1` is what the previous turn called `q#`, and in the first turn `q-start`.
    let stem = name.prefix { $0 != "#" }
    return names.contains { $0.hasPrefix(stem + "#") || $0 == stem + "-start" || $0.indexedName == stem + "#" }
  }

  func isUndescribed(_ traced: TracedValue) -> Bool {
    guard isCut, let reference = traced.reference else { return false }
    let object = objects[reference]
    // Known without a description: that a call returned a promise, and what `let` bound.
    return object.kind == .object || object.kind == .promise && object.names.isEmpty
  }

  private func isPrimitive(_ value: Value) -> Bool {
    switch value {
    case .scalar, .text: true
    case .name, .special, .error, .list, .promise, .thenable: false
    }
  }

  private func isLiteral(_ value: Value) -> Bool {
    switch value {
    case .scalar, .text, .special, .error, .thenable, .list: true
    // Where an entry point of the library throws, no promise is made.
    case .promise: false
    // A mark is never unbound.
    case .name(let name): name.isMarkName
    }
  }
}

extension String {
  /// `q#` for `q49`, the name of one of the values that a repeat bound; nil for names without a
  /// number.
  var indexedName: String? {
    let digits = reversed().prefix(while: \.isWholeNumber).count
    return digits > 0 ? String(dropLast(digits)) + "#" : nil
  }
}
