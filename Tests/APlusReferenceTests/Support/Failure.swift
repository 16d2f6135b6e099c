/// A reason with an identity of its own.
final class Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String = "failure") { self.description = description }
}
