import APlusJSON
import APlusModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the adapter that an argument of the command line names.
///
/// An argument with a slash, `.` and `..` are paths: to a directory with an `adapter.json`, to a
/// JavaScript file that exports what the official suite takes, or to a program that speaks the wire
/// protocol. Any other argument is a name, which is looked up in the adapter directories, among the
/// built-in adapters, and on `PATH`; last, it may be a JavaScript file in the working directory.
package struct AdapterLocator: Sendable {
  /// An adapter that is part of the tool.
  package struct BuiltIn: Sendable, Hashable {
    package var name: String
    package var command: [String]

    package init(name: String, command: [String]) {
      self.name = name
      self.command = command
    }
  }

  /// The prefix of programs on `PATH` that are adapters.
  private static let prefix = "aplus-adapter-"
  private static let scriptExtensions = ["js", "cjs", "mjs"]

  /// Directories with a directory for each adapter; the first match wins.
  private let directories: [String]
  private let builtIns: [BuiltIn]
  private let searchPath: [String]

  /// Creates a locator.
  ///
  /// - Parameters:
  ///   - directories: The adapter directories, nearest first: `./adapters`, then the installed ones.
  ///   - builtIns: The adapters of the tool itself.
  ///   - searchPath: The value of `PATH`.
  package init(directories: [String], builtIns: [BuiltIn], searchPath: String) {
    self.directories = directories
    self.builtIns = builtIns
    self.searchPath = searchPath.split(separator: ":").map(String.init)
  }

  /// Finds the adapter directories: `./adapters`, then those beside the executable.
  ///
  /// From a build directory, that is the package's own; from an installation,
  /// `share/aplus-check/adapters` beside `bin`.
  package static func directories(executable: String) -> [String] {
    var found = ["adapters"]
    var place = executable[...]
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      for candidate in ["\(place)/share/aplus-check/adapters", "\(place)/adapters"]
      where FileManager.default.fileExists(atPath: candidate + "/kits") {
        found.append(candidate)
      }
    }
    return found
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
    if let builtIn = builtIns.first(where: { $0.name == argument }) {
      return Adapter(
        name: builtIn.name,
        argument: argument,
        command: builtIn.command,
        isBuiltIn: true
      )
    }
    for directory in searchPath {
      let path = "\(directory)/\(Self.prefix)\(argument)"
      if isProgram(path) { return Adapter(name: argument, argument: argument, command: [path]) }
    }
    if Self.scriptExtensions.contains(where: { argument.hasSuffix(".\($0)") }), exists(argument) {
      return try adapter(at: argument, argument)
    }
    throw unknown(argument)
  }

  /// The names of all adapters in directories and of built-in ones, sorted.
  package var names: [String] {
    var names = Set(builtIns.map(\.name))
    for directory in directories {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      where exists("\(directory)/\(name)/adapter.json") {
        names.insert(name)
      }
    }
    return names.sorted()
  }

  private func adapter(at path: String, _ argument: String) throws(AdapterError) -> Adapter {
    var isDirectory = false
    guard exists(path, &isDirectory) else {
      throw AdapterError(kind: .unknown, message: "there is no file \"\(path)\"")
    }
    if isDirectory { return try adapter(inDirectory: path, argument) }
    if let type = Self.scriptExtensions.first(where: { path.hasSuffix(".\($0)") }) {
      let kit = directories.lazy.map { "\($0)/kits/javascript/host.mjs" }.first(where: exists)
      guard let kit else {
        throw AdapterError(
          kind: .invalid,
          message:
            "\(path): the JavaScript kit was not found in \(directories.joined(separator: ", "))"
        )
      }
      let name = String(path.baseName.dropLast(type.count + 1))
      return Adapter(name: name, argument: argument, command: ["node", kit, path])
    }
    guard isProgram(path) else {
      throw AdapterError(kind: .invalid, message: "\(path): the file is not executable")
    }
    let base = path.baseName
    let name = base.dropFirst().firstIndex(of: ".").map { String(base[..<$0]) } ?? base
    return Adapter(name: name, argument: argument, command: [path])
  }

  private func adapter(
    inDirectory path: String,
    _ argument: String
  ) throws(AdapterError) -> Adapter {
    let file = path.hasSuffix("/") ? "\(path)adapter.json" : "\(path)/adapter.json"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw AdapterError(kind: .invalid, message: "\(file): the file cannot be read")
    }
    let manifest = try Manifest(parsing: [UInt8](data), path: file)
    return Adapter(manifest, in: path, argument: argument)
  }

  private func unknown(_ argument: String) -> AdapterError {
    let hint = names.nearest(to: argument).map { "; did you mean \"\($0)\"?" } ?? ""
    return AdapterError(
      kind: .unknown,
      message:
        "there is no adapter \"\(argument)\"\(hint) ('aplus-check adapters' lists them;"
        + " a path contains a '/')"
    )
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  private func exists(_ path: String, _ isDirectory: inout Bool) -> Bool {
    #if canImport(FoundationEssentials)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    #else
    var flag = ObjCBool(false)
    defer { isDirectory = flag.boolValue }
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &flag)
    #endif
  }

  private func isProgram(_ path: String) -> Bool {
    var isDirectory = false
    return exists(path, &isDirectory) && !isDirectory
      && FileManager.default.isExecutableFile(atPath: path)
  }
}

extension String {
  /// The part after the last slash.
  fileprivate var baseName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
