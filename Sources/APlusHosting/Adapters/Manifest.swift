package import APlusModel

/// What an adapter's `adapter.json` says.
package struct Manifest: Sendable, Hashable {
  package var name: String
  package var language: String?
  package var library: String?
  package var command: [String]
  package var build: [[String]]
  /// What the adapter needs from a package manager, for a message when it does not start.
  package var packages: [PackageList]
  /// Names of variables that the host gets.
  package var environment: [String]
  /// Whether the implementation comes with the tool, and is no library that others wrote.
  package var isBuiltIn: Bool
  /// What the adapter claims to be able to do; nil leaves it to the hello.
  package var capabilities: [Capability]?
}
