/// A property of the library that no protocol of the adapter expresses.
public struct Claim: Sendable, Hashable, CustomStringConvertible {
  /// The word that manifests and reports use.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// Promises may be used from several threads at once.
  public static let threads = Claim("threads")

  /// Handlers of unrelated promises may run at the same time.
  public static let parallel = Claim("parallel")

  /// A handler may block its thread without stopping all other handlers.
  public static let blockingHandlers = Claim("blocking-handlers")
}
