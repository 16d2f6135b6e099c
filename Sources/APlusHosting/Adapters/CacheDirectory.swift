import APlusModel

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

  /// A short name for a path, the same in each run, that distinguishes files of the same name.
  static func mark(of path: String) -> String { String(path.stableHash, radix: 36) }
}
