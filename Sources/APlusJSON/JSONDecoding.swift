/// One value being decoded, and the path to it.
struct JSONDecoding: Decoder {
  let value: JSON
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch(JSONObject.self, "an object") }
    return KeyedDecodingContainer(
      JSONKeyedDecoding<Key>(members: members, codingPath: codingPath)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSON].self, "an array") }
    return JSONUnkeyedDecoding(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The error that tells what this value is instead of what was expected.
  func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "expected \(expected), found \(value.summary)"
    )
    if case .null = value { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .integer(let integer) = value else { throw mismatch(type, "an integer") }
    guard let number = Number(exactly: integer) else {
      throw mismatch(type, "an integer from \(Number.min) to \(Number.max)")
    }
    return number
  }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(type, "a boolean") }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch(type, "a string") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let double = value.doubleValue else { throw mismatch(type, "a number") }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let double = value.doubleValue else { throw mismatch(type, "a number") }
    let float = Float(double)
    guard float.isFinite else { throw mismatch(type, "a number that fits 32 bits") }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }

  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }

  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }

  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }

  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }

  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

extension JSON {
  /// The value in a few words, for messages.
  ///
  ///     JSON.integer(5).summary  // "the integer 5"
  ///     JSON.array([]).summary   // "an array"
  package var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer, .real: "the \(typeName) \(serialized())"
    case .string(let value) where value.count <= 40: "the string \(serialized())"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
