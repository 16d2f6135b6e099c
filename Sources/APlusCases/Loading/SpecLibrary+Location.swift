package import APlusJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SpecLibrary {
  /// Finds the directory of specifications.
  ///
  /// In this order: the directory that the user names; `share/aplus-check/specs`
  /// beside the directory of the executable, as installed; `specs` beside a
  /// directory above the executable, as in a checkout with its build in
  /// `.build/release`. A directory counts when it holds `tables.json`. The working
  /// directory may be anybody's, and takes no part unless it is named.
  ///
  /// - Parameters:
  ///   - named: What the user named, by `--specs`.
  ///   - workingDirectory: What a path that the user types is relative to.
  ///   - executable: The path of the running program.
  /// - Returns: The directory, as short as the user may type it.
  /// - Throws: An error that says where a directory was looked for.
  package static func locate(
    named: String?,
    workingDirectory: String,
    executable: String
  ) throws(ReadErrors) -> String {
    if let named {
      guard isSpecs(named) else {
        throw ReadErrors(file: named, "found no \"\(SpecFolder.marker)\", expected it to hold one")
      }
      return named
    }
    let program = executable.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let prefix = ancestors(of: program).dropFirst().first ?? ""
    var candidates = ["\(prefix)/share/aplus-check/specs"]
    candidates += ancestors(of: program).map { "\($0)/specs" }
    guard let found = candidates.first(where: isSpecs) else {
      throw ReadErrors(
        file: "specs",
        "found no such directory installed with the program; install the program with its data,"
          + " or name the directory with --specs"
      )
    }
    return found == "\(workingDirectory)/specs" ? "specs" : found
  }

  private static func isSpecs(_ directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(SpecFolder.marker)")
  }

  /// A directory and those above it, nearest first, without the root.
  private static func ancestors(of directory: String) -> [String] {
    var parts = directory.split(separator: "/").map(String.init)
    var directories: [String] = []
    while !parts.isEmpty {
      directories.append("/" + parts.joined(separator: "/"))
      parts.removeLast()
    }
    return directories
  }
}
