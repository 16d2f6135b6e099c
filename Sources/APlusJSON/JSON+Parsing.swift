import CJansson

extension JSON {
  /// The version of the Jansson library in use at run time.
  package static var libraryVersion: String { unsafe String(cString: aplus_json_library_version()) }

  /// Parses a text that holds a single value of any type.
  ///
  /// Rejects everything that RFC 8259 leaves to implementations: duplicate keys
  /// (including keys that are equal as Swift strings because they are canonically
  /// equivalent), a byte order mark, invalid UTF-8, lone surrogates, integers beyond
  /// 64 bits, numbers beyond a double, and nesting deeper than 2048 levels, the
  /// innermost value included.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the text, for the error.
  /// - Throws: The first error in the text.
  package init(parsing text: String, name: String = "<text>") throws(JSONError) {
    try self.init(parsing: text.utf8, name: name)
  }

  /// Parses the UTF-8 bytes of a text that holds a single value of any type.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - name: The name of the text, for the error.
  /// - Throws: The first error in the text.
  package init(parsing bytes: some Collection<UInt8>, name: String = "<text>") throws(JSONError) {
    let inPlace = bytes.withContiguousStorageIfAvailable { unsafe Self.parsed($0, name: name) }
    if let inPlace { self = try inPlace.get() } else { try self.init(parsing: Array(bytes), name: name) }
  }

  private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Result<JSON, JSONError> {
    var parseError = json_error_t()
    let root = unsafe aplus_json_load(bytes.baseAddress, bytes.count, &parseError)
    if let root = unsafe root {
      defer { unsafe aplus_json_release(root) }
      if let value = unsafe JSON(converting: root) { return .success(value) }
    }
    let text = unsafe Array(bytes)
    if let report = JSONFault.first(in: text) {
      return .failure(
        JSONError(
          name: name, position: JSONPosition(offset: report.offset, in: text), pointer: report.pointer,
          message: report.message))
    }
    // Jansson failed for a reason outside of the text, such as a lack of memory.
    return .failure(
      JSONError(
        name: name, position: JSONPosition(offset: max(0, Int(parseError.position)), in: text),
        message: unsafe String(cString: aplus_json_error_text(&parseError))))
  }
}

extension JSON {
  /// Converts a Jansson value; nil if two keys are equal as Swift strings.
  ///
  /// A text may nest so deeply that recursion would overflow a small thread's
  /// stack, so an array holds the open containers.
  init?(converting root: UnsafeMutablePointer<json_t>) {
    var open: [OpenContainer] = []
    var node = unsafe root
    while true {
      var finished = unsafe JSON(scalar: node)
      if finished == nil { unsafe open.append(OpenContainer(node)) }
      while true {
        let last = open.count - 1
        if let finished {
          guard last >= 0 else {
            self = finished
            return
          }
          open[last].values.append(finished)
        }
        if let child = unsafe open[last].next() {
          unsafe node = child
          break
        }
        finished = open.removeLast().value
        guard finished != nil else { return nil }
      }
    }
  }

  /// Converts a scalar; nil for an array or object.
  private init?(scalar node: UnsafeMutablePointer<json_t>) {
    switch unsafe json_type(rawValue: UInt32(aplus_json_type(node))) {
    case JSON_STRING: self = unsafe .string(String(validUTF8: json_string_value(node), count: json_string_length(node)))
    case JSON_INTEGER: self = unsafe .integer(Int(json_integer_value(node)))
    case JSON_REAL: self = unsafe .real(json_real_value(node))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_NULL: self = .null
    default: return nil
    }
  }
}

/// A Jansson array or object whose children are being converted.
///
/// It must not outlive the root value, which owns `node`.
@safe private struct OpenContainer {
  let node: UnsafeMutablePointer<json_t>
  let isObject: Bool
  var keys: [String] = []
  var values: [JSON] = []
  private var keysAreASCII = true
  private var member: UnsafeMutableRawPointer?

  init(_ node: UnsafeMutablePointer<json_t>) {
    unsafe self.node = node
    unsafe isObject = json_type(rawValue: UInt32(aplus_json_type(node))) == JSON_OBJECT
    if isObject {
      let count = unsafe json_object_size(node)
      keys.reserveCapacity(count)
      values.reserveCapacity(count)
      unsafe member = json_object_iter(node)
    } else {
      unsafe values.reserveCapacity(json_array_size(node))
    }
  }

  /// Returns the next child to convert; nil after the last.
  mutating func next() -> UnsafeMutablePointer<json_t>? {
    guard isObject else { return unsafe json_array_get(node, values.count) }
    guard let current = unsafe member else { return nil }
    let key = unsafe String(validUTF8: json_object_iter_key(current), count: json_object_iter_key_len(current))
    keysAreASCII = keysAreASCII && key.utf8.allSatisfy { $0 < 0x80 }
    keys.append(key)
    unsafe member = json_object_iter_next(node, current)
    return unsafe json_object_iter_value(current)
  }

  /// The value, once all children are converted; nil if two keys are equal.
  var value: JSON? {
    guard isObject else { return .array(values) }
    // Jansson compares keys by bytes; as strings they may be canonically equivalent.
    guard keysAreASCII || Set(keys).count == keys.count else { return nil }
    return .object(JSONObject(uncheckedKeys: keys, values: values))
  }
}

extension String {
  fileprivate init(validUTF8 start: UnsafePointer<CChar>?, count: Int) {
    let raw = unsafe UnsafeRawBufferPointer(start: start, count: count)
    self = unsafe String(decoding: raw, as: UTF8.self)
  }
}
