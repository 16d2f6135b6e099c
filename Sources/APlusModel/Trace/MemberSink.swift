import APlusJSON

/// Receives the members of an object in a trace: as a value for reports, or as the text of a line; nil omits a member.
protocol MemberSink {
  mutating func put(_ key: String, _ number: Int?)
  mutating func put(_ key: String, _ text: String?)
  mutating func put(_ key: String, _ flag: Bool)
  mutating func put(_ key: String, _ value: TracedValue?)
  mutating func put(_ key: String, _ values: [TracedValue])
  mutating func put(_ key: String, _ texts: [String])
  mutating func put(_ key: String, _ numbers: some RandomAccessCollection<Int>)
  /// Puts a value that stands in the place of a function.
  mutating func put(_ key: String, not value: TracedValue)
}

extension JSONObject: MemberSink {
  mutating func put(_ key: String, _ number: Int?) { self[key] = number.map(JSON.integer) }

  mutating func put(_ key: String, _ text: String?) { self[key] = text.map(JSON.string) }

  mutating func put(_ key: String, _ flag: Bool) { self[key] = .bool(flag) }

  mutating func put(_ key: String, _ value: TracedValue?) { self[key] = value?.json }

  mutating func put(_ key: String, _ values: [TracedValue]) { self[key] = .array(values.map(\.json)) }

  mutating func put(_ key: String, _ texts: [String]) { self[key] = .array(texts.map(JSON.string)) }

  mutating func put(_ key: String, _ numbers: some RandomAccessCollection<Int>) {
    self[key] = .array(numbers.map(JSON.integer))
  }

  mutating func put(_ key: String, not value: TracedValue) { self[key] = ["not": value.json] }
}

/// Writes an object as text, member by member.
struct ObjectText: MemberSink {
  private var text: [UInt8] = []
  private var isEmpty = true

  /// Appends an object with the members that the body puts.
  static func write(into text: inout [UInt8], _ body: (inout ObjectText) -> Void) {
    var object = ObjectText()
    // The text is long, and must not be copied.
    swap(&object.text, &text)
    object.text.append(UInt8(ascii: "{"))
    body(&object)
    object.text.append(UInt8(ascii: "}"))
    swap(&object.text, &text)
  }

  mutating func put(_ key: String, _ number: Int?) {
    guard let number else { return }
    begin(key)
    text.append(decimal: number)
  }

  mutating func put(_ key: String, _ string: String?) {
    guard let string else { return }
    begin(key)
    text.append(quoted: string)
  }

  mutating func put(_ key: String, _ flag: Bool) {
    begin(key)
    text += (flag ? "true" : "false").utf8
  }

  mutating func put(_ key: String, _ value: TracedValue?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  mutating func put(_ key: String, _ values: [TracedValue]) {
    begin(key)
    appendList(values) { list, value in list.append(value) }
  }

  mutating func put(_ key: String, _ texts: [String]) {
    begin(key)
    appendList(texts) { list, text in list.text.append(quoted: text) }
  }

  mutating func put(_ key: String, _ numbers: some RandomAccessCollection<Int>) {
    begin(key)
    appendList(numbers) { list, number in list.text.append(decimal: number) }
  }

  mutating func put(_ key: String, not value: TracedValue) {
    begin(key)
    text += "{\"not\":".utf8
    append(value)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ key: String) {
    if !isEmpty { text.append(UInt8(ascii: ",")) }
    isEmpty = false
    text.append(quoted: key)
    text.append(UInt8(ascii: ":"))
  }

  private mutating func appendList<Element>(
    _ elements: some Sequence<Element>, _ append: (inout ObjectText, Element) -> Void
  ) {
    text.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      append(&self, element)
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ value: TracedValue) {
    // Most values have an identity.
    guard case .reference(let index) = value else { return value.json.serialize(into: &text) }
    text += "{\"ref\":".utf8
    text.append(decimal: index)
    text.append(UInt8(ascii: "}"))
  }
}
