/// Says that a program asks for something that this library or this language does not have.
///
/// Programs are chosen by capability, so this is a mistake of the program, the adapter's claims or
/// the choice; the library has nothing to do with it.
package struct NotExpressible: Error, CustomStringConvertible {
  /// What cannot be performed, for people.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
