package import APlusModel

/// The compatibility table: requirements against libraries.
///
/// It holds no duration and no number of threads, and a date only for the board, so that runs with
/// the same results give the same text.
package struct Matrix: Sendable {
  /// A column for each adapter, in the order of the run.
  package var columns: [MatrixColumn]
  /// The chapters, in the order of the catalogue.
  package var chapters: [Chapter]
  package var seed: UInt64
  package var toolVersion: String
  package var isInterrupted: Bool
  /// The day of the results, for the board; empty for a table whose text must not depend on it.
  package var date = ""

  /// The requirements of one chapter.
  package struct Chapter: Sendable {
    package var name: String
    /// The source of the requirements; empty where the catalogue does not have them.
    package var title: String
    package var rows: [Row]
    /// The numbers of the requirements that are not machine-checkable.
    package var untestable: [String]
  }

  /// One requirement, and a cell for each column.
  package struct Row: Sendable {
    package var number: String
    package var text: String
    package var cells: [MatrixCell]
    /// The cells of only those cases that need a feature, by the name of the capability.
    var parts: [String: [MatrixCell]] = [:]

    /// The row of only those cases that need a feature; nil where no case does.
    func part(needing feature: String) -> Row? { parts[feature].map { Row(number: number, text: text, cells: $0) } }
  }

  /// Arranges the results of a run as a table.
  package init(_ result: RunResult, in context: ReportContext) {
    columns = MatrixColumn.all(of: result)
    chapters = []
    seed = result.seed
    toolVersion = context.toolVersion
    isInterrupted = result.isInterrupted
    let parts = result.adapters.map { MatrixCells(of: $0, seed: result.seed, in: context) }
    func cells(_ number: String, needing feature: String? = nil) -> [MatrixCell] {
      var cells = parts.map { $0.cell(for: number, needing: feature) }
      // An adapter that was run without a chapter has no results for its cases; others may have.
      let total = cells.map(\.total).max() ?? 0
      for place in cells.indices where cells[place].total == 0 {
        cells[place].total = total
        cells[place].notRun = total
      }
      return cells
    }
    func row(_ number: String, _ text: String) -> Row {
      let whole = cells(number)
      var row = Row(number: number, text: text, cells: whole)
      for feature in Topic.columns.compactMap(\.feature) {
        let needs = parts.map { $0.needs(feature, for: number) }
        if needs.contains(.someCases) {
          row.parts[feature] = cells(number, needing: feature)
        } else if needs.contains(.allCases) {
          row.parts[feature] = whole
        }
      }
      return row
    }
    var selected = Set(context.untestable.map(\.number))
    for part in parts { selected.formUnion(part.requirements.map(\.number)) }
    for requirement in context.requirements where selected.remove(requirement.number) != nil {
      let place = placeOfChapter(requirement.chapter, title: requirement.source)
      let isShown = parts.contains { $0.concerns(requirement.number) }
      if isShown { chapters[place].rows.append(row(requirement.number, requirement.text)) }
      if requirement.untestable != nil { chapters[place].untestable.append(requirement.number) }
    }
    // Requirements that the catalogue does not have come last.
    for part in parts {
      for (number, chapter) in part.requirements where selected.remove(number) != nil {
        chapters[placeOfChapter(chapter, title: "")].rows.append(row(number, ""))
      }
    }
  }

  private mutating func placeOfChapter(_ name: String, title: String) -> Int {
    if let place = chapters.firstIndex(where: { $0.name == name }) { return place }
    chapters.append(Chapter(name: name, title: title, rows: [], untestable: []))
    return chapters.count - 1
  }

  /// The command lines that install the tool, and the libraries.
  static let installLines = ["make install PREFIX=$HOME/.local", "make deps"]

  /// The command lines that repeat a column and a cell.
  var replayLines: [String] {
    [
      "aplus-check --adapter ADAPTER --seed \(seed)",
      "aplus-check --adapter ADAPTER --filter 'REQUIREMENT-*' --seed \(seed) --no-baseline -v",
    ]
  }

  /// How the hosts detect that nothing can run any more, the strongest evidence first.
  var strengths: [Strength] { Set(columns.compactMap(\.quiescence)).sorted(by: >) }

  /// The name for links to the row of a requirement.
  static func anchor(of requirement: String) -> String { "requirement/\(HTMLEscaping.identifier(requirement))" }

  /// The row of a requirement; nil where the run has none.
  func row(of requirement: String) -> Row? { chapters.lazy.flatMap(\.rows).first { $0.number == requirement } }
}

/// One library of a matrix.
package struct MatrixColumn: Sendable, Hashable {
  /// The name of the adapter.
  package var name: String
  /// The name for links, unique among the columns.
  package var anchor: String
  /// The library as the host names it; empty where the host sent no hello.
  package var library: String
  package var version: String
  package var language: String
  package var capabilities: [Capability]
  /// How the host detects that nothing can run any more; nil where it sent no hello.
  package var quiescence: Strength?
  /// The result in a few words.
  package var headline: String
  /// What the library offers: the first of the subjects that it has.
  var subject: Topic.Subject {
    Topic.Subject.allCases.first { subject in capabilities.contains { $0.name == subject.rawValue } } ?? .promises
  }

  /// Version and language, as far as they are known.
  var details: [String] { [version, language].filter { !$0.isEmpty } }

  /// The library and its version, as far as they are known.
  var about: String { [library.isEmpty ? name : library, version].filter { !$0.isEmpty }.joined(separator: " ") }

  /// The name for links to the failures in a cell.
  func anchor(of row: Matrix.Row) -> String { "\(anchor)/\(HTMLEscaping.identifier(row.number))" }

  static func all(of result: RunResult) -> [MatrixColumn] {
    var anchors: Set<String> = []
    return result.adapters.map { adapter in
      var anchor = HTMLEscaping.identifier(adapter.name)
      while !anchors.insert(anchor).inserted { anchor += "-" }
      func line(_ text: String?) -> String { Excerpt.line(text ?? "", limit: Excerpt.nameLimit) }
      return MatrixColumn(
        name: adapter.name, anchor: anchor, library: line(adapter.identity?.library),
        version: line(adapter.identity?.version), language: line(adapter.identity?.language),
        capabilities: adapter.identity?.capabilities ?? [], quiescence: adapter.identity?.quiescence,
        headline: AdapterSummary(adapter).headline)
    }
  }
}

extension Strength {
  /// The meaning of the word, for legends.
  var meaning: String {
    switch self {
    case .proved: "the executor is drained, or the runtime reports that it is idle"
    case .quiescent: "the kernel shows that no thread can run within the horizon"
    case .bounded: "nothing happened within a bound that was calibrated in the run"
    }
  }
}
