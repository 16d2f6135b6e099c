package import APlusJSON

extension TracedValue {
  /// Reads the name of a value that JSON cannot represent.
  init?(special name: String) {
    switch name {
    case "undefined": self = .undefined
    case "nothing": self = .nothing
    case "NaN": self = .notANumber
    case "-0": self = .negativeZero
    case "Infinity": self = .infinity
    case "-Infinity": self = .negativeInfinity
    case "then": self = .thenFunction
    default: return nil
    }
  }

  /// The value reference, as a trace writes it.
  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .real(value)
    case .undefined: ["is": "undefined"]
    case .nothing: ["is": "nothing"]
    case .notANumber: ["is": "NaN"]
    case .negativeZero: ["is": "-0"]
    case .infinity: ["is": "Infinity"]
    case .negativeInfinity: ["is": "-Infinity"]
    case .thenFunction: ["is": "then"]
    case .text(let text): ["text": .string(text)]
    case .bigInteger(let digits): ["bigint": .string(digits)]
    case .reference(let index): ["ref": .integer(index)]
    }
  }
}
