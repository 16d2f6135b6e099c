package import APlusJSON

extension Program {
  /// Reads a program as a host gets it.
  ///
  /// Nothing but the form is checked: names that nothing binds are for the host to find.
  package init(json: JSON) throws(ReadErrors) {
    let diagnostics = Diagnostics()
    let file = TextFile(name: "", bytes: [])
    let node = Node(json, at: Place(rootOf: file), diagnostics)
    let keys = ProgramDecoder.programKeys + ["uses", "ms"]
    guard let object = ObjectReader(node, "a program", keys: keys, diagnostics) else {
      try diagnostics.check([:])
      self.init(steps: [])
      return
    }
    var decoder = ProgramDecoder(.wire, diagnostics)
    self = decoder.program(object).program
    try diagnostics.check([:])
  }

  /// The program as a host gets it.
  package var json: JSON {
    var object = JSONObject()
    if !functions.isEmpty {
      object["functions"] = .object(
        JSONObject(
          uniqueKeysWithValues: functions.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        )
      )
    }
    object["steps"] = .array(steps.map(\.json))
    if let prototype {
      object["prototype"] = prototype.json
    }
    if rounds != 1 {
      object["rounds"] = .integer(rounds)
    }
    if !contexts.isEmpty {
      let table = contexts.sorted { $0.key < $1.key }
      object["contexts"] = .object(
        JSONObject(uniqueKeysWithValues: table.map { ($0.key, .string($0.value.rawValue)) })
      )
    }
    let uses = self.uses
    object["uses"] = .array(uses.words.sorted().map { .string($0) })
    if uses.milliseconds > 0 { object["ms"] = .integer(uses.milliseconds) }
    return .object(object)
  }

  /// What a host knows of the program before it performs it: the verbs that it uses, with `idle` where a block or a
  /// promise waits for quiescence and `null` where that value stands outside of getters, and its longest duration.
  package var uses: (words: Set<String>, milliseconds: Int) {
    var words: Set<String> = []
    var milliseconds = 0
    forEachStep { step in
      words.insert(step.action.verb)
      if case .later(.idle, _) = step.action { words.insert("idle") }
      if case .combine(let combination) = step.action {
        milliseconds = max(milliseconds, combination.milliseconds ?? 0)
      }
    }
    forEachValue { value in
      if case .promise(_, _, whenIdle: true) = value { words.insert("idle") }
    }
    // A getter that returns null does not say how a language with one nothing calls it elsewhere.
    forEachValue(inGetters: false) { value in
      if value == .scalar(.null) { words.insert("null") }
    }
    return (words, milliseconds)
  }
}

extension Action {
  /// The word that names the action.
  package var verb: String {
    switch self {
    case .bind: "let"
    case .settle(let settlement, _, _): settlement.rawValue
    case .then: "then"
    case .call: "call"
    case .mark: "mark"
    case .later: "later"
    case .repeated: "repeat"
    case .lanes: "lanes"
    case .wait: "wait"
    case .drop: "drop"
    case .probe: "probe"
    case .cancel: "cancel"
    case .combine: "combine"
    case .measure: "measure"
    }
  }
}

extension Function {
  /// The function as a host gets it.
  package var json: JSON {
    var object = JSONObject()
    if !steps.isEmpty { object["steps"] = .array(steps.map(\.json)) }
    if !endings.isEmpty { object["ends"] = .array(endings.map(\.json)) }
    if isShared { object["shared"] = true }
    if isSloppy { object["mode"] = "sloppy" }
    return .object(object)
  }
}

extension Ending {
  /// The ending as a host gets it.
  package var json: JSON {
    switch self {
    case .returns(let value): ["return": value.json]
    case .throwing(let value): ["throw": value.json]
    case .givesThen: ["give": "then"]
    }
  }
}

extension PrototypePatch {
  /// The patch as a host gets it.
  package var json: JSON {
    var object: JSONObject = ["of": .string(type)]
    if let then { object["then"] = .string(then) }
    object["get"] = .array(get.map(\.json))
    return .object(object)
  }
}

extension Step {
  /// The step as a host gets it.
  package var json: JSON {
    var object: JSONObject = ["id": .integer(id), "verb": .string(action.verb)]
    switch action {
    case .bind(let name, let value):
      object["let"] = .string(name)
      object["be"] = value.json
    case .settle(let settlement, let promise, let value):
      object[settlement.rawValue] = .string(promise)
      object["with"] = value.json
    case .then(let registration):
      object["then"] = .string(registration.promise)
      object["ok"] = registration.onFulfilled.json
      object["bad"] = registration.onRejected.json
      object["as"] = registration.result.map { .string($0) }
      object["on"] = registration.context.map { .string($0) }
    case .call(let resolver, let value):
      object["call"] = .string(resolver.description)
      object["with"] = value?.json
    case .mark(let name): object["mark"] = .string(name)
    case .later(let moment, let block):
      object["later"] = .string(moment.rawValue)
      object["do"] = .array(block.map(\.json))
    case .repeated(let count, let block):
      object["repeat"] = .integer(count)
      object["do"] = .array(block.map(\.json))
    case .lanes(let lanes): object["lanes"] = .array(lanes.map { .array($0.map(\.json)) })
    case .wait(let gate): object["wait"] = .string(gate)
    case .drop(let names): object["drop"] = .array(names.map { .string($0) })
    case .probe(let name): object["probe"] = .string(name)
    case .cancel(let promise, let reason):
      object["cancel"] = .string(promise)
      object["with"] = reason?.json
    case .combine(let combination): combination.write(to: &object)
    case .measure(let promise, let times):
      object["measure"] = .string(promise)
      object["times"] = .integer(times)
    }
    return .object(object)
  }
}

extension Combination {
  /// Writes the members of the step.
  fileprivate func write(to object: inout JSONObject) {
    object["combine"] = .string(kind)
    object["of"] = .array(members.map { .string($0) })
    object["ms"] = milliseconds.map { .integer($0) }
    object["times"] = times.map { .integer($0) }
    object["call"] = function.map { .string($0) }
    object["as"] = result.map { .string($0) }
  }
}

extension Handler {
  /// What a host gets in the handler's place; nil where it is absent.
  package var json: JSON? {
    switch self {
    case .absent: nil
    case .function(let name): .string(name)
    case .notFunction(let value): ["not": value.json]
    }
  }
}

extension ResolverName: CustomStringConvertible {
  /// The name as steps write it.
  package var description: String {
    let word = rejects ? "reject" : "resolve"
    return thenable.map { "\($0).\(word)" } ?? word
  }
}
