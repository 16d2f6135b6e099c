package import APlusJSON

extension ProgramDecoder {
  /// The verbs, with the keys that may stand beside each.
  ///
  /// `combine` comes first: it may have a member `call`, which is a verb elsewhere.
  private static let verbs: [(verb: String, keys: [String])] = [
    ("combine", ["of", "ms", "times", "call", "as"]),
    ("let", ["be"]),
    ("fulfill", ["with"]),
    ("reject", ["with"]),
    ("resolve", ["with"]),
    ("then", ["ok", "bad", "as", "on"]),
    ("call", ["with"]),
    ("mark", []),
    ("later", ["do"]),
    ("repeat", ["do"]),
    ("lanes", []),
    ("wait", []),
    ("drop", []),
    ("probe", []),
    ("cancel", ["with"]),
    ("measure", ["times"]),
  ]

  /// The allowed keys by verb, made once.
  private static let keysByVerb = Dictionary(
    uniqueKeysWithValues: verbs.map { ($0.verb, ["id", "verb", $0.verb] + $0.keys) }
  )

  /// Reads the steps of a block.
  package mutating func steps(_ nodes: [Node]) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(nodes.count)
    for node in nodes {
      if let step = step(node) { steps.append(step) }
    }
    return steps
  }

  private mutating func step(_ node: Node) -> Step? {
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected a step", at: node.place)
      return nil
    }
    guard let verb = Self.verbs.first(where: { node[$0.verb] != nil })?.verb else {
      let key = members.first { $0.key != "id" }?.key ?? ""
      diagnostics.report(
        "found \(members.isEmpty ? "no verb" : "\"\(key)\""), expected a step with a verb",
        at: node.place,
        suggestion: Self.verbs.map(\.verb).nearest(to: key)
      )
      return nil
    }
    let keys = Self.keysByVerb[verb] ?? []
    let allowed = form == .wire ? keys : Array(keys.dropFirst(2))
    guard let object = ObjectReader(node, "the step \"\(verb)\"", keys: allowed, diagnostics) else {
      return nil
    }
    let id = number(node, object)
    return action(verb, object).map { Step(id: id, $0) }
  }

  private mutating func action(_ verb: String, _ object: ObjectReader) -> Action? {
    switch verb {
    case "let": return bind(object)
    case "fulfill": return settle(.fulfill, object)
    case "reject": return settle(.reject, object)
    case "resolve": return settle(.resolve, object)
    case "then": return then(object)
    case "call": return call(object)
    case "mark": return name(object, "mark").map { .mark($0) }
    case "later":
      guard let word = object.wordIfPresent("later", among: ["turn", "idle"]) else { return nil }
      return Moment(rawValue: word).map { .later($0, block(object)) }
    case "repeat":
      guard let count = object.integerIfPresent("repeat", in: 1...100_000_000) else { return nil }
      return .repeated(count, block(object))
    case "lanes":
      let lanes = object.array("lanes") ?? []
      return .lanes(lanes.map { self.lane($0) })
    case "wait": return name(object, "wait").map { .wait(gate: $0) }
    case "drop": return .drop(names(object, "drop"))
    case "probe": return name(object, "probe").map { .probe($0) }
    case "cancel":
      let reason = object["with"].flatMap { value($0) }
      return name(object, "cancel").map { .cancel(promise: $0, reason: reason) }
    case "combine": return combine(object)
    case "measure": return measure(object)
    default: return nil
    }
  }

  private mutating func block(_ object: ObjectReader) -> [Step] {
    object.array("do").map { steps($0) } ?? []
  }

  private mutating func lane(_ node: Node) -> [Step] {
    guard let elements = node.array else {
      diagnostics.report("found \(node.summary), expected an array of steps", at: node.place)
      return []
    }
    return steps(elements)
  }

  private mutating func bind(_ object: ObjectReader) -> Action? {
    let name = name(object, "let")
    guard let node = object.required("be"), let value = value(node), let name else { return nil }
    return .bind(name: name, value: value)
  }

  private mutating func settle(_ settlement: Settlement, _ object: ObjectReader) -> Action? {
    let promise = name(object, settlement.rawValue)
    guard let node = object.required("with"), let value = value(node), let promise else {
      return nil
    }
    return .settle(settlement, promise: promise, value: value)
  }

  private mutating func then(_ object: ObjectReader) -> Action? {
    let promise = name(object, "then")
    let onFulfilled = handler(object["ok"], role: "handler")
    let onRejected = handler(object["bad"], role: "handler")
    let result = object["as"] == nil ? nil : name(object, "as")
    let context = object["on"] == nil ? nil : self.name(object, "on")
    return promise.map {
      .then(
        Registration(
          promise: $0,
          onFulfilled: onFulfilled,
          onRejected: onRejected,
          result: result,
          context: context
        )
      )
    }
  }

  private mutating func call(_ object: ObjectReader) -> Action? {
    guard let node = object["call"], let text = object.string("call") else { return nil }
    let value = object["with"].flatMap { self.value($0) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let word = parts.last, ["resolve", "reject"].contains(word), parts.count <= 2,
      parts.count == 1 || NameGrammar.isName(parts[0])
    else {
      diagnostics.report(
        "found \(node.summary), expected \"resolve\", \"reject\" or those of a thenable, \"x.resolve\"",
        at: node.place,
        suggestion: ["resolve", "reject"].nearest(to: text)
      )
      return nil
    }
    let thenable = parts.count == 2 ? parts[0] : nil
    return .call(
      resolver: ResolverName(thenable: thenable, rejects: word == "reject"),
      value: value
    )
  }

  private mutating func combine(_ object: ObjectReader) -> Action? {
    let kinds = [
      "all", "race", "any", "allSettled", "delay", "timeout", "recover", "retry", "finally",
      "sequence", "zip", "try",
    ]
    guard let kind = object.wordIfPresent("combine", among: kinds) else { return nil }
    let milliseconds = object.integerIfPresent("ms", in: 0...3_600_000)
    let times = object.integerIfPresent("times", in: 0...1_000_000)
    return .combine(
      Combination(
        kind: kind,
        members: object["of"] == nil ? [] : names(object, "of"),
        milliseconds: milliseconds,
        times: times,
        function: object["call"].flatMap { functionName($0, role: "task") },
        result: object["as"] == nil ? nil : name(object, "as")
      )
    )
  }

  private func measure(_ object: ObjectReader) -> Action? {
    let promise = name(object, "measure")
    guard object.required("times") != nil,
      let times = object.integerIfPresent("times", in: 16...1_000_000), let promise
    else { return nil }
    return .measure(promise: promise, times: times)
  }

  private func name(_ object: ObjectReader, _ key: String) -> String? {
    guard let node = object.required(key) else { return nil }
    guard let text = node.string, NameGrammar.isName(text) else {
      diagnostics.report("found \(node.summary), expected \(NameGrammar.nameWords)", at: node.place)
      return nil
    }
    return text
  }

  private func names(_ object: ObjectReader, _ key: String) -> [String] {
    (object.array(key) ?? []).compactMap { node in
      guard let text = node.string, NameGrammar.isName(text) else {
        diagnostics.report(
          "found \(node.summary), expected \(NameGrammar.nameWords)",
          at: node.place
        )
        return nil
      }
      return text
    }
  }
}
