/// Makes JSON values from Swift values.
///
/// Members come in the order in which the type encodes them. What JSON cannot
/// hold is an error: a number that is infinite or not a number, and an integer
/// beyond 64 bits with sign.
///
///     try JSONValueEncoder().encode(["2.2.4", "2.2.7"]).serialized()  // ["2.2.4","2.2.7"]
package struct JSONValueEncoder: Sendable {
  /// Creates an encoder.
  package init() {}

  /// Makes a JSON value from a Swift value.
  ///
  /// - Throws: The error of the type, mostly an `EncodingError`.
  package func encode(_ value: some Encodable) throws -> JSON {
    let encoding = JSONEncoding(codingPath: [])
    try encoding.encode(value)
    return encoding.node.finished
  }
}
