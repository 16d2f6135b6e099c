import APlusHosting
import APlusJSON
import Foundation

/// The package for Node that a directory is in, and the file that loads it.
struct PackageEntry {
  /// Whether its `.js` files are modules.
  let isOfModules: Bool
  private let folder: URL
  private let root: URL
  private let package: JSON

  /// Reads the nearest `package.json` at or above a directory; nil where there is none.
  init?(around folder: URL) {
    var place = folder
    while place.path != "/" {
      if let data = FileManager.default.contents(atPath: place.appending(path: "package.json").path) {
        package = (try? JSON(parsing: String(decoding: data, as: UTF8.self))) ?? [:]
        isOfModules = package["type"] == "module"
        self.folder = folder
        root = place
        return
      }
      place = place.deletingLastPathComponent()
    }
    return nil
  }

  /// A template with the package's entry in place of the file that it names.
  ///
  /// A script cannot load modules in every Node, so that an adapter for modules becomes one.
  func loaded(by source: (path: String, text: String)) -> (path: String, text: String) {
    let isScript = source.path == "adapter.cjs"
    guard isScript || source.path == "adapter.mts",
      let entry = file(for: isScript ? ["require", "import"] : ["import"])
    else { return source }
    let path = relative(entry)
    guard isScript, entry.hasSuffix(".mjs") || entry.hasSuffix(".js") && isOfModules else {
      return (source.path, source.text.replacing("./mylib.cjs", with: path))
    }
    let text = source.text.replacing(
      #/const (?<names>\{.*\}) = require\('\./mylib\.cjs'\);/#, with: { "import \($0.output.names) from '\(path)';" }
    ).replacing("exports.", with: "export const ")
    return ("adapter.mjs", text)
  }

  /// The entry of the package, relative to it: of `exports` under the first known condition, or else `main`.
  private func file(for conditions: [String]) -> String? {
    func target(_ value: JSON?) -> String? {
      if let text = value?.stringValue { return text }
      guard let members = value?.objectValue else { return value?.arrayValue?.lazy.compactMap(target).first }
      return (conditions + ["node", "default", "require", "import"]).lazy.compactMap { target(members[$0]) }.first
    }
    let exports = package["exports"]
    let named = target(exports?["."]) ?? target(exports) ?? package["main"]?.stringValue
    // Node completes the name of `main`.
    let candidates = named.map { [$0, "\($0).js", "\($0)/index.js"] } ?? ["index.js"]
    let isFile = { (path: String) in
      let full = root.appending(path: path).path
      return FileManager.default.fileExists(atPath: full) && !FileLook.isDirectory(full)
    }
    // What a build makes need not be there yet.
    return candidates.first(where: isFile) ?? named
  }

  /// The path of a file of the package as the adapter names it.
  private func relative(_ file: String) -> String {
    let names = root.appending(path: file).standardizedFileURL.pathComponents
    let places = folder.pathComponents
    let shared = zip(names, places).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: places.count - shared)
    return ((up.isEmpty ? ["."] : up) + names.dropFirst(shared)).joined(separator: "/").replacing("\\", with: "\\\\")
      .replacing("'", with: "\\'")
  }
}
