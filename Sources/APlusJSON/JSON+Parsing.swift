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
    guard let value = JSON(converting: try JSONTree(parsing: bytes, name: name).root) else {
      let text = Array(bytes)
      throw JSONError(firstIn: text, name: name) ?? JSONError(name: name, position: nil, message: "found a key twice")
    }
    self = value
  }
}

extension JSONError {
  /// The first error in a text that is not accepted; nil if the text has none.
  init?(firstIn text: [UInt8], name: String) {
    guard let fault = JSONFault.first(in: text) else { return nil }
    self.init(
      name: name, position: JSONPosition(offset: fault.offset, in: text), pointer: fault.pointer, message: fault.message
    )
  }
}

extension JSON {
  /// Converts a view; nil if two keys are equal as Swift strings.
  ///
  /// A text may nest so deeply that recursion would overflow a small thread's
  /// stack, so an array holds the open containers.
  package init?(converting root: JSONView) {
    var open: [OpenContainer] = []
    var node = root
    while true {
      var finished = JSON(scalar: node)
      if finished == nil { open.append(OpenContainer(node)) }
      while true {
        let last = open.count - 1
        if let finished {
          guard last >= 0 else {
            self = finished
            return
          }
          open[last].values.append(finished)
        }
        if let child = open[last].next() {
          node = child
          break
        }
        finished = open.removeLast().value
        guard finished != nil else { return nil }
      }
    }
  }

  /// Converts a scalar; nil for an array or object.
  private init?(scalar view: JSONView) {
    switch view.content {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .string(let value): self = .string(value)
    case .array, .object: return nil
    }
  }
}

/// An array or object whose children are being converted.
private struct OpenContainer {
  private let isObject: Bool
  private var keys: [String] = []
  private let children: [JSONView]
  var values: [JSON] = []

  init(_ view: JSONView) {
    if let members = view.members {
      isObject = true
      keys = members.map(\.key)
      children = members.map(\.value)
    } else {
      isObject = false
      children = view.arrayValue ?? []
    }
    values.reserveCapacity(children.count)
  }

  /// Returns the next child to convert; nil after the last.
  func next() -> JSONView? { values.count < children.count ? children[values.count] : nil }

  /// The value, once all children are converted; nil if two keys are equal.
  var value: JSON? {
    guard isObject else { return .array(values) }
    // Jansson compares keys by bytes; as strings they may be canonically equivalent.
    let areASCII = keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    guard areASCII || Set(keys).count == keys.count else { return nil }
    return .object(JSONObject(uncheckedKeys: keys, values: values))
  }
}
