package import APlusJSON

extension Value {
  /// The value as a host gets it.
  package var json: JSON {
    switch self {
    case .name(let name): .string(name)
    case .scalar(let scalar): scalar.json
    case .text(let text): ["text": .string(text)]
    case .special(let word): ["is": .string(word)]
    case .error(let type, true): ["error": .string(type)]
    case .error(let type, false): ["error": .string(type), "stack": false]
    case .list(let elements): ["list": .array(elements.map(\.json))]
    case .promise(let state, let value, let whenIdle):
      .object(Self.promise(state, value, whenIdle))
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
  /// The scalar as a host gets it.
  package var json: JSON {
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
  /// The thenable as a host gets it.
  package var json: JSON {
    var object = JSONObject()
    object["as"] = name.map { .string($0) }
    if shape != .object { object["shape"] = .string(shape.rawValue) }
    object["then"] = then.json
    object["get"] = get.map { .array($0.map(\.json)) }
    return .object(object)
  }
}
