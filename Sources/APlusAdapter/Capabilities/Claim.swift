/// A property of the library that no protocol of the adapter expresses.
public struct Claim: Sendable, Hashable, CustomStringConvertible {
  /// The word that manifests and reports use.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// Promises may be used from several threads at once.
  public static let threads = Claim("threads")

  /// Handlers of unrelated promises may run at the same time.
  public static let parallel = Claim("parallel")

  /// The library takes completion handlers, which are no promises.
  public static let callbacks = Claim("callbacks")

  /// A handler may block its thread without stopping all other handlers.
  public static let blockingHandlers = Claim("blocking-handlers")

  // MARK: Limits: what the library does not do, by design

  /// `then` returns the promise that it was called on.
  public static let thenReturnsSame = Claim("then-returns:same")

  /// Handlers of `then` cannot throw.
  public static let nonthrowingHandlers = Claim("nonthrowing:handlers")

  /// The function of `finally` cannot throw.
  public static let nonthrowingFinally = Claim("nonthrowing:finally")

  /// The function of `recover` cannot throw.
  public static let nonthrowingRecover = Claim("nonthrowing:recover")

  /// Handlers of `then` return values, and no promises.
  public static let valuesOnlyHandlers = Claim("values-only:handlers")

  /// The function of `recover` returns values, and no promises.
  public static let valuesOnlyRecover = Claim("values-only:recover")

  /// Tasks of `executor`, `try`, `retry` and `sequence` start when their promise gets its first
  /// handler.
  public static let lazyBodies = Claim("lazy-bodies")

  /// Handlers that are registered on one promise without a context run in any order.
  public static let unordered = Claim("unordered")
}
