extension JSON {
  /// Writes the value as text, on one line unless pretty, without a final newline.
  ///
  /// Doubles read back unchanged, in the fewest digits that do. Infinities and NaN,
  /// which JSON cannot represent, are written as `null`, as in JavaScript.
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
    let writer = JSONWriter(isPretty: pretty, sortsKeys: sortedKeys)
    writer.write(self, into: &bytes)
  }
}

/// Writes values as text.
private struct JSONWriter {
  let isPretty: Bool
  let sortsKeys: Bool

  func write(_ value: JSON, depth: Int = 0, into text: inout [UInt8]) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .integer(let value): text.append(decimal: value)
    case .real(let value): text.append(value)
    case .string(let value): text.append(quoted: value)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        beginItem(index, depth: depth + 1, into: &text)
        write(element, depth: depth + 1, into: &text)
      }
      end(isEmpty: elements.isEmpty, depth: depth, into: &text)
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      if sortsKeys {
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        write(members: sorted, depth: depth + 1, into: &text)
      } else {
        write(members: members, depth: depth + 1, into: &text)
      }
      end(isEmpty: members.keys.isEmpty, depth: depth, into: &text)
      text.append(UInt8(ascii: "}"))
    }
  }

  private func write(members: some Sequence<(key: String, value: JSON)>, depth: Int, into text: inout [UInt8]) {
    for (index, member) in members.enumerated() {
      beginItem(index, depth: depth, into: &text)
      text.append(quoted: member.key)
      text.append(UInt8(ascii: ":"))
      if isPretty { text.append(UInt8(ascii: " ")) }
      write(member.value, depth: depth, into: &text)
    }
  }

  private func beginItem(_ index: Int, depth: Int, into text: inout [UInt8]) {
    if index > 0 { text.append(UInt8(ascii: ",")) }
    if isPretty { newLine(depth: depth, into: &text) }
  }

  private func end(isEmpty: Bool, depth: Int, into text: inout [UInt8]) {
    if isPretty, !isEmpty { newLine(depth: depth, into: &text) }
  }

  private func newLine(depth: Int, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}

extension [UInt8] {
  /// Appends an integer in decimal digits.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let digits = number.magnitude
    var power: UInt = 1
    while digits / power >= 10 { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(digits / power % 10))
      power /= 10
    }
  }

  /// Appends a number in the fewest digits that read back unchanged, with an exponent as short as it can be.
  fileprivate mutating func append(_ number: Double) {
    guard number.isFinite else {
      self += "null".utf8
      return
    }
    var isLeading = false
    for byte in number.description.utf8 {
      // Swift writes `1e+22` and `1e-05`.
      if isLeading, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "0") { continue }
      append(byte)
      isLeading = byte == UInt8(ascii: "e") || isLeading && byte == UInt8(ascii: "-")
    }
  }

  /// Appends a string in quotation marks, as JSON writes it.
  package mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        unsafe append(contentsOf: bytes[start..<index])
        append(escaped: byte)
        start = index + 1
      }
      unsafe append(contentsOf: bytes[start...])
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    case ..<0x20:
      self += byte < 0x10 ? "u000".utf8 : "u001".utf8
      append(Self.digits[Int(byte & 0xF)])
    default: append(byte)
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
