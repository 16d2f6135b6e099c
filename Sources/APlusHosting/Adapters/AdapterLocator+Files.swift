import Foundation

/// Adapters without a manifest, and the commands of those with one.
extension AdapterLocator {
  /// The placeholder for the directory of the kits in the commands of a manifest.
  private static let kitsPlaceholder = "{kits}"

  /// The directory of the kits; nil where the tool's data is missing.
  package var kits: String? { directories.lazy.map { Self.absolute("\($0)/kits") }.first(where: exists) }

  /// Replaces the placeholder in the commands of an adapter with the directory of the kits.
  func complete(_ adapter: Adapter) throws(AdapterError) -> Adapter {
    let words = adapter.command + adapter.build.joined()
    guard words.contains(where: { $0.contains(Self.kitsPlaceholder) }) else { return adapter }
    let kits = try requiredKits(for: adapter.argument)
    let makes = adapter.build.filter { $0.first == "make" }.joined()
    if makes.contains(where: { $0.contains(Self.kitsPlaceholder) }) { try checkForMake([kits], adapter.argument) }
    var adapter = adapter
    func completed(_ command: [String]) -> [String] { command.map { $0.replacing(Self.kitsPlaceholder, with: kits) } }
    adapter.command = completed(adapter.command)
    adapter.build = adapter.build.map(completed)
    return adapter
  }

  /// The adapter in an adapter file; its host runs in the directory of the file.
  func adapter(of language: AdapterLanguage, _ path: String, _ argument: String, name: String? = nil)
    throws(AdapterError) -> Adapter
  {
    let file = URL(fileURLWithPath: path)
    let directory = file.deletingLastPathComponent().path
    let stem = file.deletingPathExtension().lastPathComponent
    var place = AdapterLanguage.Place(file: file.lastPathComponent, name: name, kits: try requiredKits(for: path))
    // The build writes to the cache directory and leaves nothing beside the file.
    if !language.recipe(place).build.isEmpty {
      let cache = try CacheDirectory.required(for: path)
      place.output = "\(cache)/builds/\(CacheDirectory.mark(of: file.path))"
      place.directory = directory
    }
    let recipe = language.recipe(place)
    if !recipe.build.isEmpty { try checkForMake([place.kits, place.output], path) }
    var adapter = Adapter(name: name ?? stem, argument: argument, command: recipe.command)
    adapter.build = recipe.build
    adapter.directory = directory
    adapter.environment = language.environment
    adapter.projectFiles = language.projects
    adapter.output = recipe.build.isEmpty ? nil : place.output
    // If all programs are installed, a failure need not name their packages.
    let programs = (recipe.build + [recipe.command]).compactMap(\.first)
    if !programs.allSatisfy(isOnSearchPath) { adapter.packages = language.packageLists }
    return adapter
  }

  /// The adapter in a Swift package, or in the only adapter file of a directory.
  func adapter(inDirectoryWithoutManifest path: String, _ argument: String) throws(AdapterError) -> Adapter {
    let directory = URL(fileURLWithPath: path).standardized
    let name = directory.lastPathComponent
    if exists("\(path)/Package.swift"), let swift = AdapterLanguage.swift {
      let place = AdapterLanguage.Place(file: try executable(ofPackage: path), name: name, kits: "")
      let recipe = swift.recipe(place)
      var adapter = Adapter(name: name, argument: argument, command: recipe.command)
      adapter.build = recipe.build
      adapter.directory = path
      adapter.language = swift.title
      adapter.projectFiles = swift.projects
      return adapter
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { !$0.hasPrefix(".") && AdapterLanguage.of(file: $0) != nil }.sorted()
    let chosen = files.count == 1 ? files : files.filter { $0.hasPrefix("adapter.") }
    guard chosen.count == 1, let file = chosen.first, let language = AdapterLanguage.of(file: file) else {
      let found =
        files.isEmpty
        ? "no adapter file (\(AdapterLanguage.knownTypes))"
        : "several adapter files (\(files.joined(separator: ", "))); name one of them"
      throw AdapterError(
        kind: .invalid,
        message: "\(path): found no adapter.json, and \(found);"
          + " 'aplus-check init \(path) --language NAME' writes an adapter")
    }
    return try adapter(of: language, "\(path)/\(file)", argument, name: name)
  }

  /// The name of the only executable of a Swift package.
  private func executable(ofPackage path: String) throws(AdapterError) -> String {
    let file = "\(path)/Package.swift"
    let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    let names = (text ?? "").matches(of: /\.executableTarget\(\s*name:\s*"([^"]+)"/).map { String($0.output.1) }
    guard names.count == 1, let name = names.first else {
      let found = names.isEmpty ? "no executable target" : names.joined(separator: ", ")
      throw AdapterError(
        kind: .invalid,
        message: "\(file): found \(found), expected one executable target, the adapter; a manifest"
          + " adapter.json beside it can name another")
    }
    return name
  }

  private func requiredKits(for path: String) throws(AdapterError) -> String {
    guard let kits else {
      throw AdapterError(
        kind: .invalid,
        message: "\(path): the kits were not found in \(directories.joined(separator: ", "));"
          + " install aplus-check with its data, or run it from its checkout")
    }
    return kits
  }

  /// Refuses a path in the build of an adapter that make or a shell would read as more than a path.
  private func checkForMake(_ names: [String], _ adapter: String) throws(AdapterError) {
    guard let name = names.first(where: { !$0.isPlain }) else { return }
    let character = name.first { !String($0).isPlain && $0 != "-" } ?? "-"
    let found = character.isWhitespace ? "a space" : "\"\(character)\""
    throw AdapterError(
      kind: .invalid,
      message: "\(adapter): found \(found) in \"\(name)\", expected none, as make cannot build with"
        + " it; rename or move it")
  }

  private func isOnSearchPath(_ program: String) -> Bool {
    program.contains("/") || program == "aplus-check" || searchPath.program(program) != nil
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
