/// The elements of an array being encoded, one after the other.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let node: JSONEncodingNode
  let codingPath: [any CodingKey]

  var count: Int { node.count }

  func encodeNil() { element().encodeNil() }

  func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  private func element() -> JSONEncoding {
    let path = codingPath + [JSONCodingKey.index(count)]
    return JSONEncoding(node: node.append(), codingPath: path)
  }
}
