/// What a name or value is, known without running the program.
package enum Kind: String, Sendable, Hashable {
  case mark
  case promise
  case thenable
  case function
  case list
  case scalar
  case error
  /// A date, a regular expression, a plain object and the like.
  case object
}
