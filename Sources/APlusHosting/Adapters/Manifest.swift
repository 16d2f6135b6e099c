import APlusJSON
package import APlusModel

/// The contents of an adapter's `adapter.json`.
package struct Manifest: Sendable, Hashable {
  private static let format = "aplus-adapter/1"
  private static let keys = [
    "format", "name", "language", "library", "command", "variants", "build", "packages", "environment", "builtIn",
    "capabilities",
  ]
  /// The package managers whose packages a manifest can name.
  package static let packageManagers = ["apt", "pip"]

  package var name: String
  package var language: String?
  package var library: String?
  package var command: [String]
  /// The possible last arguments of the command; each makes a separate adapter.
  package var variants: [String]
  package var build: [[String]]
  /// The packages to install, for a message when the adapter does not start.
  package var packages: [PackageList]
  /// The names of the environment variables that the host gets besides the common ones.
  package var environment: [String]
  /// Whether the implementation comes with the tool.
  package var isBuiltIn: Bool
  /// The claimed capabilities; nil to take those of the hello.
  package var capabilities: [Capability]?

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path for messages.
  /// - Throws: All faults, one per line, with file, line and column.
  package init(parsing bytes: [UInt8], path: String) throws(AdapterError) {
    let diagnostics = Diagnostics()
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(name: path, bytes: bytes) } catch {
      throw AdapterError(kind: .invalid, message: error.description)
    }
    let file = TextFile(name: path, bytes: bytes)
    let manifest = Self(Node(document.root, at: Place(rootOf: file), diagnostics), diagnostics)
    do throws(ReadErrors) { try diagnostics.check([path: document]) } catch {
      throw AdapterError(kind: .invalid, message: error.description)
    }
    self = manifest
  }

  private init(_ root: Node, _ diagnostics: Diagnostics) {
    let object = ObjectReader(root, "a manifest", keys: Self.keys, diagnostics)
    if let format = object?.string("format"), format != Self.format, let node = object?["format"] {
      diagnostics.report("found \"\(format)\", expected \"\(Self.format)\"", at: node.place)
    }
    name = object?.string("name") ?? ""
    if name.isEmpty, let node = object?["name"], node.string != nil {
      diagnostics.report("found an empty name", at: node.place)
    }
    language = object?.stringIfPresent("language")
    library = object?.stringIfPresent("library")
    command = Self.command(object?.required("command"), diagnostics)
    variants = Self.words(object?["variants"], diagnostics)
    build = object?.arrayIfPresent("build")?.map { Self.command($0, diagnostics) } ?? []
    packages = Self.packages(object?["packages"], diagnostics)
    environment = Self.words(object?["environment"], diagnostics)
    isBuiltIn = object?.boolIfPresent("builtIn") ?? false
    capabilities = object?["capabilities"].map { Self.capabilities($0, diagnostics) }
  }

  private static func command(_ node: Node?, _ diagnostics: Diagnostics) -> [String] {
    if let node, node.array?.isEmpty == true {
      diagnostics.report("found no program, expected one and its arguments", at: node.place)
    }
    return words(node, diagnostics)
  }

  private static func packages(_ node: Node?, _ diagnostics: Diagnostics) -> [PackageList] {
    guard let node, let object = ObjectReader(node, "packages", keys: packageManagers, diagnostics) else { return [] }
    return packageManagers.compactMap { manager in
      let names = words(object[manager], diagnostics)
      for element in object[manager]?.array ?? [] {
        guard let name = element.string, !isPackage(name, of: manager) else { continue }
        diagnostics.report("found \"\(name)\", expected the name of a package", at: element.place)
      }
      return names.isEmpty ? nil : PackageList(manager: manager, names: names)
    }
  }

  /// Whether a package manager takes a word for the name of a package in its index, and for nothing else: no option,
  /// pattern, file, address, or wish to remove (`name-`); pip's names may have a version.
  private static func isPackage(_ word: String, of manager: String) -> Bool {
    let isFile = fileEndings.contains(where: word.lowercased().hasSuffix)
    let isName =
      manager == "pip"
      ? word.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(==[A-Za-z0-9][A-Za-z0-9.+!_-]*)?/) != nil
      : word.wholeMatch(of: /[a-z0-9][a-z0-9+-]*(\.[a-z0-9][a-z0-9+-]*)*/) != nil && !word.hasSuffix("-")
    return isName && !isFile
  }

  /// The ends of names that a package manager takes for files in the working directory.
  private static let fileEndings = [
    ".deb", ".dsc", ".changes", ".whl", ".zip", ".tar", ".tgz", ".tbz", ".txz", ".tlz", ".gz", ".bz2", ".xz", ".lzma",
  ]

  private static func capabilities(_ node: Node, _ diagnostics: Diagnostics) -> [Capability] {
    var all: [Capability] = []
    for element in node.array ?? [] {
      guard let word = element.string else { continue }
      let parsed = Capability.parse(word)
      if !parsed.isEmpty, parsed.allSatisfy(\.isKnown) {
        all += parsed
      } else {
        let wrong = parsed.first { !$0.isKnown } ?? Capability(word)
        diagnostics.report("found \"\(wrong)\", expected a capability\(wrong.suggestion)", at: element.place)
      }
    }
    // Reports elements that are not strings.
    _ = words(node, diagnostics)
    if let (one, other) = Capability.contradiction(in: all) {
      diagnostics.report("found \"\(one)\" and \"\(other)\", which exclude each other", at: node.place)
    }
    return all
  }

  private static func words(_ node: Node?, _ diagnostics: Diagnostics) -> [String] {
    guard let node else { return [] }
    guard let elements = node.array else {
      diagnostics.report("found \(node.summary), expected an array of strings", at: node.place)
      return []
    }
    return elements.compactMap { element in
      if element.string == nil { diagnostics.report("found \(element.summary), expected a string", at: element.place) }
      return element.string
    }
  }
}

/// Packages that an adapter needs from one package manager.
package struct PackageList: Sendable, Hashable {
  /// The program that installs them: `apt` or `pip`.
  package var manager: String
  package var names: [String]

  package init(manager: String, names: [String]) {
    self.manager = manager
    self.names = names
  }

  /// The command that installs them: `apt install node-q`.
  package var command: String { "\(manager) install \(names.joined(separator: " "))" }
}
