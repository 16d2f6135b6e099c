import APlusSpec

/// What an adapter's `adapter.json` says.
struct Manifest: Sendable, Hashable {
  var name: String
  var language: String?
  var library: String?
  var command: [String]
  var build: [[String]]
  /// Packages of Debian and of PyPI that the adapter needs, for a message when it does not start.
  var packages: [String]
  /// Names of variables that the host gets.
  var environment: [String]
  /// What the adapter claims to be able to do; nil leaves it to the hello.
  var capabilities: [Capability]?
}
