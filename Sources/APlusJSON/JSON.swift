/// A JSON value.
///
/// Integers are distinct from other numbers: `1` is an integer, `1.0` and
/// `1e0` are not. Objects keep the order of their members, and two objects are
/// equal when their members are equal in the same order.
///
///     let value = try JSON(parsing: #"{"id": "2.2.4", "turns": [1, 2]}"#)
///     value["turns"]?[1]?.intValue  // 2
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent.
  case integer(Int)
  /// A number written with a fraction or an exponent.
  case real(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  /// The string; nil for any other value.
  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The integer; nil for any other value, including `1.0`.
  package var intValue: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The Boolean; nil for any other value.
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array; nil for any other value.
  package var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object; nil for any other value.
  package var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member with this key; nil if there is none or the value is not an object.
  package subscript(key: String) -> JSON? { objectValue?[key] }

  /// The element at this index; nil if there is none or the value is not an array.
  package subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Creates an object; the keys must differ.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(uniqueKeysWithValues: elements))
  }
}
