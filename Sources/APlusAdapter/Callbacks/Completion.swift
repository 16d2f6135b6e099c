/// The completion handler of one call, in every form that a library may take it.
///
///     client.fetch { result in done.result(result) }          // one result
///     client.fetch { error, value in done(error, value) }     // the error first
///     client.fetch(success: done.value, failure: done.error)  // a pair
///
/// A delegate calls ``value(_:)`` or ``error(_:)`` from its methods. Each call of any form is one call of the handler.
public struct Completion: Sendable {
  private let code: @Sendable (Token?, (any Error)?) throws -> Void

  package init(_ code: @escaping @Sendable (Token?, (any Error)?) throws -> Void) { self.code = code }

  /// Calls the handler with a value.
  public func value(_ value: Token) { call(value, nil) }

  /// Calls the handler with an error.
  public func error(_ error: any Error) { call(nil, error) }

  /// Calls the handler with a result.
  public func result(_ result: Result<Token, any Error>) {
    switch result {
    case .success(let token): value(token)
    case .failure(let failure): error(failure)
    }
  }

  /// Calls the handler with an error or a value, as a library does that passes both.
  public func callAsFunction(_ error: (any Error)?, _ value: Token?) { call(value, error) }

  /// Calls the handler of a library whose handlers can throw.
  ///
  /// The adapter then claims ``Claim/throwsReachPlatform`` or ``Claim/throwsAreSwallowed``.
  ///
  /// - Throws: What the handler throws.
  public func throwing(_ result: Result<Token, any Error>) throws {
    switch result {
    case .success(let token): try code(token, nil)
    case .failure(let failure): try code(nil, failure)
    }
  }

  /// Calls the handler of such a library with an error or a value.
  ///
  /// - Throws: What the handler throws.
  public func throwing(_ error: (any Error)?, _ value: Token?) throws { try code(value, error) }

  /// No program throws here: those that do need a claim about what becomes of it.
  private func call(_ value: Token?, _ error: (any Error)?) { try? code(value, error) }
}
