/// The one error type of the checks: what promises are rejected with.
public struct Reason: Error, Hashable {
  /// The token that the error carries.
  public let token: Token

  /// Creates an error that carries a token.
  public init(_ token: Token) { self.token = token }
}
