import APlusModel

extension MatrixPage {
  /// The table of requirements and libraries, with its legend.
  func table(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "matrix"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Requirements")
      writer.legend(MatrixCell.Standing.allCases.map { ($0.rawValue, $0.sign, $0.meaning) })
      writer.line()
      let attributes = HTMLWriter.scrolling("Requirements and libraries", role: "region", class: "scroll matrix")
      writer.element("div", attributes) { writer in
        writer.element("table") { writer in
          heads(&writer)
          for chapter in matrix.chapters { rows(of: chapter, &writer) }
        }
      }
    }
    writer.line()
  }

  private func heads(_ writer: inout HTMLWriter) {
    writer.element("thead") { writer in
      writer.element("tr") { writer in
        writer.element("th", [("scope", "col")], "Requirement")
        for column in matrix.columns {
          writer.line()
          writer.element("th", [("scope", "col"), ("class", "name")]) { writer in
            writer.element("a", [("href", "#library/\(column.anchor)")]) { writer in
              writer.text(column.name)
              writer.markup("<br>")
              writer.element("small", [], column.details.joined(separator: " · "))
            }
          }
        }
      }
    }
    writer.line()
  }

  private func rows(of chapter: Matrix.Chapter, _ writer: inout HTMLWriter) {
    let width = String(matrix.columns.count)
    writer.element("tbody") { writer in
      writer.element("tr", [("class", "chapter")]) { writer in
        let source = chapter.title.isEmpty ? "" : ": \(chapter.title)"
        writer.element("th", [("scope", "rowgroup")], chapter.name + source)
        writer.element("td", [("colspan", width)], "")
      }
      for row in chapter.rows {
        writer.line()
        let number = row.number
        let anchor = Matrix.anchor(of: number)
        writer.element("tr", [("id", anchor)]) { writer in
          writer.element("th", [("scope", "row")]) { writer in
            writer.element("b") { $0.element("a", [("href", "#\(anchor)")], number) }
            writer.element("span", [], row.text)
          }
          for (column, cell) in zip(matrix.columns, row.cells) { self.cell(cell, column, row, &writer) }
        }
      }
      guard !chapter.untestable.isEmpty else { return }
      writer.line()
      writer.element("tr", [("class", "unchecked")]) { writer in
        writer.element("th", [("scope", "row")]) { writer in
          let numbers = chapter.untestable.joined(separator: ", ")
          writer.element("span", [], "Not machine-checkable: \(numbers).")
        }
        writer.element("td", [("colspan", width)], "")
      }
    }
    writer.line()
  }

  private func cell(_ cell: MatrixCell, _ column: MatrixColumn, _ row: Matrix.Row, _ writer: inout HTMLWriter) {
    let standing = cell.standing
    let part = standing == .conforms && cell.share != nil ? " part" : ""
    let anchor = column.anchor(of: row)
    let attributes = [("class", standing.rawValue + part), ("id", "at/\(anchor)")]
    func sign(_ writer: inout HTMLWriter) {
      writer.text(standing.sign)
      if let share = cell.share { writer.element("small", [], share) }
    }
    writer.element("td", attributes) { writer in
      guard !cell.failures.isEmpty else { return sign(&writer) }
      let words = "\(column.name), \(row.number): \(cell.sentence)"
      writer.element("a", [("href", "#\(anchor)"), ("aria-label", words)], content: sign)
    }
  }
}

extension MatrixPage {
  /// The failures of each library, and the commands that reproduce them.
  func failures(_ writer: inout HTMLWriter) {
    let rows = matrix.chapters.flatMap(\.rows)
    writer.element("section", [("id", "failures")]) { writer in
      writer.element("h2", [], "What failed")
      if !rows.contains(where: { $0.cells.contains { !$0.failures.isEmpty } }) { writer.element("p", [], "Nothing.") }
      for (place, column) in matrix.columns.enumerated() {
        let failing = rows.filter { !$0.cells[place].failures.isEmpty }
        if failing.isEmpty { continue }
        writer.element("h3", [("id", "failures/\(column.anchor)")]) { writer in
          writer.text("\(column.name) ")
          writer.element("small", [], column.about)
        }
        writer.line()
        for row in failing { article(about: row, row.cells[place], column, &writer) }
      }
    }
    writer.line()
    writer.element("section", [("id", "reproduce")]) { writer in
      writer.element("h2", [], "How to reproduce")
      writer.element("p", [], "A column, and a cell in full detail:")
      writer.preformatted(matrix.replayLines, scrolls: true)
    }
  }

  private func article(about row: Matrix.Row, _ cell: MatrixCell, _ column: MatrixColumn, _ writer: inout HTMLWriter) {
    let anchor = column.anchor(of: row)
    writer.element("article", [("id", anchor)]) { writer in
      let words = "Back to the table from \(column.name), \(row.number)"
      writer.element("a", [("class", "back"), ("href", "#at/\(anchor)"), ("aria-label", words)], "↑ table")
      writer.element("h4") { writer in
        writer.text("\(column.name) · \(row.number) ")
        writer.element("span", [], cell.sentence)
      }
      if !row.text.isEmpty { writer.element("p", [("class", "text")], row.text) }
      for failure in cell.failures { Self.block(failure, &writer) }
    }
    writer.line()
  }

  /// A kind of failure, with its picture.
  static func block(_ failure: MatrixFailure, _ writer: inout HTMLWriter) {
    let standing: MatrixCell.Standing =
      switch failure.kind {
      case .violation: .fails
      case .error: .errored
      case .inSomeRuns: .flaky
      }
    writer.element("p") { writer in
      writer.element("span", [("class", "tag \(standing.rawValue)")], "\(standing.sign) \(failure.type)")
      if failure.kind == .inSomeRuns { writer.text("in some runs, ") }
      let (cases, rest) = failure.named
      writer.text(cases.isEmpty ? "in cases about other requirements" : "in ")
      for (place, id) in cases.enumerated() {
        if place > 0 { writer.text(", ") }
        writer.element("code", [], id)
      }
      if rest > 0 { writer.text(" and \(rest) more") }
      if let reason = failure.reason { writer.text(": \(reason)") }
    }
    writer.preformatted(failure.block, scrolls: true)
  }
}
