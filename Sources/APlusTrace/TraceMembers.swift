import APlusJSON

/// What takes the members of an object or event of a trace, in the order in which they are written.
protocol TraceMembers {
  /// Adds a member; nil leaves it out.
  subscript(key: String) -> JSON? { get set }
  /// Adds a value; nil leaves it out.
  mutating func put(_ key: String, _ value: TracedValue?)
  mutating func put(_ key: String, _ values: [TracedValue])
  mutating func put(_ key: String, _ numbers: [Int])
}

extension JSONObject: TraceMembers {
  mutating func put(_ key: String, _ value: TracedValue?) { self[key] = value?.json }

  mutating func put(_ key: String, _ values: [TracedValue]) {
    self[key] = .array(values.map(\.json))
  }

  mutating func put(_ key: String, _ numbers: [Int]) {
    self[key] = .array(numbers.map(JSON.integer))
  }
}
