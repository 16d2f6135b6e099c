package import APlusModel

/// A run as requirements against libraries: what a matrix shows, in whatever form.
///
/// It holds no duration, no date and no number of threads, so that two runs that saw the same
/// give the same text.
package struct Matrix: Sendable {
  /// One for each adapter, in the order of the run.
  package var columns: [MatrixColumn]
  /// In the order of the catalogue.
  package var chapters: [Chapter]
  package var seed: UInt64
  package var toolVersion: String
  package var isInterrupted: Bool

  /// The requirements of one chapter.
  package struct Chapter: Sendable {
    package var name: String
    /// Whose requirements they are; empty where the catalogue does not have them.
    package var title: String
    package var rows: [Row]
    /// The numbers of those that no machine can check.
    package var untestable: [String]
  }

  /// One requirement, and a cell for each column.
  package struct Row: Sendable {
    package var number: String
    package var text: String
    package var cells: [MatrixCell]
  }

  /// Arranges a run.
  package init(_ result: RunResult, in context: ReportContext) {
    columns = MatrixColumn.all(of: result, in: context)
    chapters = []
    seed = result.seed
    toolVersion = context.toolVersion
    isInterrupted = result.isInterrupted
    let parts = result.adapters.map { MatrixCells(of: $0, seed: result.seed, in: context) }
    func row(_ number: String, _ text: String) -> Row {
      Row(number: number, text: text, cells: parts.map { $0.cell(for: number) })
    }
    var selected = Set(context.untestable.map(\.number))
    for part in parts { selected.formUnion(part.requirements.map(\.number)) }
    for requirement in context.requirements where selected.remove(requirement.number) != nil {
      let place = placeOfChapter(requirement.chapter, title: requirement.source)
      let isShown = parts.contains { $0.concerns(requirement.number) }
      if isShown { chapters[place].rows.append(row(requirement.number, requirement.text)) }
      if requirement.untestable != nil { chapters[place].untestable.append(requirement.number) }
    }
    // What the catalogue does not have is shown all the same, after the rest.
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

  /// The row of a requirement; nil where the run was not about it.
  func row(of requirement: String) -> Row? {
    for chapter in chapters {
      if let row = chapter.rows.first(where: { $0.number == requirement }) {
        return row
      }
    }
    return nil
  }
}
