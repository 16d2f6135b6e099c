import APlusHosting
import APlusJSON
import APlusReports
import Foundation

/// The files of a new adapter, with lines to be filled in.
struct AdapterDraft {
  /// How the command line names the adapter.
  let argument: String
  /// The files by path, with their texts.
  private var files: [(path: String, text: String)] = []

  /// Reads the templates of a language.
  ///
  /// - Parameters:
  ///   - directory: Where the adapter goes; its last part is the adapter's name.
  ///   - language: The language of the library.
  ///   - subject: What the library offers, such as `promises`.
  /// - Throws: That the templates are missing.
  init(directory: String, language: AdapterLanguage, subject: String) throws(Failure) {
    guard let kits = AdapterArguments.locator.kits else {
      throw Failure(.harnessError, "the templates of adapters are not installed with the program")
    }
    argument = directory.contains("/") || [".", ".."].contains(directory) ? directory : "./\(directory)"
    let folder = URL(filePath: directory).standardizedFileURL
    let name = folder.lastPathComponent
    let adapters = URL(filePath: kits).deletingLastPathComponent()
    let templates = adapters.appending(path: "templates")
    let ofSubject = subject == "promises" ? templates : templates.appending(path: subject)
    var sources = try Self.texts(in: ofSubject.appending(path: language.name))
    // Jest finds no `.cjs`, but in a package of modules, Node could not load `.js`.
    let entry = PackageEntry(around: folder)
    for place in sources.indices {
      if sources[place].path.hasSuffix(".test.js"), entry?.isOfModules == true {
        sources[place].path = String(sources[place].path.dropLast(2)) + "cjs"
      }
      if let entry { sources[place] = entry.loaded(by: sources[place]) }
    }
    guard !sources.isEmpty else {
      let present = (try? FileManager.default.contentsOfDirectory(atPath: ofSubject.path)) ?? []
      throw Failure(
        .usage,
        "--subject \(subject): there is no template for \(language.name), only for"
          + " \(present.sorted().joined(separator: ", "))")
    }
    let package = adapters.deletingLastPathComponent().path
    files = sources.map { path, text in ("\(directory)/\(path)", text.replacing("{package}", with: package)) }
    for copy in language.copies(for: subject) {
      let file = URL(filePath: kits).appending(path: copy)
      files.append(("\(directory)/\(file.lastPathComponent)", try Self.text(of: file)))
    }
    let main = sources.first { !$0.path.contains("/") }?.path ?? ""
    let file = language.isPackaged ? "adapter" : main
    let place = AdapterLanguage.Place(file: file, name: name, kits: "{kits}")
    files.append(("\(directory)/adapter.json", Self.manifest(language, name, language.recipe(place))))
    let root = Self.repository(of: folder)
    let below = folder.path.dropFirst(root.path.count + 1)
    for (template, path) in [
      ("expected-failures.txt", "\(directory)/expected-failures.txt"),
      ("workflow.yml", Self.relative(root, ".github/workflows/aplus-check.yml")),
    ] {
      let text = try Self.text(of: templates.appending(path: template))
      let filled = text.replacing("{adapter}", with: Self.quoted("./\(below)"))
      files.append((path, WorkflowDraft.filled(filled, for: language)))
    }
  }

  /// Writes all files, or none if one of them exists.
  ///
  /// - Returns: The paths.
  /// - Throws: Which files exist, or what cannot be written.
  func write() throws(Failure) -> [String] {
    let present = files.map(\.path).filter(FileManager.default.fileExists)
    guard present.isEmpty else {
      throw Failure(.usage, present.map { "\($0) exists already, and init overwrites nothing" }.joined(separator: "\n"))
    }
    let prepared = try files.map { file throws(Failure) in try OutputFile(preparing: file.path) }
    for (file, (_, text)) in zip(prepared, files) { try file.write(text) }
    return files.map(\.path)
  }

  /// A text as YAML writes it, in which a build server replaces no expression.
  private static func quoted(_ text: String) -> String {
    JSON.string(text).serialized().replacing("${{", with: "${{ '${{' }}")
  }

  private static func manifest(
    _ language: AdapterLanguage, _ name: String, _ recipe: (build: [[String]], command: [String])
  ) -> String {
    func list(_ words: [String]) -> String { "[\(words.map { JSON.string($0).serialized() }.joined(separator: ", "))]" }
    let quoted = JSON.string(name).serialized()
    var members = [
      #""format": "aplus-adapter/1""#, #""name": \#(quoted)"#,
      #""language": \#(JSON.string(language.title).serialized())"#, #""library": \#(quoted)"#,
    ]
    if !recipe.build.isEmpty { members.append(#""build": [\#(recipe.build.map(list).joined(separator: ", "))]"#) }
    members.append(#""command": \#(list(recipe.command))"#)
    if !language.packages.isEmpty { members.append(#""packages": {"apt": \#(list(language.packages))}"#) }
    if !language.environment.isEmpty { members.append(#""environment": \#(list(language.environment))"#) }
    return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
  }

  /// The git repository that a directory is in; without one the directory itself.
  private static func repository(of folder: URL) -> URL {
    var place = folder
    while place.path != "/" {
      if FileManager.default.fileExists(atPath: place.appending(path: ".git").path) { return place }
      place = place.deletingLastPathComponent()
    }
    return folder
  }

  /// A path below a directory, relative to the working directory if that is shorter.
  private static func relative(_ root: URL, _ path: String) -> String {
    ShortPath.of(root.appending(path: path).path, from: FileManager.default.currentDirectoryPath)
  }

  /// The files in a folder and its subfolders, by their paths relative to the folder.
  private static func texts(in folder: URL) throws(Failure) -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    let paths = (files?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }.map(\.path).sorted()
    // Python's installer compiles the templates of a wheel.
    return try paths.filter { !$0.contains("/__pycache__/") }.map { path throws(Failure) in
      (String(path.dropFirst(folder.path.count + 1)), try text(of: URL(filePath: path)))
    }
  }

  private static func text(of file: URL) throws(Failure) -> String {
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw Failure(.harnessError, "cannot read \(file.path)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
