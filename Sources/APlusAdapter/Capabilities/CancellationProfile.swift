/// Where a cancel goes.
public struct CancellationProfile: Sendable, Hashable {
  /// The word that follows `cancellation:` in manifests and reports.
  public let name: String

  /// Creates a profile from its word, such as `upstream`.
  public init(_ name: String) {
    self.name = name
  }

  /// To every pending descendant, never to parent or siblings.
  public static let downstream = CancellationProfile("downstream")

  /// Up to the root, and so to everything that was derived from it; nowhere from a settled promise.
  public static let upstream = CancellationProfile("upstream")

  /// To the whole chain, above and below.
  public static let chain = CancellationProfile("chain")

  /// To that one subscriber, whose handler then does not run.
  public static let listener = CancellationProfile("listener")
}
