/// What a context does with its handlers.
public struct ContextKind: Sendable, Hashable {
  /// The word that follows `contexts:` in manifests and reports.
  public let name: String

  package init(_ name: String) { self.name = name }

  /// Runs handlers one at a time, in the order in which it received them.
  public static let serial = ContextKind("serial")

  /// Runs each handler immediately, on the stack that hands it over.
  public static let inline = ContextKind("inline")

  /// Has shut down and runs no handlers.
  public static let dead = ContextKind("dead")
}
