import APlusHosting
import APlusRunner
import Foundation

/// Names that tell the adapters of one run apart, in reports and in the names of their files.
enum AdapterNames {
  /// Gives adapters of the same name the names of the folders that they are in.
  ///
  ///     d1/adapter.cjs, d2/adapter.cjs  // d1, d2
  ///
  /// Where that does not tell them apart, more of the path goes into the name:
  /// `a-lib`, `b-lib`. An adapter that is given by its name keeps it.
  ///
  /// - Throws: Which adapter is named twice.
  static func distinct(_ adapters: [Adapter]) throws(Failure) -> [Adapter] {
    // The default reports are told apart by the names of their files.
    let groups = Dictionary(grouping: adapters.indices) { place in
      ReportRequest.fileName(for: adapters[place].name)
    }
    var named = adapters
    var taken = Set(groups.filter { isSingle($0.value, adapters) }.keys)
    let shared = groups.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
    for (name, places) in shared {
      let paths = places.filter { isPath(adapters[$0]) }
      guard places.count - paths.count <= 1,
        let names = names(of: paths.map { adapters[$0].argument }, besides: taken)
      else { throw Failure(.usage, "the adapter '\(name)' is named twice") }
      for (place, name) in zip(paths, names) { named[place].name = name }
      taken.formUnion(names.map(ReportRequest.fileName))
    }
    return named
  }

  /// Whether one of the adapters of a name may keep it.
  private static func isSingle(_ places: [Int], _ adapters: [Adapter]) -> Bool {
    places.count == 1 || places.contains { !isPath(adapters[$0]) }
  }

  private static func isPath(_ adapter: Adapter) -> Bool {
    adapter.argument.contains("/") || [".", ".."].contains(adapter.argument)
  }

  /// The shortest ends of paths that tell them apart; nil where two are the same.
  private static func names(of arguments: [String], besides taken: Set<String>) -> [String]? {
    let files = arguments.map { argument in
      URL(filePath: argument).standardizedFileURL.resolvingSymlinksInPath().pathComponents.filter {
        $0 != "/"
      }
    }
    guard Set(files).count == files.count else { return nil }
    let folders = zip(arguments, files).map { argument, file in
      isDirectory(argument) ? file : Array(file.dropLast())
    }
    let paths = Set(folders).count == files.count ? folders : files
    for length in 1...max(1, paths.map(\.count).max() ?? 1) {
      let names = paths.map { $0.suffix(length).joined(separator: "-") }
      let found = Set(names.map(ReportRequest.fileName))
      if found.count == names.count, found.isDisjoint(with: taken) { return names }
    }
    return nil
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}
