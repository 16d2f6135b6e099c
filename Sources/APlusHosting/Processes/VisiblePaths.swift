import Foundation

/// What a host in a sandbox sees of the directories that are empty there.
enum VisiblePaths {
  /// The directories that are empty in a sandbox, because other programs have their files and sockets there.
  static let emptied = ["/run", "/tmp", "/var/tmp"]

  /// Whether a path is below an emptied directory.
  static func isEmptied(_ path: String) -> Bool { emptied.contains { path.hasPrefix("\($0)/") } }

  /// A path without `.`, `..` and repeated slashes that begins at the root.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardized.path }

  /// A path without links.
  static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}
