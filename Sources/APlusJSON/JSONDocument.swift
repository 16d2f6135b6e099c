/// A JSON text with its value, in which pointers can be located.
///
/// Positions are not stored: each lookup scans the text again.
package struct JSONDocument {
  /// The name of the file or stream that the text came from.
  package let name: String

  /// The text, in UTF-8, without a byte order mark.
  package let bytes: [UInt8]

  /// The value.
  package let root: JSONView

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - name: The name of the text, for errors.
  ///   - bytes: The text in UTF-8.
  /// - Throws: The first fault of the text.
  package init(name: String, bytes: [UInt8]) throws(JSONError) {
    self.name = name
    self.bytes = bytes.withoutByteOrderMark
    root = try JSONTree(parsing: self.bytes, name: name).root
  }

  /// Finds the start of the value at a pointer.
  ///
  /// If there is no such value, this is the start of its innermost existing
  /// ancestor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func position(of pointer: JSONPointer) -> JSONPosition {
    JSONPosition(offset: locate(pointer).value, in: bytes)
  }

  /// Finds the start of the key of the member at a pointer.
  ///
  /// For an array element and for the root, this is the start of the value.
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

  /// Finds a member or element of the value that starts with a token.
  private func child(_ step: String, of place: JSONScanner.Token, _ scanner: inout JSONScanner) -> (
    key: JSONScanner.Token?, value: JSONScanner.Token
  )? {
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
    case .endObject, .endArray, .colon, .comma, .string, .openString, .word, .end: return nil
    }
  }
}

extension Collection<UInt8> {
  /// The bytes of a text in UTF-8, without the mark that some editors write at the start of a file.
  package var withoutByteOrderMark: [UInt8] { Array(starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]) }
}
