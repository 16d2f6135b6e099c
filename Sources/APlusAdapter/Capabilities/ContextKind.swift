/// What a context does with the handlers that it is given.
public struct ContextKind: Sendable, Hashable {
  /// The word that follows `contexts:` in manifests and reports.
  public let name: String

  package init(_ name: String) {
    self.name = name
  }

  /// Runs them one at a time, in the order in which it got them.
  public static let serial = ContextKind("serial")

  /// Runs each at once, on the stack that hands it over.
  public static let inline = ContextKind("inline")

  /// Has shut down: it runs none.
  public static let dead = ContextKind("dead")
}
