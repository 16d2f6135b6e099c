/// The elements of an array being decoded, one after the other.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSON]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSON], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    // An element that is not null stays the current one.
    guard try current().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoding = try current()
    currentIndex += 1
    return decoding
  }

  private func current() throws -> JSONDecoding {
    guard currentIndex < elements.count else {
      throw DecodingError.valueNotFound(
        JSON.self,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "expected more than \(elements.count) elements"
        )
      )
    }
    return JSONDecoding(
      value: elements[currentIndex],
      codingPath: codingPath + [JSONCodingKey.index(currentIndex)]
    )
  }
}
