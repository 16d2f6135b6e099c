package import APlusJSON

extension Program {
  /// Reads a program as a host gets it.
  ///
  /// Only the form is checked: the host finds unbound names.
  package init(json: JSONView) throws(ReadErrors) {
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

  /// Reads a program that is a part of a document, as in a report.
  package init(json: JSON) throws(ReadErrors) {
    let tree: JSONTree
    do throws(JSONError) { tree = try JSONTree(json) } catch { throw ReadErrors([error]) }
    try self.init(json: tree.root)
  }

  /// The program as a host gets it.
  package var json: JSON {
    var object = JSONObject()
    if !functions.isEmpty { object["functions"] = .object(sorting: functions.mapValues(\.json)) }
    object["steps"] = .array(steps.map(\.json))
    object["prototype"] = prototype?.json
    if rounds != 1 { object["rounds"] = .integer(rounds) }
    if !contexts.isEmpty { object["contexts"] = .object(sorting: contexts.mapValues { .string($0.rawValue) }) }
    let uses = self.uses
    object["uses"] = .array(uses.words.sorted().map { .string($0) })
    if uses.milliseconds > 0 { object["ms"] = .integer(uses.milliseconds) }
    return .object(object)
  }
}

extension JSON {
  fileprivate static func object(sorting members: [String: JSON]) -> JSON {
    let sorted = members.sorted { $0.key < $1.key }
    return .object(JSONObject(uniqueKeysWithValues: sorted.map { ($0.key, $0.value) }))
  }
}

extension Function {
  fileprivate var json: JSON {
    var object = JSONObject()
    if !steps.isEmpty { object["steps"] = .array(steps.map(\.json)) }
    if !endings.isEmpty { object["ends"] = .array(endings.map(\.json)) }
    if isShared { object["shared"] = true }
    if isSloppy { object["mode"] = "sloppy" }
    object["kind"] = kind.map { .string($0.word) }
    object["released"] = released.map(JSON.string)
    return .object(object)
  }
}

extension Ending {
  fileprivate var json: JSON {
    switch self {
    case .returns(let value): ["return": value.json]
    case .throwing(let value): ["throw": value.json]
    case .givesThen: ["give": "then"]
    }
  }
}

extension PrototypePatch {
  fileprivate var json: JSON {
    var object: JSONObject = ["of": .string(type)]
    object["then"] = then.map(JSON.string)
    object["get"] = .array(get.map(\.json))
    return .object(object)
  }
}

extension Step {
  fileprivate var json: JSON {
    var object: JSONObject = ["id": .integer(id), "verb": .string(action.verb)]
    action.forEachField { field, argument in object[field.key] = argument.json }
    return .object(object)
  }
}

extension FieldValue {
  fileprivate var json: JSON? {
    switch self {
    case .name(let name): .string(name)
    case .names(let names): .array(names.map(JSON.string))
    case .resolver(let resolver): .string(resolver.description)
    case .number(let number): .integer(number)
    case .value(let value): value.json
    case .handler(let handler): handler.json
    case .block(let steps): .array(steps.map(\.json))
    case .blocks(let blocks): .array(blocks.map { .array($0.map(\.json)) })
    }
  }
}

extension Handler {
  fileprivate var json: JSON? {
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

extension Value {
  fileprivate var json: JSON {
    switch self {
    case .name(let name): .string(name)
    case .scalar(let scalar): scalar.json
    case .text(let text): ["text": .string(text)]
    case .special(let word): ["is": .string(word)]
    case .error(let type, true): ["error": .string(type)]
    case .error(let type, false): ["error": .string(type), "stack": false]
    case .list(let elements): ["list": .array(elements.map(\.json))]
    case .promise(let state, let value, let whenIdle): .object(Self.promise(state, value, whenIdle))
    case .thenable(let thenable): ["thenable": thenable.json]
    }
  }

  private static func promise(_ state: PromiseState, _ value: Value?, _ idle: Bool) -> JSONObject {
    var object: JSONObject = ["promise": .string(state.rawValue)]
    object["with"] = value?.json
    if idle { object["when"] = "idle" }
    return object
  }
}

extension Scalar {
  fileprivate var json: JSON {
    switch self {
    case .null: .null
    case .undefined: ["is": "undefined"]
    case .notANumber: ["is": "NaN"]
    case .negativeZero: ["is": "-0"]
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .real(value)
    }
  }
}

extension Thenable {
  fileprivate var json: JSON {
    var object = JSONObject()
    object["as"] = name.map(JSON.string)
    if shape != .object { object["shape"] = .string(shape.word) }
    object["then"] = then.json
    object["get"] = get.map { .array($0.map(\.json)) }
    object["reading"] = reading.map(JSON.string)
    return .object(object)
  }
}
