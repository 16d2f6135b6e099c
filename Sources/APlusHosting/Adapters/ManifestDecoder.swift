import APlusJSON
import APlusModel

/// Reads an `adapter.json`, and finds everything that is wrong in it.
package struct ManifestDecoder {
  private static let format = "aplus-adapter/1"
  private static let keys = [
    "format", "name", "language", "library", "command", "build", "packages", "environment",
    "builtIn", "capabilities",
  ]
  private static let packageManagers = ["apt", "pip"]

  private let document: JSONDocument
  private var errors: [JSONError] = []

  private init(_ document: JSONDocument) {
    self.document = document
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path for messages.
  /// - Returns: The manifest.
  /// - Throws: Everything that is wrong, a line each, with file, line and column.
  package static func manifest(_ bytes: [UInt8], path: String) throws(AdapterError) -> Manifest {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(name: path, bytes: bytes)
    } catch {
      throw AdapterError(kind: .invalid, message: error.description)
    }
    var decoder = ManifestDecoder(document)
    let manifest = decoder.decode()
    guard decoder.errors.isEmpty else {
      let lines = decoder.errors.map(\.description)
      throw AdapterError(kind: .invalid, message: lines.joined(separator: "\n"))
    }
    return manifest
  }

  private mutating func decode() -> Manifest {
    guard case .object(let members) = document.root else {
      fail([], "expected an object, found \(document.root.typeName)")
      return Manifest(
        name: "",
        command: [],
        build: [],
        packages: [],
        environment: [],
        isBuiltIn: false
      )
    }
    checkKeys(of: members, among: Self.keys, at: [])
    let format = text("format") ?? Self.format
    if format != Self.format {
      fail(["format"], "expected \"\(Self.format)\", found \"\(format)\"")
    }
    let name = text("name")
    if name == nil { fail([], "expected the key \"name\"") }
    if members["format"] == nil { fail([], "expected the key \"format\"") }
    if members["command"] == nil { fail([], "expected the key \"command\"") }
    let command = texts(["command"])
    if members["command"] != nil, command.isEmpty { fail(["command"], "expected a program") }
    return Manifest(
      name: name ?? "",
      language: text("language"),
      library: text("library"),
      command: command,
      build: buildSteps(),
      packages: packages(),
      environment: texts(["environment"]),
      isBuiltIn: flag("builtIn"),
      capabilities: members["capabilities"] == nil ? nil : capabilities()
    )
  }

  private mutating func buildSteps() -> [[String]] {
    guard let json = document.root["build"] else { return [] }
    guard let steps = json.arrayValue else {
      fail(["build"], "expected an array of commands, found \(json.typeName)")
      return []
    }
    return steps.indices.map { index in
      let step = texts(["build", "\(index)"])
      if steps[index] == [] { fail(["build", "\(index)"], "expected a program and its arguments") }
      return step
    }
  }

  private mutating func packages() -> [PackageList] {
    guard let json = document.root["packages"] else { return [] }
    guard let members = json.objectValue else {
      fail(["packages"], "expected an object, found \(json.typeName)")
      return []
    }
    checkKeys(of: members, among: Self.packageManagers, at: ["packages"])
    return Self.packageManagers.compactMap { manager in
      let names = texts(["packages", manager])
      return names.isEmpty ? nil : PackageList(manager: manager, names: names)
    }
  }

  private mutating func capabilities() -> [Capability] {
    let words = texts(["capabilities"])
    var all: [Capability] = []
    for (index, word) in words.enumerated() {
      let parsed = Capability.parse(word)
      if !parsed.isEmpty, parsed.allSatisfy(\.isKnown) {
        all += parsed
      } else {
        let wrong = parsed.first { !$0.isKnown } ?? Capability(word)
        fail(
          ["capabilities", "\(index)"],
          "\"\(wrong)\" is no capability\(wrong.suggestion)"
        )
      }
    }
    if let (one, other) = Capability.contradiction(in: all) {
      fail(["capabilities"], "found \"\(one)\" and \"\(other)\", of which a library can have one")
    }
    return all
  }

  private mutating func checkKeys(of members: JSONObject, among known: [String], at path: [String])
  {
    for key in members.keys where !known.contains(key) {
      let message = "unknown key \"\(key)\"" + suggestion(for: key, among: known)
      errors.append(document.error(atKeyOf: JSONPointer(tokens: path + [key]), message))
    }
  }

  private func suggestion(for word: String, among known: [String]) -> String {
    known.nearest(to: word).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private mutating func text(_ key: String) -> String? {
    guard let json = document.root[key] else { return nil }
    guard let text = json.stringValue, !text.isEmpty else {
      fail([key], "expected a text, found \(json.typeName)")
      return nil
    }
    return text
  }

  private mutating func flag(_ key: String) -> Bool {
    guard let json = document.root[key] else { return false }
    guard case .bool(let value) = json else {
      fail([key], "expected true or false, found \(json.typeName)")
      return false
    }
    return value
  }

  private mutating func texts(_ path: [String]) -> [String] {
    guard let json = document.root[JSONPointer(tokens: path)] else { return [] }
    guard let elements = json.arrayValue else {
      fail(path, "expected an array of texts, found \(json.typeName)")
      return []
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      if let text = element.stringValue {
        texts.append(text)
      } else {
        fail(path + ["\(index)"], "expected a text, found \(element.typeName)")
      }
    }
    return texts
  }

  private mutating func fail(_ path: [String], _ message: String) {
    errors.append(document.error(at: JSONPointer(tokens: path), message))
  }
}
