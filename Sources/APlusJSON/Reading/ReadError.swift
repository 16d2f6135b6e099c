/// A fault of a JSON text that was read into a type of ours.
package struct ReadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A path as the user may open it; empty for a program that came over the wire.
  package let file: String
  /// The place in the text; nil when there is none.
  package let position: JSONPosition?
  /// The place in the value.
  package let pointer: JSONPointer
  /// What was found, and what was expected.
  package let message: String
  /// The nearest valid word.
  package let suggestion: String?
  /// The first scenario in which it shows, when it stands in a template.
  package let scenario: String?

  /// The error on one line, as compilers write it.
  ///
  ///     specs/aplus/2.1.json:9:5: at /cases/0/steps/1: found "fullfill", expected a verb; did you mean "fulfill"?
  package var description: String {
    var text = file
    if let position {
      text += ":\(position.line):\(position.column)"
    }
    if !pointer.isRoot {
      text += text.isEmpty ? "at \(pointer)" : ": at \(pointer)"
    }
    text += text.isEmpty ? message : ": \(message)"
    if let suggestion {
      text += "; did you mean \"\(suggestion)\"?"
    }
    if let scenario {
      text += " (in \(scenario))"
    }
    return text
  }
}

/// All faults that were found in one reading; never empty.
package struct ReadErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// In order of file, then place.
  package let errors: [ReadError]

  package init(_ errors: [ReadError]) {
    self.errors = errors
  }

  /// An error about a file or folder as a whole.
  package init(file: String, _ message: String) {
    self.init([
      ReadError(
        file: file,
        position: nil,
        pointer: JSONPointer(),
        message: message,
        suggestion: nil,
        scenario: nil
      )
    ])
  }

  /// The errors, one a line.
  package var description: String {
    errors.map(\.description).joined(separator: "\n")
  }
}
