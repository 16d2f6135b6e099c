import APlusModel

/// A compatibility table as Markdown: a table for each chapter, then the failures by library.
struct MatrixMarkdown {
  private let matrix: Matrix

  init(_ matrix: Matrix) { self.matrix = matrix }

  func text() -> String {
    var lines = MatrixReport.head(of: matrix)
    if matrix.isInterrupted { lines += ["The run was interrupted: the remaining cases were not run.", ""] }
    lines += findings() + libraries() + legend() + reproducing()
    for chapter in matrix.chapters { lines += table(of: chapter) }
    lines += failures()
    return lines.joined(separator: "\n") + "\n"
  }

  private func findings() -> [String] {
    MatrixFinding.all(of: matrix).flatMap { finding in
      ["## \(finding.title)", ""] + finding.sentences.map { "- " + $0.map(text).joined() } + [""]
    }
  }

  /// A part of a sentence; a cell links to its failures, or to its row where it has none.
  private func text(_ part: MatrixFinding.Part) -> String {
    switch part {
    case .text(let text): return text
    case .row(let number): return "[\(MarkdownEscaping.text(number))](#\(Matrix.anchor(of: number)))"
    case .library(let column, let number):
      return "[\(MarkdownEscaping.code(matrix.columns[column].name))]" + "(#\(target(column, number)))"
    case .cell(let column, let number):
      let sign = matrix.row(of: number)?.cells[column].standing.sign ?? ""
      return "[\(MarkdownEscaping.text(number)) \(sign)](#\(target(column, number)))"
    }
  }

  private func target(_ column: Int, _ number: String) -> String {
    guard let row = matrix.row(of: number), !row.cells[column].failures.isEmpty else {
      return Matrix.anchor(of: number)
    }
    return matrix.columns[column].anchor(of: row)
  }

  private func libraries() -> [String] {
    var lines = ["## Libraries", ""]
    lines.append("| Adapter | Library | Language | Idle detection | Result |")
    lines.append("|---|---|---|---|---|")
    for column in matrix.columns {
      let cells = [
        MarkdownEscaping.code(column.name), MarkdownEscaping.text(column.about), MarkdownEscaping.text(column.language),
        column.quiescence?.rawValue ?? "", MarkdownEscaping.text(column.headline),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    lines += ["", "A handler counts as never called once nothing can run any more:", ""]
    lines += matrix.strengths.map { "- *\($0.rawValue)*: \($0.meaning)" }
    return lines + [""]
  }

  private func legend() -> [String] {
    var lines = ["## Legend", "", "| Sign | Meaning |", "|---|---|"]
    lines += MatrixCell.Standing.allCases.map { "| \($0.sign) | \($0.meaning) |" }
    return lines + [""]
  }

  private func reproducing() -> [String] {
    ["## How to reproduce", "", "A column, and a cell in full detail:", ""] + matrix.replayLines.map { "    \($0)" } + [
      ""
    ]
  }

  private func table(of chapter: Matrix.Chapter) -> [String] {
    let name = MarkdownEscaping.text(chapter.name)
    let source = chapter.title.isEmpty ? "" : ": \(MarkdownEscaping.text(chapter.title))"
    var lines = ["## \(name)\(source)", ""]
    if !chapter.rows.isEmpty {
      let heads = matrix.columns.map { column in
        ([MarkdownEscaping.code(column.name)] + column.details.map(MarkdownEscaping.text)).joined(separator: "<br>")
      }
      lines.append("| Requirement | \(heads.joined(separator: " | ")) |")
      lines.append("|---|" + String(repeating: ":-:|", count: heads.count))
      for row in chapter.rows {
        let cells = zip(matrix.columns, row.cells).map { column, cell in
          sign(of: cell, linkedTo: column.anchor(of: row))
        }
        let number = MarkdownEscaping.text(row.number)
        let text = MarkdownEscaping.text(row.text)
        let head = "<a id=\"\(Matrix.anchor(of: row.number))\"></a>**\(number)** \(text)"
        lines.append("| \(head) | \(cells.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    if !chapter.untestable.isEmpty {
      let numbers = chapter.untestable.map(MarkdownEscaping.text)
      lines += [
        "Not machine-checkable (see `aplus-check list --untestable`): " + numbers.joined(separator: ", ") + ".", "",
      ]
    }
    return lines
  }

  private func sign(of cell: MatrixCell, linkedTo anchor: String) -> String {
    let text = cell.standing.sign + (cell.share.map { " \($0)" } ?? "")
    return cell.failures.isEmpty ? text : "[\(text)](#\(anchor))"
  }

  private func failures() -> [String] {
    var lines: [String] = []
    for (place, column) in matrix.columns.enumerated() {
      let rows = matrix.chapters.flatMap(\.rows).filter { !$0.cells[place].failures.isEmpty }
      if rows.isEmpty { continue }
      lines += ["### \(MarkdownEscaping.text(column.name)), \(MarkdownEscaping.text(column.about))", ""]
      for row in rows {
        let number = MarkdownEscaping.text(row.number)
        lines += ["#### <a id=\"\(column.anchor(of: row))\"></a>\(number) \(row.cells[place].sentence)", ""]
        lines += row.cells[place].failures.flatMap(block)
      }
    }
    return lines.isEmpty ? [] : ["## What failed", ""] + lines
  }

  private func block(_ failure: MatrixFailure) -> [String] {
    let (cases, rest) = failure.named
    var scope = cases.map(MarkdownEscaping.code).joined(separator: ", ")
    if rest > 0 { scope += " and \(rest) more" }
    if cases.isEmpty { scope = "cases about other requirements" }
    var head = "- *\(MarkdownEscaping.text(failure.type))* in \(scope)"
    if failure.kind == .inSomeRuns { head += ", in some runs" }
    if let reason = failure.reason { head += ": \(MarkdownEscaping.text(reason))" }
    return [head, ""] + MarkdownEscaping.block(failure.block).map { "  \($0)" } + [""]
  }
}
