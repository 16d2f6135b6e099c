import APlusJSON

/// Reads and checks the fields of one JSON object of a trace.
struct TraceFields {
  /// The largest number in an honest trace; the sum of two does not overflow.
  static let largest = Int(Int32.max)

  private let members: JSONView
  private let kind: StaticString
  private let number: Int
  /// How many objects the trace describes; references are below it.
  private let objectCount: Int

  init(_ json: JSONView, _ kind: StaticString, number: Int, objectCount: Int) throws(TraceError) {
    self.kind = kind
    self.number = number
    self.objectCount = objectCount
    members = json
    guard case .object = json.content else { throw error(nil, "expected an object, found \(json.article)") }
  }

  func error(_ field: String?, _ message: String) -> TraceError {
    TraceError(place: number > 0 ? "\(kind) \(number)" : "\(kind)", field: field, message: message)
  }

  func json(_ key: String) -> JSONView? { members[key] }

  func required(_ key: String) throws(TraceError) -> JSONView {
    guard let value = members[key] else { throw error(key, "is missing") }
    return value
  }

  /// A required number, which must be at least `least`.
  func integer(_ key: String, from least: Int = 0) throws(TraceError) -> Int {
    try integer(required(key), key, from: least)
  }

  func optionalInteger(_ key: String) throws(TraceError) -> Int? {
    guard let value = members[key] else { return nil }
    return try integer(value, key, from: 0)
  }

  func integers(_ key: String) throws(TraceError) -> [Int] {
    guard let value = members[key] else { return [] }
    var numbers: [Int] = []
    for element in try array(value, key) { numbers.append(try integer(element, key, from: 0)) }
    return numbers
  }

  func repeatIndices(_ key: String) throws(TraceError) -> RepeatIndices {
    guard let value = members[key] else { return [] }
    var indices = RepeatIndices()
    for element in try array(value, key) {
      guard indices.append(try integer(element, key, from: 0)) else {
        throw error(key, "expected at most \(RepeatIndices.limit) indices")
      }
    }
    return indices
  }

  func string(_ key: String) throws(TraceError) -> String { try string(required(key), key) }

  func optionalString(_ key: String) throws(TraceError) -> String? {
    guard let value = members[key] else { return nil }
    return try string(value, key)
  }

  func strings(_ key: String) throws(TraceError) -> [String] {
    guard let value = members[key] else { return [] }
    var texts: [String] = []
    for element in try array(value, key) { texts.append(try string(element, key)) }
    return texts
  }

  /// A word of an enumeration.
  func word<Word: RawRepresentable<String>>(_ key: String) throws(TraceError) -> Word {
    let text = try string(key)
    guard let word = Word(rawValue: text) else { throw error(key, "\(text.quoted) is not a valid word here") }
    return word
  }

  func optionalWord<Word: RawRepresentable<String>>(_ key: String) throws(TraceError) -> Word? {
    members[key] == nil ? nil : try word(key)
  }

  func flag(_ key: String) throws(TraceError) -> Bool {
    guard let value = members[key] else { return false }
    guard let flag = value.boolValue else { throw error(key, "expected true or false, found \(value.article)") }
    return flag
  }

  func value(_ key: String) throws(TraceError) -> TracedValue { try value(required(key), key) }

  func optionalValue(_ key: String) throws(TraceError) -> TracedValue? {
    guard let json = members[key] else { return nil }
    return try value(json, key)
  }

  func optionalValues(_ key: String) throws(TraceError) -> [TracedValue]? {
    guard let json = members[key] else { return nil }
    let elements = try array(json, key)
    var values: [TracedValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try value(element, key)) }
    return values
  }

  func value(_ json: JSONView, _ key: String) throws(TraceError) -> TracedValue {
    switch json.content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real(let value):
      guard let whole = Int(exactly: value) else { return .number(value) }
      return whole == 0 && value.sign == .minus ? .negativeZero : .integer(whole)
    case .string, .array: throw error(key, "expected a value, found \(json.article)")
    case .object:
      // The common case first: most values have an identity.
      if let index = json["ref"]?.intValue {
        guard index >= 0, index < objectCount else {
          throw error(key, "reference \(index) is not below the \(objectCount) objects")
        }
        return .reference(index)
      }
      return try special(json, key)
    }
  }

  private func special(_ members: JSONView, _ key: String) throws(TraceError) -> TracedValue {
    if let text = members["text"]?.stringValue { return .text(text) }
    if let digits = members["bigint"]?.stringValue { return .bigInteger(digits) }
    guard let name = members["is"]?.stringValue, let value = TracedValue(special: name) else {
      throw error(key, "expected a value, found an object without a known text, is, bigint or ref")
    }
    return value
  }

  private func array(_ value: JSONView, _ key: String) throws(TraceError) -> [JSONView] {
    guard let elements = value.arrayValue else { throw error(key, "expected an array, found \(value.article)") }
    return elements
  }

  private func string(_ value: JSONView, _ key: String) throws(TraceError) -> String {
    guard let text = value.stringValue else { throw error(key, "expected a string, found \(value.article)") }
    return text
  }

  private func integer(_ value: JSONView, _ key: String, from least: Int) throws(TraceError) -> Int {
    guard let number = value.intValue else { throw error(key, "expected an integer, found \(value.article)") }
    guard number >= least, number <= Self.largest else {
      throw error(key, "expected a number from \(least) to \(Self.largest), found \(number)")
    }
    return number
  }
}

extension JSONView {
  /// The kind of value with its article, for messages.
  fileprivate var article: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension String {
  /// The text in quotation marks, cut so that messages stay short.
  var quoted: String {
    let head = prefix(scalars: 40)
    return head.utf8.count < utf8.count ? "\"\(head)…\"" : "\"\(self)\""
  }
}
