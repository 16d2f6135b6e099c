import CJansson

extension JSON {
  /// Writes the value as text, on one line unless pretty, without a final newline.
  ///
  /// Doubles read back unchanged, in any locale. They have at most 15 digits,
  /// unless any double in the value needs more; then all have up to 17. Infinities
  /// and NaN, which JSON cannot represent, are written as `null`, as in JavaScript.
  ///
  ///     JSON.array([1, 0.1, nil]).serialized()  // "[1,0.1,null]"
  ///
  /// - Parameters:
  ///   - pretty: Whether each member and element is on its own line, indented by two spaces.
  ///   - sortedKeys: Whether members are sorted by key instead of kept in order.
  /// - Returns: The text.
  package func serialized(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    String(decoding: serializedBytes(pretty: pretty, sortedKeys: sortedKeys), as: UTF8.self)
  }

  /// Writes the value as UTF-8 bytes, without a final newline.
  package func serializedBytes(pretty: Bool = false, sortedKeys: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    serialize(into: &bytes, pretty: pretty, sortedKeys: sortedKeys)
    return bytes
  }

  /// Appends the value as UTF-8 bytes, without a final newline.
  package func serialize(into bytes: inout [UInt8], pretty: Bool = false, sortedKeys: Bool = false) {
    var needsAllDigits = false
    let root = unsafe converted(&needsAllDigits)
    defer { unsafe aplus_json_release(root) }
    let flags = aplus_json_write_flags(pretty ? 1 : 0, sortedKeys ? 1 : 0, needsAllDigits ? 17 : 15)
    let outcome = unsafe withUnsafeMutablePointer(to: &bytes) { target in
      unsafe json_dump_callback(
        root,
        { chunk, count, target in
          let raw = unsafe UnsafeRawBufferPointer(start: chunk, count: count)
          unsafe target?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: raw)
          return 0
        }, target, flags)
    }
    precondition(outcome == 0, "out of memory while writing JSON")
  }

  /// Converts to a Jansson value, which the caller releases.
  private func converted(_ needsAllDigits: inout Bool) -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .null: return unsafe json_null()
    case .bool(let value): return unsafe value ? json_true() : json_false()
    case .integer(let value): return unsafe json_integer(json_int_t(value))
    case .real(let value):
      guard value.isFinite else { return unsafe json_null() }
      needsAllDigits = needsAllDigits || value.significantDigits > 15
      return unsafe json_real(value)
    case .string(let value): return unsafe value.withUTF8Characters { unsafe json_stringn_nocheck($0, $1) }
    case .array(let elements):
      let array = unsafe json_array()
      for element in elements { unsafe json_array_append_new(array, element.converted(&needsAllDigits)) }
      return unsafe array
    case .object(let members):
      let object = unsafe json_object()
      for (key, value) in members {
        let child = unsafe value.converted(&needsAllDigits)
        _ = unsafe key.withUTF8Characters { unsafe json_object_setn_new_nocheck(object, $0, $1, child) }
      }
      return unsafe object
    }
  }
}

extension String {
  fileprivate func withUTF8Characters<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      // Jansson rejects a null pointer, even for an empty string.
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe body(characters.baseAddress, characters.count)
      }
    }
  }
}

extension Double {
  /// The number of digits in the shortest decimal that reads back as this number.
  ///
  /// A number with at most 15 also reads back if it is written with 15 digits; any
  /// other is only certain to read back with 17.
  fileprivate var significantDigits: Int {
    var count = 0
    var trailingZeros = 0
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "e"): return count - trailingZeros
      case UInt8(ascii: "0"):
        // Leading zeros are not significant.
        guard count > 0 else { continue }
        count += 1
        trailingZeros += 1
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        count += 1
        trailingZeros = 0
      default: continue
      }
    }
    return count - trailingZeros
  }
}
