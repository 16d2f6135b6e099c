/// One value being encoded, and the path to it.
struct JSONEncoding: Encoder {
  let node: JSONEncodingNode
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(node: JSONEncodingNode = JSONEncodingNode(), codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return JSONUnkeyedEncoding(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func real(_ value: some BinaryFloatingPoint) throws -> JSON {
    guard value.isFinite else { throw unwritable(value, "a finite number") }
    return .real(Double(value))
  }

  private func integer(_ value: some FixedWidthInteger) throws -> JSON {
    guard let integer = Int(exactly: value) else {
      throw unwritable(value, "an integer up to \(Int.max)")
    }
    return .integer(integer)
  }

  private func unwritable(_ value: Any, _ expected: String) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "expected \(expected), found \(value)"
      )
    )
  }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { node.set(.null) }

  func encode(_ value: Bool) { node.set(.bool(value)) }

  func encode(_ value: String) { node.set(.string(value)) }

  func encode(_ value: Double) throws { try node.set(real(value)) }

  func encode(_ value: Float) throws { try node.set(real(value)) }

  func encode(_ value: Int) { node.set(.integer(value)) }

  func encode(_ value: Int8) throws { try node.set(integer(value)) }

  func encode(_ value: Int16) throws { try node.set(integer(value)) }

  func encode(_ value: Int32) throws { try node.set(integer(value)) }

  func encode(_ value: Int64) throws { try node.set(integer(value)) }

  func encode(_ value: UInt) throws { try node.set(integer(value)) }

  func encode(_ value: UInt8) throws { try node.set(integer(value)) }

  func encode(_ value: UInt16) throws { try node.set(integer(value)) }

  func encode(_ value: UInt32) throws { try node.set(integer(value)) }

  func encode(_ value: UInt64) throws { try node.set(integer(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    if let json = value as? JSON {
      node.set(json)
    } else {
      try value.encode(to: self)
    }
  }
}
