import Foundation

/// Finds what stays visible: the project that holds the adapter, its interpreter, and the parts of the tool.
///
/// Neither the arguments of a manifest nor the values of variables make a path visible.
extension VisiblePaths {
  /// The paths below the emptied directories that stay visible, parents first.
  static func of(_ adapter: Adapter, parts: [String]) -> [String] {
    let paths = project(of: adapter) + interpreters(of: adapter) + parts + [adapter.output].compactMap(\.self)
    // Where a link leads to a directory, both of its paths work.
    let both = paths.map(absolute).flatMap { [$0, real($0)] }
    return Set(both.filter(isEmptied)).sorted()
  }

  private static func parent(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Whether a path is in an emptied directory itself, where each program has a folder of its own.
  private static func isFirstLevel(_ path: String) -> Bool { emptied.contains(parent(of: path)) }

  /// The directory of an adapter, and the project that holds it: the nearest directory with a `.git` or a manifest of
  /// the adapter's language.
  ///
  /// A folder directly in an emptied directory may belong to several programs, and is no project. For an adapter
  /// directly in an emptied directory, only its file is visible.
  private static func project(of adapter: Adapter) -> [String] {
    let file = absolute(adapter.directory == nil ? adapter.command.first ?? "" : adapter.argument)
    let folder = adapter.directory ?? parent(of: file)
    var place = real(folder)
    if emptied.contains(place) { return [file] }
    let marks = adapter.projectFiles + [".git"]
    while isEmptied(place), !isFirstLevel(place) {
      let found = marks.contains { FileManager.default.fileExists(atPath: "\(place)/\($0)") }
      if found { return [folder, place] }
      place = parent(of: place)
    }
    return [folder]
  }

  /// The installations of the programs that run an adapter and that the user's `PATH` has.
  private static func interpreters(of adapter: Adapter) -> [String] {
    guard let command = adapter.command.first else { return [] }
    let searchPath = SearchPath(adapter.environment()["PATH"] ?? "")
    var names: [String] = []
    if !command.contains("/") { names.append(command) }
    let program =
      command.contains("/")
      ? (command.hasPrefix("/") ? command : "\(adapter.directory ?? ".")/\(command)") : searchPath.program(command)
    // `#!/usr/bin/env python3`
    if let words = program.map(FileLook.interpreter), words.first?.hasSuffix("/env") == true {
      names += words.dropFirst().filter { !$0.hasPrefix("-") }.prefix(1)
    }
    return names.compactMap(searchPath.program).map(installation)
  }

  /// The directory that holds a program and its parts: `/opt/x` for `/opt/x/bin/node`.
  private static func installation(of program: String) -> String {
    let folder = parent(of: program)
    let whole = folder.hasSuffix("/bin") ? parent(of: folder) : folder
    return [whole, folder].first(where: isEmptied) ?? program
  }
}
