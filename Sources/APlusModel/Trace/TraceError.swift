/// Why a JSON value is not a trace.
package struct TraceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The part that is wrong: `event`, `object` or `trace`, with its number from 1 if it has one.
  package var place: String
  /// The field that is wrong; nil if the whole part is.
  package var field: String?
  /// What was found, and what was expected.
  package var message: String

  /// The error on one line: `event 3, "on": expected a value, found a string`.
  package var description: String { field.map { "\(place), \"\($0)\": \(message)" } ?? "\(place): \(message)" }
}
