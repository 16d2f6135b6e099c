import APlusJSON

/// What takes the members of an object or event of a trace, in the order in which they are written.
///
/// A nil leaves its member out.
protocol TraceMembers: ~Copyable {
  mutating func put(_ key: StaticString, _ number: Int?)
  mutating func put(_ key: StaticString, _ text: String?)
  mutating func put(_ key: StaticString, word: StaticString)
  mutating func put(_ key: StaticString, _ flag: Bool)
  mutating func put(_ key: StaticString, _ value: TracedValue?)
  mutating func put(_ key: StaticString, _ values: [TracedValue])
  mutating func put(_ key: StaticString, _ texts: [String])
  mutating func put(_ key: StaticString, _ numbers: some RandomAccessCollection<Int>)
  /// Adds an object with one member.
  mutating func put(_ key: StaticString, not value: TracedValue)
}

extension JSONObject: TraceMembers {
  mutating func put(_ key: StaticString, _ number: Int?) {
    self["\(key)"] = number.map(JSON.integer)
  }

  mutating func put(_ key: StaticString, _ text: String?) { self["\(key)"] = text.map(JSON.string) }

  mutating func put(_ key: StaticString, word: StaticString) { self["\(key)"] = .string("\(word)") }

  mutating func put(_ key: StaticString, _ flag: Bool) { self["\(key)"] = .bool(flag) }

  mutating func put(_ key: StaticString, _ value: TracedValue?) { self["\(key)"] = value?.json }

  mutating func put(_ key: StaticString, _ values: [TracedValue]) {
    self["\(key)"] = .array(values.map(\.json))
  }

  mutating func put(_ key: StaticString, _ texts: [String]) {
    self["\(key)"] = .array(texts.map(JSON.string))
  }

  mutating func put(_ key: StaticString, _ numbers: some RandomAccessCollection<Int>) {
    self["\(key)"] = .array(numbers.map(JSON.integer))
  }

  mutating func put(_ key: StaticString, not value: TracedValue) {
    self["\(key)"] = ["not": value.json]
  }
}
