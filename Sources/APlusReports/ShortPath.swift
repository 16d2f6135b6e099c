/// Paths for people, of files that may be outside of the working directory.
package enum ShortPath {
  /// The shorter form of an absolute path: itself, or relative to a directory.
  ///
  ///     ShortPath.of("/home/me/tool/specs/a.json", from: "/home/me/project")  // "../tool/specs/a.json"
  ///     ShortPath.of("/usr/share/a.json", from: "/home/me/project")           // "/usr/share/a.json"
  ///
  /// - Parameters:
  ///   - path: The path; a relative one is returned as it is.
  ///   - directory: The absolute path of the directory.
  /// - Returns: The path with the fewest letters; the absolute one where both are equal.
  package static func of(_ path: String, from directory: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let (names, places) = (path.split(separator: "/"), directory.split(separator: "/"))
    let shared = zip(names, places).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: places.count - shared) + names.dropFirst(shared).map(String.init)
    let relative = steps.joined(separator: "/")
    return !relative.isEmpty && relative.count < path.count ? relative : path
  }
}
