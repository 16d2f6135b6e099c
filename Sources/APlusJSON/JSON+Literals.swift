extension JSON: ExpressibleByNilLiteral {
  /// Creates the value `null`.
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// Creates a truth value.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  package init(integerLiteral value: Int) {
    self = .integer(value)
  }
}

extension JSON: ExpressibleByFloatLiteral {
  /// Creates a number that is not an integer.
  package init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension JSON: ExpressibleByStringLiteral {
  /// Creates a string.
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSON: ExpressibleByArrayLiteral {
  /// Creates an array.
  package init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Creates an object; the keys must be different.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(uniqueKeysWithValues: elements))
  }
}
