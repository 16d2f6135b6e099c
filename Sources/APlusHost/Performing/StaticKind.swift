import APlusModel

/// What a name or value is, as far as can be told before the program runs.
///
/// A typed library has one call for handlers that end with a value and another for handlers that
/// end with a promise, so the choice is made when a handler is registered.
enum StaticKind {
  case value
  case promise
  case thenable

  /// The kind of a value expression, given the kinds of names.
  init(_ value: Value, names: [String: StaticKind]) {
    switch value {
    case .promise: self = .promise
    case .thenable: self = .thenable
    case .name(let name): self = names[name] ?? names[Self.repeated(name)] ?? .value
    case .scalar, .text, .special, .error, .list: self = .value
    }
  }

  /// The name that a repeat binds it under: `q#` for `q#-1` and for `q49`.
  private static func repeated(_ name: String) -> String {
    if name.hasSuffix("#-1") { return String(name.dropLast(2)) }
    var stem = name[...]
    while stem.last?.isWholeNumber == true { stem.removeLast() }
    return stem + "#"
  }

  /// The kind of what a function returns: where endings differ, the richer one.
  init(endingsOf function: Function, names: [String: StaticKind]) {
    self = .value
    for ending in function.endings {
      guard case .returns(let value) = ending else { continue }
      let kind = StaticKind(value, names: names)
      if self == .value || kind == .thenable {
        self = kind
      }
    }
  }
}
