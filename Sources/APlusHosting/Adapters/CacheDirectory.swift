import APlusModel
import Foundation

/// The directory for files that can be rebuilt: `$XDG_CACHE_HOME/aplus-check`, or else
/// `~/.cache/aplus-check`.
package enum CacheDirectory {
  /// The path; nil where the environment names neither directory.
  ///
  /// A relative `XDG_CACHE_HOME` is ignored, as its specification demands.
  package static func path() -> String? {
    let variables = ProcessVariables.all
    if let named = variables["XDG_CACHE_HOME"], named.hasPrefix("/") { return "\(named)/aplus-check" }
    return variables["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.cache/aplus-check" }
  }

  /// The path; throws what to set where there is none.
  static func required(for adapter: String) throws(AdapterError) -> String {
    guard let path = path() else {
      throw AdapterError(
        kind: .invalid,
        message: "\(adapter): there is no directory to build in; set XDG_CACHE_HOME to an absolute" + " path")
    }
    return path
  }

  /// Makes the directory, and folders of it, where they are missing.
  ///
  /// - Throws: Which of them belongs to somebody else or can be written by others: a host would run what they put there.
  package static func prepare(_ folders: [String], in root: String) throws(AdapterError) {
    var places = [root]
    for folder in folders { places.append("\(places.last ?? root)/\(folder)") }
    for place in places {
      make(place)
      var link = stat()
      var status = stat()
      guard unsafe lstat(place, &link) == 0, unsafe stat(place, &status) == 0 else { continue }
      guard link.st_uid == geteuid(), status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        throw AdapterError(
          kind: .invalid,
          message: "\(place): this directory for builds belongs to another user, or others can write to it; remove it,"
            + " or set XDG_CACHE_HOME to another directory")
      }
    }
  }

  /// Makes the folder that the build of an adapter file writes to.
  package static func prepareOutput(of adapter: Adapter) throws(AdapterError) {
    guard let output = adapter.output, let root = path(), output.hasPrefix("\(root)/") else { return }
    try prepare(output.dropFirst(root.utf8.count + 1).split(separator: "/").map(String.init), in: root)
  }

  /// Makes a directory, and those above it, that others cannot write to; what fails shows when it is used.
  private static func make(_ path: String) {
    guard !path.isEmpty, unsafe mkdir(path, 0o755) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else {
      return
    }
    make(String(path[..<slash]))
    _ = unsafe mkdir(path, 0o755)
  }

  /// A short name for a path, the same in each run, that distinguishes files of the same name.
  static func mark(of path: String) -> String { String(path.stableHash, radix: 36) }
}
