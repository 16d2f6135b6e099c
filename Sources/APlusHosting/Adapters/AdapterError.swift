/// Why an argument does not name an adapter that can be started.
package struct AdapterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, as far as exit codes care.
  package enum Kind: Sendable, Hashable {
    /// No adapter has this name: a mistake in the command.
    case unknown
    /// The adapter is there, but broken.
    case invalid
  }

  package var kind: Kind
  /// What was found and what was expected; one line for each thing that is wrong.
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}
