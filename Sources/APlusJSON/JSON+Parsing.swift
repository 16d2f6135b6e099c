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

  /// Converts a value of Jansson; nil when two keys are equal as Swift strings.
  ///
  /// The recursion is as deep as the value, and the parser bounds that.
  fileprivate init?(converting node: UnsafeMutablePointer<json_t>) {
    switch unsafe json_type(rawValue: UInt32(aplus_json_type(node))) {
    case JSON_OBJECT:
      guard let members = unsafe JSONObject(converting: node) else { return nil }
      self = .object(members)
    case JSON_ARRAY:
      let count = unsafe json_array_size(node)
      var elements: [JSON] = []
      elements.reserveCapacity(count)
      for index in 0..<count {
        guard
          let element = unsafe json_array_get(node, index),
          let value = unsafe JSON(converting: element)
        else { return nil }
        elements.append(value)
      }
      self = .array(elements)
    case JSON_STRING:
      self = unsafe .string(
        String(validUTF8: json_string_value(node), count: json_string_length(node))
      )
    case JSON_INTEGER: self = unsafe .integer(Int(json_integer_value(node)))
    case JSON_REAL: self = unsafe .real(json_real_value(node))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}

extension JSONObject {
  fileprivate init?(converting node: UnsafeMutablePointer<json_t>) {
    let count = unsafe json_object_size(node)
    var keys: [String] = []
    var values: [JSON] = []
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
    var isASCII = true
    var iterator = unsafe json_object_iter(node)
    while let member = unsafe iterator {
      let key = unsafe String(
        validUTF8: json_object_iter_key(member),
        count: json_object_iter_key_len(member)
      )
      guard
        let child = unsafe json_object_iter_value(member),
        let value = unsafe JSON(converting: child)
      else { return nil }
      isASCII = isASCII && key.utf8.allSatisfy { $0 < 0x80 }
      keys.append(key)
      values.append(value)
      unsafe iterator = json_object_iter_next(node, member)
    }
    // The parser compares bytes; strings may also be canonically equivalent.
    guard isASCII || Set(keys).count == count else { return nil }
    self.init(uncheckedKeys: keys, values: values)
  }
}

extension String {
  fileprivate init(validUTF8 start: UnsafePointer<CChar>?, count: Int) {
    let raw = unsafe UnsafeRawBufferPointer(start: start, count: count)
    self = unsafe String(decoding: raw, as: UTF8.self)
  }
}
