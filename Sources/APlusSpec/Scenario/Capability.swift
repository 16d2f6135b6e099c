/// Something that not every implementation or language can do; the one vocabulary of manifests, cases and reports.
///
/// A capability may carry a detail after a colon: `cancellation:downstream`.
package struct Capability: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var name: String
  package var detail: String?

  package init(_ name: String, detail: String? = nil) {
    self.name = name
    self.detail = detail
  }

  /// Reads `name` or `name:detail`; a list of details (`combinators:all,race`) is one capability each.
  package static func parse(_ text: String) -> [Capability] {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return [] }
    guard parts.count == 2 else { return [Capability(name)] }
    return parts[1].split(separator: ",").map { Capability(name, detail: String($0)) }
  }

  package var description: String { detail.map { "\(name):\($0)" } ?? name }

  package static func < (left: Capability, right: Capability) -> Bool {
    left.description < right.description
  }

  /// The names that exist.
  package static let vocabulary: Set<String> = [
    "threads", "parallel", "blocking-handlers", "unordered", "thenables", "accessors", "receiver",
    "nonfunctions", "any-reason", "adopting-resolve", "ready-made", "acceptance", "drain",
    "contexts", "collect", "cancellation", "combinators", "channels", "scopes", "await", "retry",
    "adoption", "cancel-on-drop", "prototypes", "timing",
  ]
}
