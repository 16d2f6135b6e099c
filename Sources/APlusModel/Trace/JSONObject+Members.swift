import APlusJSON

/// Writes members of a trace; nil omits the member.
extension JSONObject {
  mutating func put(_ key: String, _ number: Int?) { self[key] = number.map(JSON.integer) }

  mutating func put(_ key: String, _ text: String?) { self[key] = text.map(JSON.string) }

  mutating func put(_ key: String, _ flag: Bool) { self[key] = .bool(flag) }

  mutating func put(_ key: String, _ value: TracedValue?) { self[key] = value?.json }

  mutating func put(_ key: String, _ values: [TracedValue]) { self[key] = .array(values.map(\.json)) }

  mutating func put(_ key: String, _ texts: [String]) { self[key] = .array(texts.map(JSON.string)) }

  mutating func put(_ key: String, _ numbers: some RandomAccessCollection<Int>) {
    self[key] = .array(numbers.map(JSON.integer))
  }
}
