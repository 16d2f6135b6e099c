import CJansson

extension JSON {
  /// Parses a text that holds one value of any kind.
  ///
  /// Everything that RFC 8259 leaves open is refused: duplicate keys (also two
  /// keys that are the same string for Swift, being canonically equivalent), a
  /// byte order mark, invalid UTF-8, lone surrogates, integers beyond 64 bits,
  /// numbers beyond a double, and nesting deeper than 2048 levels.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the text, for the error.
  /// - Throws: The first fault of the text.
  package init(parsing text: String, name: String = "<text>") throws(JSONError) {
    try self.init(parsing: text.utf8, name: name)
  }

  /// Parses the UTF-8 bytes of a text that holds one value of any kind.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - name: The name of the text, for the error.
  /// - Throws: The first fault of the text.
  package init(
    parsing bytes: some Collection<UInt8>,
    name: String = "<text>"
  ) throws(JSONError) {
    let inPlace = bytes.withContiguousStorageIfAvailable { unsafe Self.parsed($0, name: name) }
    if let inPlace {
      self = try inPlace.get()
    } else {
      try self.init(parsing: Array(bytes), name: name)
    }
  }

  private static func parsed(
    _ bytes: UnsafeBufferPointer<UInt8>,
    name: String
  ) -> Result<JSON, JSONError> {
    var complaint = json_error_t()
    let root = unsafe aplus_json_load(bytes.baseAddress, bytes.count, &complaint)
    if let root = unsafe root {
      defer { unsafe aplus_json_release(root) }
      if let value = unsafe JSON(converting: root) {
        return .success(value)
      }
    }
    let text = unsafe Array(bytes)
    if let report = JSONFault.first(in: text) {
      return .failure(
        JSONError(
          name: name,
          position: JSONPosition(offset: report.offset, in: text),
          pointer: report.pointer,
          message: report.message
        )
      )
    }
    // Jansson refuses for a reason of its own, such as a lack of memory.
    return .failure(
      JSONError(
        name: name,
        position: JSONPosition(offset: max(0, Int(complaint.position)), in: text),
        message: unsafe String(cString: aplus_json_error_text(&complaint))
      )
    )
  }
}
