/// A program needs something that this library or this language does not have.
///
/// Programs are selected by capability, so the mistake is in the program, the adapter's claims or
/// the selection, not in the library.
package struct NotExpressible: Error, CustomStringConvertible {
  /// What cannot be performed, as the end of a message.
  package let description: String

  init(_ description: String) { self.description = description }
}
