/// The kind of a name or value, known without running the program.
package enum Kind: String, Sendable, Hashable {
  case mark
  case promise
  /// A call that was given a completion handler.
  case call
  /// A task that awaits.
  case task
  case thenable
  case function
  case list
  case scalar
  case error
  /// A date, a regular expression, a plain object and the like.
  case object
}

/// The kind of value that user code returns, which typed libraries must know at registration.
package enum EndingKind: Sendable {
  case value
  case promise
  case thenable
}

/// The kind of every name in a program, and of what its functions return.
///
/// The checks of case files use it. Typed hosts need it at registration: a handler that returns a
/// promise goes through flat-map, any other through map.
package struct Kinds: Sendable {
  private var kinds: [String: Kind] = [:]
  private var aliases: [String: Value] = [:]

  /// Analyzes a program.
  package init(of program: Program) {
    for name in program.functions.keys { kinds[name] = .function }
    program.forEachStep { step in
      let action = step.action
      action.forEachField { field, argument in
        guard case .binding(let kind) = field.type, let name = argument.name else { return }
        let base = NameGrammar.base(of: name)
        if let kind { kinds[base] = kind } else { aliases[base] = action.values.first }
      }
    }
    program.forEachValue { value in
      guard case .thenable(let thenable) = value, let name = thenable.name else { return }
      kinds[NameGrammar.base(of: name)] = .thenable
    }
  }

  /// The kind of a name; nil if it is not bound.
  package func kind(of name: String) -> Kind? { resolve(name).flatMap { direct($0) } }

  /// The kind of a value; nil for a name that is not bound.
  package func kind(of value: Value) -> Kind? { definition(of: value).flatMap { direct($0) } }

  /// Whether a promise that is resolved with the value adopts its state.
  package func isAdoptable(_ value: Value) -> Bool {
    let kind = kind(of: value)
    return kind == .promise || kind == .thenable
  }

  /// The kind of value that a function returns.
  ///
  /// If its endings differ, a thenable takes precedence over a promise, and a promise over a value.
  package func ending(of function: Function) -> EndingKind {
    var found = EndingKind.value
    for case .returns(let value) in function.endings {
      switch kind(of: value) {
      case .thenable: return .thenable
      case .promise: found = .promise
      default: break
      }
    }
    return found
  }

  /// The value behind a name that `let` binds to another one; any other value itself.
  package func definition(of value: Value) -> Value? {
    if case .name(let name) = value { resolve(name) } else { value }
  }

  /// The name under which a use of a name is bound.
  package func binding(of name: String) -> String { known(name) }

  /// Follows a name to its meaning; nil if it is not bound, or only in a cycle of names.
  private func resolve(_ name: String) -> Value? {
    var name = name
    for _ in 0...aliases.count {
      if name.isMarkName { return .name(name) }
      let key = known(name)
      guard let value = aliases[key] else { return kinds[key] == nil ? nil : .name(key) }
      guard case .name(let next) = value else { return value }
      name = next
    }
    return nil
  }

  /// The name under which a use of a name is bound: `a7` may be one of `a#`.
  private func known(_ name: String) -> String {
    let base = NameGrammar.base(of: name)
    if aliases[base] != nil || kinds[base] != nil { return base }
    let stem = base.hasSuffix("-start") ? base.utf8.dropLast(6) : base.utf8[...]
    guard let last = stem.lastIndex(where: { !NameGrammar.isDigit($0) }) else { return base }
    return "\(Substring(stem[...last]))#"
  }

  private func direct(_ value: Value) -> Kind? {
    switch value {
    case .name(let name): name.isMarkName ? .mark : kinds[name]
    case .scalar, .text, .special("symbol"), .special("bigint"): .scalar
    case .special("function"): .function
    case .special("array-of-function"), .list: .list
    case .special: .object
    case .error: .error
    case .promise: .promise
    case .thenable: .thenable
    }
  }
}
