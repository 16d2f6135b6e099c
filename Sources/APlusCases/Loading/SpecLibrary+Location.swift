package import APlusJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SpecLibrary {
  /// Finds the directory of specifications.
  ///
  /// Candidates, in this order: the directory that the user names;
  /// `share/aplus-check/specs` beside the directory of the executable, as installed;
  /// `specs` in that directory or one above it, as in a checkout with its build in
  /// `.build/release`. A candidate counts if it holds `tables.json`, and one that
  /// the user names also if it holds cases without tables. The working
  /// directory is not trusted, so it is not a candidate unless the user names it.
  ///
  /// - Parameters:
  ///   - named: The argument of `--specs`, if any.
  ///   - workingDirectory: The directory to which the user's paths are relative.
  ///   - executable: The path of the running program.
  /// - Returns: The directory, shortened to `specs` if that is its path from the working directory.
  /// - Throws: An error that says how to provide the directory.
  package static func locate(named: String?, workingDirectory: String, executable: String) throws(ReadErrors) -> String
  {
    if let named {
      guard isSpecs(named) || SpecFolder(named).hasCases else {
        throw ReadErrors(file: named, "found no cases, expected a directory with CHAPTER/NAME.json")
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
          + " or name the directory with --specs")
    }
    return found == "\(workingDirectory)/specs" ? "specs" : found
  }

  private static func isSpecs(_ directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(SpecFolder.marker)")
  }

  /// A directory and its ancestors, nearest first, without the root.
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
