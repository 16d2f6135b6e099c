package import APlusJSON

extension JSON {
  /// The word of a schema for the type.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
