/// Packages that an adapter needs from one package manager.
package struct PackageList: Sendable, Hashable {
  /// The program that installs them: `apt` or `pip`.
  package var manager: String
  package var names: [String]

  package init(manager: String, names: [String]) {
    self.manager = manager
    self.names = names
  }

  /// The command that installs them: `apt install node-q`.
  package var command: String { "\(manager) install \(names.joined(separator: " "))" }
}
