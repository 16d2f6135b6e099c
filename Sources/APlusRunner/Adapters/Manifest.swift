import APlusSpec

/// What an adapter's `adapter.json` says.
struct Manifest: Sendable, Hashable {
  var name: String
  var language: String?
  var library: String?
  var command: [String]
  var build: [[String]]
  /// What the adapter needs from a package manager, for a message when it does not start.
  var packages: [PackageList]
  /// Names of variables that the host gets.
  var environment: [String]
  /// Whether the implementation comes with the tool, and is no library that others wrote.
  var isBuiltIn: Bool
  /// What the adapter claims to be able to do; nil leaves it to the hello.
  var capabilities: [Capability]?
}
