import APlusTrace

/// A matrix as Markdown: a table for each chapter, then what failed, library by library.
struct MatrixMarkdown {
  private let matrix: Matrix
  private let title: String

  init(_ matrix: Matrix, title: String) {
    self.matrix = matrix
    self.title = title
  }

  /// The document.
  func text() -> String {
    var lines = ["# \(MarkdownEscaping.text(title))", ""]
    if matrix.isInterrupted { lines += ["The run was interrupted: what is left was not run.", ""] }
    lines += libraries() + legend() + reproducing()
    for chapter in matrix.chapters { lines += table(of: chapter) }
    lines += failures()
    return lines.joined(separator: "\n") + "\n"
  }

  private func libraries() -> [String] {
    var lines = ["## Libraries", ""]
    lines.append("| Adapter | Library | Language | Idleness is | Result |")
    lines.append("|---|---|---|---|---|")
    for column in matrix.columns {
      let cells = [
        MarkdownEscaping.code(column.name), MarkdownEscaping.text(column.about),
        MarkdownEscaping.text(column.language), column.quiescence?.rawValue ?? "",
        MarkdownEscaping.text(column.headline),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    lines += ["", "That a handler never runs is known once nothing can run any more:", ""]
    let strengths = Set(matrix.columns.compactMap(\.quiescence)).sorted(by: >)
    lines += strengths.map { "- *\($0.rawValue)*: \($0.meaning)" }
    return lines + [""]
  }

  private func legend() -> [String] {
    var lines = ["## Signs", "", "| Sign | Meaning |", "|---|---|"]
    lines += MatrixCell.Standing.allCases.map { "| \($0.sign) | \($0.meaning) |" }
    return lines + [""]
  }

  private func reproducing() -> [String] {
    [
      "## How to reproduce", "",
      "A column, and a cell with all that there is to see of it:", "",
      "    aplus-check --adapter ADAPTER --seed \(matrix.seed)",
      "    aplus-check --adapter ADAPTER --filter 'REQUIREMENT-*' --seed \(matrix.seed)"
        + " --no-baseline -v",
      "",
    ]
  }

  private func table(of chapter: Matrix.Chapter) -> [String] {
    let name = MarkdownEscaping.text(chapter.name)
    let source = chapter.title.isEmpty ? "" : ": \(MarkdownEscaping.text(chapter.title))"
    var lines = ["## \(name)\(source)", ""]
    if !chapter.rows.isEmpty {
      let heads = matrix.columns.map { column in
        let parts = [column.version, column.language].filter { !$0.isEmpty }
        return ([MarkdownEscaping.code(column.name)] + parts.map(MarkdownEscaping.text))
          .joined(separator: "<br>")
      }
      lines.append("| Requirement | \(heads.joined(separator: " | ")) |")
      lines.append("|---|" + String(repeating: ":-:|", count: heads.count))
      for row in chapter.rows {
        let cells = zip(matrix.columns, row.cells).map { column, cell in
          sign(of: cell, linkedTo: anchor(column, row))
        }
        let number = MarkdownEscaping.text(row.number)
        let text = MarkdownEscaping.text(row.text)
        lines.append("| **\(number)** \(text) | \(cells.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    if !chapter.untestable.isEmpty {
      let numbers = chapter.untestable.map(MarkdownEscaping.text)
      lines += [
        "No machine can check \(numbers.joined(separator: ", "))"
          + " (`aplus-check list --untestable` says why).", "",
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
      lines += [
        "### \(MarkdownEscaping.text(column.name)), \(MarkdownEscaping.text(column.about))", "",
      ]
      for row in rows {
        let number = MarkdownEscaping.text(row.number)
        lines += [
          "#### <a id=\"\(anchor(column, row))\"></a>\(number) \(row.cells[place].sentence)", "",
        ]
        lines += row.cells[place].failures.flatMap(block)
      }
    }
    return lines.isEmpty ? [] : ["## What failed", ""] + lines
  }

  private func block(_ failure: MatrixFailure) -> [String] {
    var head =
      "- *\(MarkdownEscaping.text(failure.type))* in \(MarkdownEscaping.text(failure.scope))"
    if failure.kind == .inSomeRuns { head += ", in some runs" }
    if let reason = failure.reason { head += ": \(MarkdownEscaping.text(reason))" }
    var code: [String] = []
    if let title = failure.title, let first = failure.cases.first {
      code.append("\(first) \(title)")
    }
    if let message = failure.message { code.append(message) }
    if !failure.picture.isEmpty { code += [""] + failure.picture }
    code += ["", failure.replay]
    return [head, ""] + MarkdownEscaping.block(code).map { "  \($0)" } + [""]
  }

  private func anchor(_ column: MatrixColumn, _ row: Matrix.Row) -> String {
    "\(column.anchor)/\(MatrixColumn.identifier(row.number))"
  }
}
