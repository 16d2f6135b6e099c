import Foundation

/// Whether JavaScript can be run here.
package enum Node {
  package static let searchPath =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

  package static let isInstalled = searchPath.split(separator: ":").contains { folder in
    FileManager.default.isExecutableFile(atPath: "\(folder)/node")
  }
}
