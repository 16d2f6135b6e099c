/// An error in a JSON text, and its position.
package struct JSONError: Error, Sendable, Hashable {
  /// The name of the file or stream that the text came from; empty if there is none.
  package let name: String
  /// The position in the text; nil if the value did not come from a text.
  package let position: JSONPosition?
  /// The path within the value; nil if it is not known.
  package let pointer: JSONPointer?
  /// What was found, and what was expected.
  package let message: String
  /// The nearest valid word, if any is near.
  package let suggestion: String?
  /// The first scenario that has the error, if it is in a template.
  package let scenario: String?

  package init(
    name: String, position: JSONPosition?, pointer: JSONPointer? = nil, message: String, suggestion: String? = nil,
    scenario: String? = nil
  ) {
    self.name = name
    self.position = position
    self.pointer = pointer
    self.message = message
    self.suggestion = suggestion
    self.scenario = scenario
  }
}

extension JSONError: CustomStringConvertible {
  /// The error on one line, as compilers write it.
  ///
  ///     specs/aplus/2.1.json:9:5: at /cases/0/steps/1: found "fullfill", expected a verb; did you mean "fulfill"?
  package var description: String {
    var text = name
    if let position { text += ":\(position.line):\(position.column)" }
    if let pointer, !pointer.isRoot { text += text.isEmpty ? "at \(pointer)" : ": at \(pointer)" }
    text += text.isEmpty ? message : ": \(message)"
    if let suggestion { text += "; did you mean \"\(suggestion)\"?" }
    if let scenario { text += " (in \(scenario))" }
    return text
  }
}

/// All errors that were found in one reading; never empty.
package struct ReadErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// Ordered by file, then position.
  package let errors: [JSONError]

  package init(_ errors: [JSONError]) { self.errors = errors }

  /// An error about a file or folder as a whole.
  package init(file: String, _ message: String) { self.init([JSONError(name: file, position: nil, message: message)]) }

  /// The errors, one per line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
