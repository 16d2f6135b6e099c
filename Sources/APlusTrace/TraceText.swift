import APlusJSON

/// The text of a trace, made without a tree of JSON values: there may be a million events.
struct TraceText: TraceMembers {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Adds a text that JSON takes as it is.
  mutating func write(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  /// Adds an array of objects, each with the members that a function writes.
  mutating func append<Element>(
    _ elements: [Element],
    _ write: (Element, inout TraceText) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      needsComma = false
      write(element, &self)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  subscript(key: String) -> JSON? {
    get { nil }
    set {
      guard let newValue else { return }
      begin(key)
      append(newValue)
    }
  }

  mutating func put(_ key: String, _ value: TracedValue?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  mutating func put(_ key: String, _ values: [TracedValue]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func put(_ key: String, _ numbers: [Int]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(number)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds a key, which is a plain word.
  private mutating func begin(_ key: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ value: TracedValue) {
    guard case .reference(let index) = value else { return append(value.json) }
    write("{\"ref\":")
    append(index)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ value: JSON) {
    switch value {
    case .integer(let number): append(number)
    case .string(let text) where text.utf8.allSatisfy(Self.isPlain):
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\""))
    case .null, .bool, .real, .string, .array, .object: value.serialize(into: &bytes)
    }
  }

  private mutating func append(_ number: Int) {
    guard number >= 10 else {
      if number < 0 { return bytes.append(contentsOf: String(number).utf8) }
      return bytes.append(UInt8(ascii: "0") + UInt8(number))
    }
    let start = bytes.count
    var rest = number
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  /// Whether a byte stands for itself in a JSON string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

extension Trace {
  /// Adds the trace as UTF-8 bytes, as `adapters/kits/README.md` describes it.
  package func serialize(into bytes: inout [UInt8]) {
    var text = TraceText()
    text.write("{")
    text["trace"] = .string(Self.format)
    text["ending"] = .string(ending.rawValue)
    text.write(",\"objects\":")
    text.append(objects) { $0.write(into: &$1) }
    text.write(",\"events\":")
    text.append(events) { $0.write(into: &$1) }
    text.write("}")
    bytes += text.bytes
  }
}
