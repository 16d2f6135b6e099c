import CJansson

/// A parsed text as Jansson holds it, for readers that make values of their own.
///
/// A reader that takes what it needs from the views saves a ``JSON`` for each value of a long text. It accepts the texts
/// that ``JSON/init(parsing:name:)`` accepts, and those with keys that are equal only as Swift strings.
@safe package final class JSONTree {
  private let node: UnsafeMutablePointer<json_t>

  /// Parses the UTF-8 bytes of a text that holds a single value of any type.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - name: The name of the text, for the error.
  /// - Throws: The first error in the text.
  package init(parsing bytes: some Collection<UInt8>, name: String = "<text>") throws(JSONError) {
    let inPlace = bytes.withContiguousStorageIfAvailable { unsafe Self.load($0, name: name) }
    let loaded = unsafe inPlace ?? Array(bytes).withUnsafeBufferPointer { unsafe Self.load($0, name: name) }
    unsafe node = try loaded.get()
  }

  /// Writes a value and parses the text, for a reader of views.
  package convenience init(_ value: JSON) throws(JSONError) { try self.init(parsing: value.serializedBytes()) }

  deinit { unsafe aplus_json_release(node) }

  /// The value of the text.
  package var root: JSONView { unsafe JSONView(node, of: self) }

  private static func load(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Result<
    UnsafeMutablePointer<json_t>, JSONError
  > {
    var parseError = json_error_t()
    if let root = unsafe aplus_json_load(bytes.baseAddress, bytes.count, &parseError) { return unsafe .success(root) }
    let text = unsafe Array(bytes)
    if let error = JSONError(firstIn: text, name: name) { return unsafe .failure(error) }
    // Jansson failed for a reason outside of the text, such as a lack of memory.
    let position = JSONPosition(offset: max(0, Int(parseError.position)), in: text)
    let message = unsafe String(cString: aplus_json_error_text(&parseError))
    return unsafe .failure(JSONError(name: name, position: position, message: message))
  }
}

/// A value of a ``JSONTree``.
@safe package struct JSONView {
  private let node: UnsafeMutablePointer<json_t>
  /// Owns the node.
  private let tree: JSONTree

  init(_ node: UnsafeMutablePointer<json_t>, of tree: JSONTree) {
    unsafe self.node = node
    self.tree = tree
  }

  /// The type of a value, as in ``JSON``, with that of a scalar.
  package enum Content {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array
    case object
  }

  /// The type, and the scalar if it is one.
  package var content: Content {
    withExtendedLifetime(tree) {
      switch unsafe json_type(rawValue: UInt32(aplus_json_type(node))) {
      case JSON_OBJECT: .object
      case JSON_ARRAY: .array
      case JSON_STRING: unsafe .string(String(validUTF8: json_string_value(node), count: json_string_length(node)))
      case JSON_INTEGER: unsafe .integer(Int(json_integer_value(node)))
      case JSON_REAL: unsafe .real(json_real_value(node))
      case JSON_TRUE: .bool(true)
      case JSON_FALSE: .bool(false)
      default: .null
      }
    }
  }

  /// The string; nil for any other value.
  package var stringValue: String? { if case .string(let value) = content { value } else { nil } }

  /// The integer; nil for any other value, including `1.0`.
  package var intValue: Int? { if case .integer(let value) = content { value } else { nil } }

  /// The Boolean; nil for any other value.
  package var boolValue: Bool? { if case .bool(let value) = content { value } else { nil } }

  /// The elements of an array; nil for any other value.
  package var arrayValue: [JSONView]? {
    guard case .array = content else { return nil }
    return withExtendedLifetime(tree) {
      unsafe (0..<json_array_size(node)).compactMap { index in
        unsafe json_array_get(node, index).map { unsafe JSONView($0, of: tree) }
      }
    }
  }

  /// The members of an object, in order; nil for any other value.
  package var members: [(key: String, value: JSONView)]? {
    guard case .object = content else { return nil }
    return withExtendedLifetime(tree) {
      var members: [(key: String, value: JSONView)] = []
      var member = unsafe json_object_iter(node)
      while let current = unsafe member {
        if let value = unsafe json_object_iter_value(current) {
          let key = unsafe String(validUTF8: json_object_iter_key(current), count: json_object_iter_key_len(current))
          unsafe members.append((key, JSONView(value, of: tree)))
        }
        unsafe member = json_object_iter_next(node, current)
      }
      return members
    }
  }

  /// The member with this key; nil if there is none or the value is not an object.
  package subscript(key: String) -> JSONView? {
    withExtendedLifetime(tree) {
      let value = unsafe key.withUTF8Characters { unsafe json_object_getn(node, $0, $1) }
      return unsafe value.map { unsafe JSONView($0, of: tree) }
    }
  }
}

extension String {
  fileprivate init(validUTF8 start: UnsafePointer<CChar>?, count: Int) {
    let raw = unsafe UnsafeRawBufferPointer(start: start, count: count)
    self = unsafe String(decoding: raw, as: UTF8.self)
  }

  fileprivate func withUTF8Characters<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe body(characters.baseAddress, characters.count)
      }
    }
  }
}
