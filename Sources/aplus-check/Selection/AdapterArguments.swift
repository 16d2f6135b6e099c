import APlusHosting
import Foundation

/// The adapters that the `--adapter` options name.
enum AdapterArguments {
  /// Finds adapters in the usual places.
  static var locator: AdapterLocator {
    AdapterLocator(
      directories: AdapterLocator.directories(executable: Executable.path),
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// The names of all adapters, sorted: those of libraries, and those that come with the tool.
  static func names() throws(Failure) -> (libraries: [String], builtIn: [String]) {
    var found: (libraries: [String], builtIn: [String]) = ([], [])
    for name in locator.names {
      do throws(AdapterError) {
        if try locator.locate(name).isBuiltIn { found.builtIn.append(name) } else { found.libraries.append(name) }
      } catch { throw Failure(.adapterError, error.message) }
    }
    return found
  }

  /// Finds an adapter, with the command that starts its host and a directory that it can be built
  /// in.
  static func locate(_ argument: String) throws(AdapterError) -> Adapter {
    let adapter = try startable(locator.locate(argument))
    try OpenLines.check(adapter)
    try CacheDirectory.prepareOutput(of: adapter)
    return try BuildPlace(of: adapter)?.prepared() ?? adapter
  }

  /// Completes the path of a host program that comes with the tool, `aplus-check` itself or
  /// `aplus-mutants`: it is beside the running program, or in `libexec/aplus-check` of its
  /// installation.
  static func startable(_ adapter: Adapter) throws(AdapterError) -> Adapter {
    guard let name = adapter.command.first, ownPrograms.contains(name) else { return adapter }
    var adapter = adapter
    let folder = URL(filePath: Executable.path).deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "libexec/aplus-check")
    let places = [folder.appending(path: name).path, installed.appending(path: name).path]
    let program = name == "aplus-check" ? Executable.path : places.first(where: FileManager.default.isExecutableFile)
    guard let program else {
      let options = folder.lastPathComponent == "release" ? " -c release" : ""
      throw AdapterError(
        kind: .invalid,
        message: "the adapter \"\(adapter.name)\" needs the program \(name) beside aplus-check;"
          + " build it with 'swift build\(options) --product \(name)'")
    }
    adapter.command[0] = program
    return adapter
  }

  /// The directories of the tool that hosts need: those of its programs, and the kits.
  static var parts: [String] {
    let folder = URL(filePath: Executable.path).deletingLastPathComponent()
    let others = folder.deletingLastPathComponent().appending(path: "libexec/aplus-check")
    return [folder.path, others.path] + [locator.kits].compactMap(\.self)
  }

  private static let ownPrograms = ["aplus-check", "aplus-mutants"]

  /// The file of an adapter that a reader would open: the adapter itself, or else its manifest.
  static func file(of adapter: Adapter) -> String? {
    func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) && !FileLook.isDirectory(path) }
    if isFile(adapter.argument) { return adapter.argument }
    guard let directory = adapter.directory else { return nil }
    let own = adapter.command.last { word in
      !word.hasPrefix("/") && !word.hasPrefix("../") && isFile("\(directory)/\(word)")
    }
    return "\(directory)/\(own ?? "adapter.json")"
  }

  /// Finds the adapters, and renames those of the same name; naming an adapter twice is refused.
  static func located(_ arguments: [String]) throws(Failure) -> [Adapter] {
    var adapters: [Adapter] = []
    for argument in arguments {
      do { adapters.append(try locate(argument)) } catch {
        throw Failure(error.kind == .unknown ? .usage : .adapterError, error.message)
      }
    }
    return try AdapterNames.distinct(adapters)
  }
}

/// Unique names for the adapters of one run, for reports and their files.
enum AdapterNames {
  /// Gives adapters of the same name the names of their directories.
  ///
  ///     d1/adapter.cjs, d2/adapter.cjs  // d1, d2
  ///
  /// Where these are equal, too, more of the path goes into the name: `a-lib`, `b-lib`. An adapter
  /// that the command line gives by name keeps that name.
  ///
  /// - Throws: Which adapter is named twice.
  static func distinct(_ adapters: [Adapter]) throws(Failure) -> [Adapter] {
    // The names of the default reports must differ.
    let groups = Dictionary(grouping: adapters.indices) { place in ReportRequest.fileName(for: adapters[place].name) }
    var named = adapters
    var taken = Set(groups.filter { isSingle($0.value, adapters) }.keys)
    let shared = groups.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
    for (name, places) in shared {
      let paths = places.filter { isPath(adapters[$0]) }
      guard places.count - paths.count <= 1, let names = names(of: paths.map { adapters[$0].argument }, besides: taken)
      else { throw Failure(.usage, "the adapter '\(name)' is named twice") }
      for (place, name) in zip(paths, names) { named[place].name = name }
      taken.formUnion(names.map(ReportRequest.fileName))
    }
    return named
  }

  /// Whether one of the adapters of the same name may keep it.
  private static func isSingle(_ places: [Int], _ adapters: [Adapter]) -> Bool {
    places.count == 1 || places.contains { !isPath(adapters[$0]) }
  }

  private static func isPath(_ adapter: Adapter) -> Bool {
    adapter.argument.contains("/") || [".", ".."].contains(adapter.argument)
  }

  /// The shortest distinct ends of paths; nil where two paths are the same.
  private static func names(of arguments: [String], besides taken: Set<String>) -> [String]? {
    let files = arguments.map { argument in
      URL(filePath: argument).standardizedFileURL.resolvingSymlinksInPath().pathComponents.filter { $0 != "/" }
    }
    guard Set(files).count == files.count else { return nil }
    let folders = zip(arguments, files).map { argument, file in
      FileLook.isDirectory(argument) ? file : Array(file.dropLast())
    }
    let paths = Set(folders).count == files.count ? folders : files
    for length in 1...max(1, paths.map(\.count).max() ?? 1) {
      let names = paths.map { $0.suffix(length).joined(separator: "-") }
      let found = Set(names.map(ReportRequest.fileName))
      if found.count == names.count, found.isDisjoint(with: taken) { return names }
    }
    return nil
  }
}
