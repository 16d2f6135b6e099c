import APlusModel

extension MatrixPage {
  /// The table itself, with its legend.
  func table(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "matrix"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Requirements")
      legend(&writer)
      writer.line()
      writer.element("div", scrolling("Requirements and libraries", class: "scroll matrix")) {
        writer in
        writer.element("table") { writer in
          heads(&writer)
          for chapter in matrix.chapters { rows(of: chapter, &writer) }
        }
      }
    }
    writer.line()
  }

  private func legend(_ writer: inout HTMLWriter) {
    writer.element("dl", [("class", "legend")]) { writer in
      for standing in MatrixCell.Standing.allCases {
        writer.element("dt", [("class", standing.rawValue)], standing.sign)
        writer.element("dd", [], standing.meaning)
      }
    }
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
              let about = [column.version, column.language].filter { !$0.isEmpty }
              writer.markup("<br>")
              writer.element("small", [], about.joined(separator: " · "))
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
        let anchor = "requirement/\(MatrixColumn.identifier(number))"
        writer.element("tr", [("id", anchor)]) { writer in
          writer.element("th", [("scope", "row")]) { writer in
            writer.element("b") { $0.element("a", [("href", "#\(anchor)")], number) }
            writer.element("span", [], row.text)
          }
          for (column, cell) in zip(matrix.columns, row.cells) {
            self.cell(cell, column, row, &writer)
          }
        }
      }
      guard !chapter.untestable.isEmpty else { return }
      writer.line()
      writer.element("tr", [("class", "unchecked")]) { writer in
        writer.element("th", [("scope", "row")]) { writer in
          let numbers = chapter.untestable.joined(separator: ", ")
          writer.element("span", [], "No machine can check \(numbers).")
        }
        writer.element("td", [("colspan", width)], "")
      }
    }
    writer.line()
  }

  private func cell(
    _ cell: MatrixCell,
    _ column: MatrixColumn,
    _ row: Matrix.Row,
    _ writer: inout HTMLWriter
  ) {
    let standing = cell.standing
    let part = standing == .conforms && cell.share != nil ? " part" : ""
    let anchor = anchor(column, row)
    let attributes = [("class", standing.rawValue + part), ("id", "at/\(anchor)")]
    func sign(_ writer: inout HTMLWriter) {
      writer.text(standing.sign)
      if let share = cell.share { writer.element("small", [], share) }
    }
    guard !cell.failures.isEmpty else {
      writer.element("td", attributes, content: sign)
      return
    }
    writer.element("td", attributes) { writer in
      let words = "\(column.name), \(row.number): \(cell.sentence)"
      writer.element("a", [("href", "#\(anchor)"), ("aria-label", words)], content: sign)
    }
  }
}
