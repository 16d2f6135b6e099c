/// Which promises a cancel reaches.
public struct CancellationProfile: Sendable, Hashable {
  /// The word that follows `cancellation:` in manifests and reports.
  public let name: String

  /// Creates a profile from its word, such as `upstream`.
  public init(_ name: String) { self.name = name }

  /// Reaches every pending descendant, but neither the parent nor siblings.
  public static let downstream = CancellationProfile("downstream")

  /// Reaches the root and everything derived from it; reaches nothing from a settled promise.
  public static let upstream = CancellationProfile("upstream")

  /// Reaches the whole chain, above and below.
  public static let chain = CancellationProfile("chain")

  /// Reaches only that subscriber, whose handler then does not run.
  public static let listener = CancellationProfile("listener")

  /// Rejects the promise like any rejection, and reaches nothing else.
  public static let rejection = CancellationProfile("rejection")

  /// Goes up as soon as all who wait have cancelled, and ends what it reaches.
  public static let counted = CancellationProfile("counted")

  /// Keeps the promise and everything derived from it pending forever; none of their handlers runs.
  public static let silences = CancellationProfile("silences")

  /// Reaches only that registration, which has a token: its promise is rejected, and its handler
  /// does not run.
  public static let token = CancellationProfile("token")
}
