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
}
