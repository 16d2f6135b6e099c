/// Makes Swift values from JSON values.
///
/// It is strict: an integer is expected where the type says `Int`, so `1.5`,
/// `1.0` and `"1"` are refused, and an integer that the type cannot hold is too.
/// Keys that the type does not name are ignored.
///
///     let document = try JSONDocument(name: "cases.json", bytes: bytes)
///     let cases = try JSONValueDecoder().decode([Case].self, from: document)
///     // throws cases.json:2:20: at /0/id: expected a string, found the integer 5
package struct JSONValueDecoder: Sendable {
  /// Creates a decoder.
  package init() {}

  /// Makes a Swift value from a JSON value.
  ///
  /// - Throws: The error of the type, mostly a `DecodingError`.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from json: JSON
  ) throws -> Value {
    try JSONDecoding(value: json, codingPath: []).decode(type)
  }

  /// Makes a Swift value from a text.
  ///
  /// - Throws: A `JSONError` with place, pointer, what was expected and what was
  ///   found, or an error of the type that is no `DecodingError`.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from document: JSONDocument
  ) throws -> Value {
    do {
      return try decode(type, from: document.root)
    } catch let error as DecodingError {
      throw document.error(from: error)
    }
  }
}

extension JSONDocument {
  /// Finds the place that a decoding error of this text's value speaks of.
  package func error(from error: DecodingError) -> JSONError {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      self.error(
        at: JSONPointer(codingPath: context.codingPath),
        context.debugDescription
      )
    @unknown default:
      self.error(at: JSONPointer(), String(describing: error))
    }
  }
}

extension JSONPointer {
  /// Creates the pointer to the value that a coding path of our coders leads to.
  package init(codingPath: [any CodingKey]) {
    self.init(
      tokens: codingPath.map { key in
        // Only elements have their index as key; keys of a type that happen to be
        // numbers are members.
        if case .index(let index)? = key as? JSONCodingKey {
          String(index)
        } else {
          key.stringValue
        }
      }
    )
  }
}
