import APlusJSON
import APlusModel
import Foundation

/// Finds the adapter that an argument of the command line names.
///
/// An argument with a slash, `.` and `..` are paths: to a directory with an `adapter.json`, a Swift
/// package or one adapter file; to an adapter file, whose type determines the kit; or to a program
/// that speaks the wire protocol. Any other argument is a name, which is looked up in the adapter
/// directories and on `PATH`; failing that, it may be an adapter file in the working directory. A
/// name with a colon denotes a variant of an adapter: `mutant:correct`.
package struct AdapterLocator: Sendable {
  /// The prefix of programs on `PATH` that are adapters.
  private static let prefix = "aplus-adapter-"

  /// The directories that contain a directory for each adapter; the first match wins.
  let directories: [String]
  let searchPath: SearchPath

  /// Creates a locator.
  ///
  /// - Parameters:
  ///   - directories: The adapter directories, those of the tool first, `./adapters` last.
  ///   - searchPath: The value of `PATH`.
  package init(directories: [String], searchPath: String) {
    self.directories = directories
    self.searchPath = SearchPath(searchPath)
  }

  /// Finds the adapter directories: those beside the executable, then `./adapters`.
  ///
  /// The tool's own adapters come first, so that no adapter in the working directory can take the
  /// name of one.
  ///
  /// For an executable in a build directory, they are in the package's `adapters`; for an installed
  /// one, in `share/aplus-check/adapters` beside `bin`.
  package static func directories(executable: String) -> [String] {
    var found: [String] = []
    var place = executable[...]
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      for candidate in ["\(place)/share/aplus-check/adapters", "\(place)/adapters"]
      where FileManager.default.fileExists(atPath: candidate + "/kits") { found.append(candidate) }
    }
    return found + ["adapters"]
  }

  /// Finds the adapter that an argument names.
  package func locate(_ argument: String) throws(AdapterError) -> Adapter {
    guard !argument.isEmpty else { throw unknown(argument) }
    if argument.utf8.contains(UInt8(ascii: "/")) || [".", ".."].contains(argument) {
      return try adapter(at: argument, argument)
    }
    for directory in directories {
      let path = "\(directory)/\(argument)"
      if exists("\(path)/adapter.json") { return try adapter(inDirectory: path, argument) }
    }
    if let colon = argument.firstIndex(of: ":") {
      let base = argument[..<colon]
      let variant = argument[argument.index(after: colon)...]
      for directory in directories where exists("\(directory)/\(base)/adapter.json") {
        let path = "\(directory)/\(base)"
        let manifest = try manifest(inDirectory: path)
        guard manifest.variants.contains(String(variant)) else { break }
        return try complete(Adapter(manifest, in: path, argument: argument, variant: String(variant)))
      }
    }
    if let path = searchPath.program(Self.prefix + argument) {
      return Adapter(name: argument, argument: argument, command: [path])
    }
    if AdapterLanguage.of(file: argument) != nil, exists(argument) { return try adapter(at: argument, argument) }
    throw AdapterError(kind: .unknown, message: unknown(argument).message + variantHint(argument))
  }

  /// What a variant is, where an argument names one of a directory; else empty.
  private func variantHint(_ argument: String) -> String {
    guard let colon = argument.lastIndex(of: ":"), FileLook.isDirectory(String(argument[..<colon])) else { return "" }
    return "; only an adapter that is named, not a directory, has variants: NAME:VARIANT is one that the \"variants\""
      + " of adapters/NAME/adapter.json list"
  }

  /// The names of all adapters in the directories, sorted; an adapter with variants is listed as
  /// these.
  package var names: [String] { families.joined().sorted() }

  /// The names of all adapters in the directories, sorted; those of the variants of an adapter are
  /// together, in the order of its manifest.
  package var families: [[String]] {
    var found: [String: [String]] = [:]
    for directory in directories {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      where found[name] == nil && exists("\(directory)/\(name)/adapter.json") {
        let variants = (try? manifest(inDirectory: "\(directory)/\(name)"))?.variants ?? []
        found[name] = variants.isEmpty ? [name] : variants.map { "\(name):\($0)" }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func adapter(at path: String, _ argument: String) throws(AdapterError) -> Adapter {
    guard exists(path) else {
      throw AdapterError(kind: .unknown, message: "there is no file \"\(path)\"\(variantHint(path))")
    }
    if FileLook.isDirectory(path) { return try adapter(inDirectory: path, argument) }
    if let language = AdapterLanguage.of(file: path), !isHost(path) { return try adapter(of: language, path, argument) }
    guard SearchPath.isProgram(path) else {
      if let other = OtherLanguage.of(file: path) {
        throw AdapterError(
          kind: .invalid,
          message: "\(path): found a file in \(other.title), for which there is no kit; \(other.advice(kits: kits))")
      }
      throw AdapterError(
        kind: .invalid,
        message: "\(path): found neither a program nor an adapter file, which ends in one of"
          + " \(AdapterLanguage.knownTypes)")
    }
    let base = path.baseName
    let name = base.dropFirst().firstIndex(of: ".").map { String(base[..<$0]) } ?? base
    return Adapter(name: name, argument: argument, command: [path])
  }

  private func adapter(inDirectory path: String, _ argument: String) throws(AdapterError) -> Adapter {
    guard exists("\(path)/adapter.json") else { return try adapter(inDirectoryWithoutManifest: path, argument) }
    let manifest = try manifest(inDirectory: path)
    if let example = manifest.variants.first {
      throw AdapterError(
        kind: .unknown,
        message: "the adapter \"\(manifest.name)\" has variants, such as \"\(manifest.name):\(example)\""
          + " ('aplus-check adapters --all' lists them)")
    }
    return try complete(Adapter(manifest, in: path, argument: argument))
  }

  private func manifest(inDirectory path: String) throws(AdapterError) -> Manifest {
    let file = path.hasSuffix("/") ? "\(path)adapter.json" : "\(path)/adapter.json"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw AdapterError(kind: .invalid, message: "\(file): the file cannot be read")
    }
    return try Manifest(parsing: [UInt8](data), path: file)
  }

  private func unknown(_ argument: String) -> AdapterError {
    let hint = names.nearest(to: argument).map { "; did you mean \"\($0)\"?" } ?? ""
    return AdapterError(
      kind: .unknown,
      message: "there is no adapter \"\(argument)\"\(hint) ('aplus-check adapters' lists them;"
        + " a path contains a '/')")
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether a file is an executable script, and so a host rather than an adapter file.
  private func isHost(_ path: String) -> Bool {
    SearchPath.isProgram(path) && FileManager.default.contents(atPath: path)?.starts(with: Array("#!".utf8)) == true
  }
}

extension String {
  /// The part after the last slash.
  var baseName: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }
}
