import APlusModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The directory for what can be built again: `$XDG_CACHE_HOME/aplus-check`, or else `~/.cache/aplus-check`.
package enum CacheDirectory {
  /// The path; nil where the environment names neither directory.
  ///
  /// - Parameter variables: The variables of the runner.
  /// - Returns: An absolute path: as the standard of the variable asks, one that is not is passed over.
  package static func path(of variables: [String: String] = ProcessVariables.all) -> String? {
    if let named = variables["XDG_CACHE_HOME"], named.hasPrefix("/") {
      return "\(named)/aplus-check"
    }
    return variables["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.cache/aplus-check" }
  }

  /// The path, or what to set so that there is one.
  static func required(for adapter: String) throws(AdapterError) -> String {
    guard let path = path() else {
      throw AdapterError(
        kind: .invalid,
        message: "\(adapter) needs a place to be built in: set XDG_CACHE_HOME to a directory"
      )
    }
    return path
  }

  /// A short name for a path, the same in each run, so that files of the same name keep apart.
  static func mark(of path: String) -> String {
    String(path.stableHash, radix: 36)
  }
}
