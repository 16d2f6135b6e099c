package import APlusJSON
package import APlusModel
import Dispatch
import Synchronization

/// The specification: its requirements, and the scenarios that its cases expand to.
///
///     let library = try SpecLibrary(directory: "specs")
///     library.scenarios.first?.id  // "2.1.2.1-a.already"
package struct SpecLibrary: Sendable {
  /// The wanted scenarios, in the order of chapters, files and cases.
  package private(set) var scenarios: [Scenario]
  /// The name of every scenario, wanted or not, in the same order.
  package private(set) var names: [ScenarioName]
  package let requirements: RequirementCatalogue
  /// The loaded chapters, in order.
  package private(set) var chapters: [String]

  /// The order of chapters in reports; unknown ones follow, sorted by name.
  package static let chapterOrder = [
    "aplus", "zalgo", "once", "threads", "contexts", "cancellation", "combinators", "coroutines", "unhandled",
    "callbacks", "await", "channels", "scopes", "scale", "soak",
  ]

  /// Decides whether a scenario is to be made.
  package typealias IsWanted = (ScenarioName, _ needs: [Capability], _ isOptIn: Bool) -> Bool

  /// Loads a directory of specifications.
  ///
  /// - Parameters:
  ///   - directory: The directory, which holds `tables.json`.
  ///   - chapters: The chapters to load; nil means all except opt-in chapters.
  ///   - withOptIn: Whether nil includes opt-in chapters.
  ///   - isWanted: Whether a scenario is to be made, by its name, what its case and the entries of its dimensions say that
  ///     it needs, and whether the chapter is opt-in. Most of the time of loading goes into making scenarios.
  /// - Throws: All errors in the files, except those in scenarios that are not wanted.
  package init(
    directory: String, chapters: Set<String>? = nil, withOptIn: Bool = false,
    where isWanted: IsWanted = { _, _, _ in true }
  ) throws(ReadErrors) {
    let folder = SpecFolder(directory)
    try self.init(files: try folder.files(chapters: chapters), where: isWanted)
    if chapters == nil, !withOptIn {
      scenarios.removeAll { requirements.optIn.contains($0.chapter) }
      names.removeAll { requirements.optIn.contains($0.chapter) }
      self.chapters.removeAll(where: requirements.optIn.contains)
    }
    guard let file = try folder.officialMap() else { return }
    let mapped = try OfficialMap(file: file).cases.compactMap { test in test.scenario.map { ($0, test) } }
    let tests = Dictionary(mapped, uniquingKeysWith: { first, _ in first })
    for index in scenarios.indices { scenarios[index].official = tests[scenarios[index].id] }
  }

  /// Loads files from memory, each named `…/chapter/name.json` or `…/tables.json`.
  package init(files: [TextFile], where isWanted: IsWanted = { _, _, _ in true }) throws(ReadErrors) {
    var loading = Loading(files)
    loading.load(where: isWanted)
    try loading.diagnostics.check(loading.documents)
    scenarios = loading.scenarios
    names = loading.names
    requirements = loading.requirements
    chapters = loading.chapters
    loading.release()
  }
}

/// The name of a scenario.
package struct ScenarioName: Sendable, Hashable {
  package let chapter: String
  package let id: String

  package init(chapter: String, id: String) {
    self.chapter = chapter
    self.id = id
  }
}

/// The state of loading: what was read so far, and the errors.
private struct Loading {
  let files: [TextFile]
  let diagnostics = Diagnostics()
  private(set) var documents: [String: JSONDocument] = [:]
  private(set) var scenarios: [Scenario] = []
  private(set) var names: [ScenarioName] = []
  private(set) var requirements = RequirementCatalogue()
  private(set) var chapters: [String] = []
  private var ids: Set<String> = []
  private var wanted: [WantedCase] = []

  /// A case, and those of its scenarios that are to be made.
  private struct WantedCase {
    let template: CaseTemplate
    let choices: [CaseTemplate.Choice]
    /// Whether these are all of its scenarios.
    let areAll: Bool
  }

  /// The known formats, as a file names its own in the member `format`.
  static let formats = ["aplus-cases/1", "aplus-tables/1", "aplus-requirements/1"]

  init(_ files: [TextFile]) { self.files = files }

  mutating func load(where isWanted: SpecLibrary.IsWanted) {
    var roots: [String: [Node]] = [:]
    for file in files {
      guard let root = root(of: file) else { continue }
      guard let format = root["format"]?.string, Self.formats.contains(format) else {
        let found = root["format"]
        diagnostics.report(
          "found \(found?.summary ?? "no \"format\""), expected"
            + " \(Self.formats.map { "\"\($0)\"" }.joined(separator: ", "))", at: found?.place ?? root.place,
          suggestion: found?.string.flatMap { Self.formats.nearest(to: $0) })
        continue
      }
      roots[format, default: []].append(root)
    }
    let tableFiles = roots["aplus-tables/1"] ?? []
    for extra in tableFiles.dropFirst() { diagnostics.report("found a second file of tables", at: extra.place) }
    let tables = Tables(tableFiles.first, diagnostics)
    for root in roots["aplus-requirements/1"] ?? [] { requirements.read(root, diagnostics) }
    for root in roots["aplus-cases/1"] ?? [] { readCases(root, tables, isWanted) }
    expand()
  }

  /// Makes the wanted scenarios on all processors, because most of the time of loading goes into
  /// them.
  private mutating func expand() {
    typealias Made = (scenarios: [Scenario], errors: Diagnostics.Contents)
    // A case with many scenarios that began last would keep one processor alone at work.
    let order = wanted.indices.sorted { wanted[$0].choices.count > wanted[$1].choices.count }
    let made = Mutex([Made](repeating: ([], Diagnostics.Contents()), count: wanted.count))
    DispatchQueue.concurrentPerform(iterations: wanted.count) { [wanted] place in
      let index = order[place]
      let diagnostics = Diagnostics()
      var expansion = CaseExpansion(wanted[index].template, diagnostics)
      let scenarios = expansion.scenarios(for: wanted[index].choices, areAll: wanted[index].areAll)
      made.withLock { $0[index] = (scenarios, diagnostics.contents) }
    }
    for (scenarios, errors) in made.withLock(\.self) {
      self.scenarios += scenarios
      diagnostics.add(errors)
    }
  }

  /// Frees the nodes of all cases on another thread, as nothing waits for that.
  mutating func release() {
    DispatchQueue.global(qos: .utility).async { [wanted] in withExtendedLifetime(wanted) {} }
    wanted = []
  }

  private mutating func root(of file: TextFile) -> Node? {
    do throws(JSONError) {
      let document = try JSONDocument(name: file.name, bytes: file.bytes)
      documents[file.name] = document
      return Node(document.root, at: Place(rootOf: file), diagnostics)
    } catch {
      diagnostics.report(error)
      return nil
    }
  }

  private mutating func readCases(_ root: Node, _ tables: Tables, _ isWanted: SpecLibrary.IsWanted) {
    let keys = ["format", "chapter", "cases"]
    guard let object = ObjectReader(root, "a file of cases", keys: keys, diagnostics),
      let chapter = object.string("chapter"), let cases = object.array("cases")
    else { return }
    if chapter != root.place.file.folder, let place = object["chapter"]?.place {
      diagnostics.report("found \"\(chapter)\", expected the folder's name, \"\(root.place.file.folder)\"", at: place)
    }
    if !chapters.contains(chapter) { chapters.append(chapter) }
    let lines = ElementLines(of: root.place.file.bytes)
    let isOptIn = requirements.optIn.contains(chapter)
    for (index, node) in cases.enumerated() {
      guard let template = CaseTemplate(node, chapter: chapter, tables, line: lines.line(ofCase: index), diagnostics)
      else { continue }
      checkIdentity(template, in: root, chapter)
      guard let choices = template.choices(diagnostics) else { continue }
      let chosen = choices.filter { choice in
        let name = ScenarioName(chapter: chapter, id: choice.id)
        names.append(name)
        return isWanted(name, template.needs + choice.needs, isOptIn)
      }
      let areAll = chosen.count == choices.count
      wanted.append(WantedCase(template: template, choices: chosen, areAll: areAll))
    }
  }

  private mutating func checkIdentity(_ template: CaseTemplate, in root: Node, _ chapter: String) {
    if !ids.insert(template.id).inserted, let place = template.node["id"]?.place {
      diagnostics.report("found the id \"\(template.id)\" a second time", at: place)
    }
    guard requirements[template.requirement] == nil else { return }
    if !requirements.all.contains(where: { $0.chapter == chapter }) {
      // Reported once per file, because it holds for every case.
      diagnostics.report(
        "found no requirements of the chapter \"\(chapter)\", expected the file"
          + " \(root.place.file.folder)/requirements.json", at: root.place)
    } else {
      diagnostics.report(
        unknown: template.requirement, expected: "the number of a requirement", among: requirements.numbers,
        at: (template.node["requirement"] ?? template.node["id"] ?? template.node).place)
    }
  }
}
