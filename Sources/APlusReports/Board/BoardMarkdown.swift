import APlusModel

/// The board as Markdown: libraries against topics, folded findings, and a part for each library.
///
/// The HTML page next to it shows the failed cases with pictures.
struct BoardMarkdown {
  /// The HTML page of the board, in the same directory.
  static let page = "board.html"

  private let matrix: Matrix
  private let table: BoardTable
  private let tables: [BoardTable]

  init(_ matrix: Matrix) {
    self.matrix = matrix
    table = BoardTable(matrix)
    tables = BoardTable.all(of: matrix)
  }

  func text() -> String {
    var lines = BoardReport.head(of: matrix)
    lines += [
      "\(MarkdownEscaping.text(table.introduction)) [\(Self.page)](\(Self.page)) sorts, filters and compares them, and"
        + " shows each failure with its trace.", "",
    ]
    if matrix.isInterrupted { lines += ["The run was interrupted: the remaining cases were not run.", ""] }
    lines +=
      legend() + [BoardTable.denominators, ""] + tables.flatMap(overview) + findings() + libraries() + requirements()
      + reproducing()
    return lines.joined(separator: "\n") + "\n"
  }

  private func overview(_ table: BoardTable) -> [String] {
    let heads = ["Library", "Language"] + table.topics.map(\.column)
    var lines = table.subject == self.table.subject ? [] : ["## \(table.subject.heading)", "", table.introduction, ""]
    lines.append("| \(heads.joined(separator: " | ")) |")
    lines.append("|---|---|" + String(repeating: ":-:|", count: table.topics.count))
    for place in table.order {
      let column = matrix.columns[place]
      let name = "[\(MarkdownEscaping.code(column.name))](#\(column.anchor))"
      let cells = table.topics.map { $0.cells[place].sentence }
      let language = MarkdownEscaping.text(column.language)
      lines.append("| \(([name, language] + cells).joined(separator: " | ")) |")
    }
    return lines + [""]
  }

  private func legend() -> [String] {
    let signs = BoardStanding.ofTopics.map { "| \($0.sign) | \($0.meaning) |" }
    let dot = ["| \(BoardCell.unreachedSign) | \(BoardCell.unreachedMeaning) |"]
    let topics = tables.flatMap(\.topics).map { "| \($0.column) | \($0.about) |" }
    let kinds = FailureKind.allCases.map { "| \($0.word) | \($0.meaning) |" }
    return ["| Sign or word | Meaning |", "|---|---|"] + signs + dot + kinds + topics + [""]
  }

  private func findings() -> [String] {
    MatrixFinding.all(of: matrix).flatMap { finding in
      let sentences = finding.sentences.map { "- " + $0.map(text).joined() }
      let lead = finding.lead.map { ": \(MarkdownEscaping.text($0))" } ?? ""
      return ["<details><summary><b>\(HTMLEscaping.text(finding.title))</b>\(lead)</summary>", ""] + sentences + [
        "", "</details>", "",
      ]
    }
  }

  /// A part of a sentence, without its link: links would be most of the document.
  private func text(_ part: MatrixFinding.Part) -> String {
    switch part {
    case .text(let text): MarkdownEscaping.text(text)
    case .row(let number): MarkdownEscaping.text(number)
    case .library(let column, _): MarkdownEscaping.text(matrix.columns[column].name)
    case .cell(let column, let number):
      MarkdownEscaping.text(number) + (matrix.row(of: number)?.cells[column].standing == .conforms ? " ✓" : "")
    }
  }

  private func libraries() -> [String] {
    var lines = ["## Libraries", ""]
    for (table, place) in tables.flatMap({ table in table.order.map { (table, $0) } }) {
      let column = matrix.columns[place]
      let about = MarkdownEscaping.text(([column.about] + column.details.dropFirst()).joined(separator: ", "))
      lines += [
        "<a id=\"\(column.anchor)\"></a>**\(MarkdownEscaping.code(column.name))** \(about)"
          + (column.quiescence.map { ", idleness \($0.rawValue)" } ?? ""), "",
      ]
      let missed = table.topics.compactMap { entry -> String? in
        let cell = entry.cells[place]
        guard !cell.missed.isEmpty else { return nil }
        let numbers = cell.missed.map { number in
          let share = matrix.row(of: number)?.cells[place].share.map { " \($0)" } ?? ""
          return MarkdownEscaping.text(number) + share
        }
        let kinds = [cell.kinds.words, cell.documentedKinds.words].filter { !$0.isEmpty }
        let words = kinds.joined(separator: "; as documented: ")
        return "- \(entry.column) \(cell.standing.sign) \(numbers.joined(separator: ", ")): \(words)"
      }
      lines += (missed.isEmpty ? ["Meets every requirement checked."] : missed) + [""]
    }
    return lines
  }

  /// The requirements that at least one library violates, with their text.
  private func requirements() -> [String] {
    let missed = matrix.chapters.flatMap(\.rows).filter { row in row.cells.contains { !$0.failures.isEmpty } }
    guard !missed.isEmpty else { return [] }
    return ["## Requirements that some library misses", "", "| | |", "|---|---|"]
      + missed.map { "| \(MarkdownEscaping.text($0.number)) | \(MarkdownEscaping.text($0.text)) |" } + [""]
  }

  private func reproducing() -> [String] {
    let strengths = matrix.strengths.map { "- idleness *\($0.rawValue)*: \($0.meaning)" }
    return [
      "## How to reproduce", "",
      "The tool is built in a copy of its sources, and the libraries are installed; then a library, and a requirement in"
        + " full detail:", "",
    ] + (Matrix.installLines + matrix.replayLines).map { "    \($0)" } + [
      "", "A handler counts as never called once nothing can run any more:", "",
    ] + strengths
  }
}
