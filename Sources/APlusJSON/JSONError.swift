/// What is wrong in a JSON text, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// The name of the file or stream that the text came from.
  package let name: String

  /// The place in the text; nil when the value did not come from a text.
  package let position: JSONPosition?

  /// The place in the value, when it is known.
  package let pointer: JSONPointer?

  /// What was found, and what was expected.
  package let message: String

  /// Creates an error.
  package init(
    name: String,
    position: JSONPosition?,
    pointer: JSONPointer? = nil,
    message: String
  ) {
    self.name = name
    self.position = position
    self.pointer = pointer
    self.message = message
  }

  /// The line, from 1; 0 when the value did not come from a text.
  package var line: Int { position?.line ?? 0 }

  /// The column, from 1; 0 when the value did not come from a text.
  package var column: Int { position?.column ?? 0 }
}

extension JSONError: CustomStringConvertible {
  /// The error on one line, as compilers write it.
  ///
  ///     cases.json:2:20: at /cases/0/id: expected a string, found an integer
  package var description: String {
    var text = name
    if let position {
      text += ":\(position.line):\(position.column)"
    }
    if let pointer, !pointer.isRoot {
      text += ": at \(pointer)"
    }
    return text + ": " + message
  }
}
