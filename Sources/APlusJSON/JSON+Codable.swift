extension JSON: Codable {
  /// Takes the value as it is; only our own decoder has one.
  package init(from decoder: any Decoder) throws {
    guard let decoding = decoder as? JSONDecoding else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a JSON value is decoded from JSON only"
        )
      )
    }
    self = decoding.value
  }

  /// Hands over the value as it is; only our own encoder takes one.
  package func encode(to encoder: any Encoder) throws {
    guard let encoding = encoder as? JSONEncoding else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a JSON value is encoded to JSON only"
        )
      )
    }
    try encoding.encode(self)
  }
}

extension JSONObject: Codable {
  /// Takes the members as they are; only our own decoder has them.
  package init(from decoder: any Decoder) throws {
    let value = try JSON(from: decoder)
    guard case .object(let members) = value else {
      throw JSONDecoding(value: value, codingPath: decoder.codingPath)
        .mismatch(JSONObject.self, "an object")
    }
    self = members
  }

  /// Hands over the members as they are; only our own encoder takes them.
  package func encode(to encoder: any Encoder) throws {
    try JSON.object(self).encode(to: encoder)
  }
}
