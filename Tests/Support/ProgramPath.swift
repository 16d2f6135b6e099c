import Foundation

/// Where programs are found that are started by their names.
package enum ProgramPath {
  /// The folders, with colons in between.
  package static let text =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

  /// Whether a program can be started by its name.
  package static func has(_ program: String) -> Bool {
    text.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
