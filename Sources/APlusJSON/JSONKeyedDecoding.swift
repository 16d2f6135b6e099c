/// The members of an object being decoded.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: JSONObject
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoding("super", JSONCodingKey.key("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoding(key.stringValue, key) }

  private func member(_ key: Key) throws -> JSONDecoding {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "missing key \(JSON.string(key.stringValue).serialized())"
        )
      )
    }
    return JSONDecoding(value: value, codingPath: codingPath + [key])
  }

  /// A superclass decodes null when its member is missing.
  private func decoding(_ name: String, _ key: any CodingKey) -> JSONDecoding {
    JSONDecoding(value: members[name] ?? .null, codingPath: codingPath + [key])
  }
}
