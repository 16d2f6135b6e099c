/// A JSON text together with its value, which can tell where a pointer stands.
///
/// Positions are looked up when they are asked for, by reading the text again.
package struct JSONDocument: Sendable {
  /// The name of the file or stream that the text came from.
  package let name: String

  /// The text, in UTF-8.
  package let bytes: [UInt8]

  /// The value.
  package let root: JSON

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - name: The name of the text, for errors.
  ///   - bytes: The text in UTF-8.
  /// - Throws: The first fault of the text.
  package init(name: String, bytes: [UInt8]) throws(JSONError) {
    self.name = name
    self.bytes = bytes
    root = try JSON(parsing: bytes, name: name)
  }

  /// Finds where the value at a pointer starts.
  ///
  /// When there is no such value, it is the start of the innermost value on the
  /// way to it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func position(of pointer: JSONPointer) -> JSONPosition {
    JSONPosition(offset: locate(pointer).value, in: bytes)
  }

  /// Finds where the key of the member at a pointer starts.
  ///
  /// For an element of an array, and for the root, it is the start of the value.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func positionOfKey(of pointer: JSONPointer) -> JSONPosition {
    let place = locate(pointer)
    return JSONPosition(offset: place.key ?? place.value, in: bytes)
  }

  private func locate(_ pointer: JSONPointer) -> (key: Int?, value: Int) {
    var scanner = JSONScanner(bytes)
    var place = scanner.next()
    var key: JSONScanner.Token?
    for token in pointer.tokens {
      guard let found = child(token, of: place, &scanner) else { break }
      key = found.key
      place = found.value
    }
    return (key?.range.lowerBound, place.range.lowerBound)
  }

  /// Steps from the first token of a value to that of a member or element.
  private func child(
    _ step: String,
    of place: JSONScanner.Token,
    _ scanner: inout JSONScanner
  ) -> (key: JSONScanner.Token?, value: JSONScanner.Token)? {
    switch place.kind {
    case .beginObject:
      while true {
        let key = scanner.next()
        guard key.kind == .string else { return nil }
        _ = scanner.next()
        let value = scanner.next()
        if scanner.text(of: key) == step { return (key, value) }
        scanner.skip(after: value)
        guard scanner.next().kind == .comma else { return nil }
      }
    case .beginArray:
      guard let index = JSONPointer.index(of: step) else { return nil }
      for _ in 0..<index {
        scanner.skip(after: scanner.next())
        guard scanner.next().kind == .comma else { return nil }
      }
      let value = scanner.next()
      return value.kind == .endArray ? nil : (nil, value)
    case .endObject, .endArray, .colon, .comma, .string, .openString, .word, .end:
      return nil
    }
  }
}
