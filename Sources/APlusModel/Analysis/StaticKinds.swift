/// The static kind of every name in a program, and what its functions end in.
///
/// Typed hosts need it when they register: a handler that ends in a promise
/// goes through flat-map, any other through map.
package struct StaticKinds: Sendable {
  private var kinds: [String: Kind] = [:]
  private var aliases: [String: Value] = [:]
  private var promiseEnders: Set<String> = []

  /// Analyses a program.
  package init(of program: Program) {
    for name in program.functions.keys {
      kinds[name] = .function
    }
    program.forEachStep { step in
      switch step.action {
      case .bind(let name, let value): aliases[NameGrammar.base(of: name)] = value
      case .then(let registration): bind(registration.result, .promise)
      case .combine(let combination): bind(combination.result, .promise)
      case .settle, .call, .mark, .later, .repeated, .lanes, .wait, .drop, .probe, .cancel,
        .measure:
        break
      }
    }
    program.forEachValue { value in
      if case .thenable(let thenable) = value { bind(thenable.name, .thenable) }
    }
    for (name, function) in program.functions where endsInPromise(function) {
      promiseEnders.insert(name)
    }
  }

  private mutating func bind(_ name: String?, _ kind: Kind) {
    guard let name else { return }
    kinds[NameGrammar.base(of: name)] = kind
  }

  /// The kind of a name; nil when nothing binds it.
  package func kind(of name: String) -> Kind? {
    resolve(name).flatMap { direct($0) }
  }

  /// The kind of a value; nil for a name that nothing binds.
  package func kind(of value: Value) -> Kind? {
    definition(of: value).flatMap { direct($0) }
  }

  /// Whether a call of the function may end in a promise of the library.
  package func endsInPromise(_ function: String) -> Bool {
    promiseEnders.contains(function)
  }

  /// The value behind a name, as far as `let` binds it to another.
  package func definition(of value: Value) -> Value? {
    if case .name(let name) = value { resolve(name) } else { value }
  }

  private func endsInPromise(_ function: Function) -> Bool {
    function.endings.contains { ending in
      if case .returns(let value) = ending { kind(of: value) == .promise } else { false }
    }
  }

  /// Follows names to what they stand for; nil when nothing binds them, or only each other.
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
    let stem = base.hasSuffix("-start") ? Substring(base.dropLast(6)) : base[...]
    guard let last = stem.lastIndex(where: { !$0.isWholeNumber }) else { return base }
    return stem[...last] + "#"
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
