import Foundation

/// Where programs are found that are started by their names.
package enum ProgramPath {
  /// The folders, with colons in between.
  package static let text = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"

  /// The path of a program that can be started by its name; nil if none can.
  package static func path(of program: String) -> String? {
    text.split(separator: ":").map { folder in "\(folder)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Whether a program can be started by its name.
  package static func has(_ program: String) -> Bool { path(of: program) != nil }
}
