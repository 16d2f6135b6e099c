import Foundation

/// The directories in which a program is looked up by its name.
struct SearchPath: Sendable {
  private let directories: [String]

  /// Takes the directories from a value of `PATH`.
  ///
  /// Relative ones are skipped: a program starts in the directory of its adapter, where they would
  /// name something else.
  init(_ value: String) { directories = value.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } }

  /// The path of the first program of that name.
  func program(_ name: String) -> String? { directories.lazy.map { "\($0)/\(name)" }.first(where: Self.isProgram) }

  /// Whether a path names a file that can be executed.
  static func isProgram(_ path: String) -> Bool { unsafe FileLook.isRegular(path) && access(path, X_OK) == 0 }
}
