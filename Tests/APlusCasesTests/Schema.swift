import APlusJSON
import TestSupport

/// The part of JSON Schema 2020-12 that the schemas of the project use.
struct Schema {
  let root: JSON

  /// Words that only describe.
  private static let silent: Set<String> = ["$schema", "$defs", "title"]

  /// Whether a value is as the schema says.
  func accepts(_ value: JSON) throws -> Bool { try accepts(value, root) }

  /// A keyword that this reader does not know.
  struct UnknownKeyword: Error { let keyword: String }

  private func accepts(_ value: JSON, _ schema: JSON) throws -> Bool {
    guard let keywords = schema.objectValue else { return schema.boolValue ?? false }
    return try keywords.allSatisfy { keyword, argument in try holds(keyword, argument, value, keywords) }
  }

  private func holds(_ keyword: String, _ argument: JSON, _ value: JSON, _ keywords: JSONObject) throws -> Bool {
    switch keyword {
    case "$ref": return try accepts(value, resolve(argument.stringValue ?? ""))
    case "type":
      let types = argument.arrayValue ?? [argument]
      return types.contains { isType(value, $0.stringValue ?? "") }
    case "const": return value == argument
    case "enum": return argument.arrayValue?.contains(value) ?? false
    case "allOf": return try argument.arrayValue?.allSatisfy { try accepts(value, $0) } ?? false
    case "contains":
      guard let elements = value.arrayValue else { return true }
      let count = try elements.count { try accepts($0, argument) }
      let minimum = keywords["minContains"]?.intValue ?? 1
      return count >= minimum && count <= keywords["maxContains"]?.intValue ?? .max
    case "minContains", "maxContains": return true
    case "anyOf": return try argument.arrayValue?.contains { try accepts(value, $0) } ?? false
    case "required":
      guard let members = value.objectValue else { return true }
      return argument.arrayValue?.allSatisfy { members[$0.stringValue ?? ""] != nil } ?? false
    case "properties":
      return try value.objectValue?.allSatisfy { key, member in
        try argument[key].map { try accepts(member, $0) } ?? true
      } ?? true
    case "additionalProperties":
      return try value.objectValue?.allSatisfy { key, member in
        try keywords["properties"]?[key] != nil || accepts(member, argument)
      } ?? true
    case "items": return try value.arrayValue?.allSatisfy { try accepts($0, argument) } ?? true
    case "minItems": return (value.arrayValue?.count ?? .max) >= (argument.intValue ?? 0)
    case "maxItems": return (value.arrayValue?.count ?? 0) <= (argument.intValue ?? .max)
    case "minimum": return (value.number ?? .infinity) >= (argument.number ?? 0)
    case "maximum": return (value.number ?? 0) <= (argument.number ?? 0)
    case "pattern":
      guard let text = value.stringValue else { return true }
      return text.contains(try Regex(argument.stringValue ?? ""))
    case _ where Self.silent.contains(keyword): return true
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  private func resolve(_ reference: String) -> JSON {
    guard reference.hasPrefix("#") else { return true }
    let steps = reference.split(separator: "/").dropFirst()
    return steps.reduce(root) { $0[String($1)] ?? false }
  }

  private func isType(_ value: JSON, _ type: String) -> Bool {
    value.typeName == type || (type == "number" && value.typeName == "integer")
  }
}

extension JSON {
  /// The number, integer or not; nil for any other value.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
