import APlusModel

extension BoardPage {
  /// The table of requirements and libraries, with its legend.
  func table(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "matrix"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Requirements")
      let legend = BoardStanding.ofRequirements.map {
        (name: $0.rawValue, sign: $0.sign, meaning: $0.meaningOfRequirement)
      }
      writer.element("details") { writer in
        writer.element("summary", [], "What the signs mean")
        writer.legend(legend)
      }
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
    let kinds = Set(cell.failures.flatMap(\.kinds)).sorted().map(\.word)
    let attributes =
      [("class", standing.rawValue + part), ("id", "at/\(column.anchor(of: row))")]
      + (kinds.isEmpty ? [] : [("data-kinds", kinds.joined(separator: " "))])
    func sign(_ writer: inout HTMLWriter) {
      writer.text(standing.sign)
      if let share = cell.share { writer.element("small", [], share) }
    }
    writer.element("td", attributes) { writer in
      guard !cell.failures.isEmpty else { return sign(&writer) }
      let words = "\(column.name), \(row.number): \(cell.sentence)"
      let attributes = [("href", failures(of: column, row)), ("aria-label", words), ("title", words)]
      writer.element("a", attributes, content: sign)
    }
  }
}

extension BoardPage {
  /// Where the failures of a cell are, on the page of the library.
  func failures(of column: MatrixColumn, _ row: Matrix.Row) -> String {
    "\(column.page)#\(LibraryPage.anchor(of: row.number))"
  }

  /// The commands that install the tool and repeat a column and a cell.
  func reproducing(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "reproduce")]) { writer in
      writer.element("h2", [], "How to reproduce")
      writer.element("p", [], "The tool is built in a copy of its sources; the second command installs the libraries:")
      writer.commands(Matrix.installLines)
      writer.element("p", [], "A column, and a cell in full detail:")
      writer.commands(matrix.replayLines)
      writer.meanings([
        ("adapter", "the file that connects a library; it has the name in the first column"),
        ("seed", "the number that every choice of a run follows, so that a run can be repeated"),
        ("--no-baseline", "also shows the failures that the library's list of known failures expects"),
        ("profile", "what a cancel does in a library, as its adapter declares it"),
      ])
    }
  }

  /// The cases of a failure by their ids, the first ones.
  static func cases(of failure: MatrixFailure, _ writer: inout HTMLWriter) {
    let (cases, rest) = failure.named
    if cases.isEmpty { writer.text("cases about other requirements") }
    for (place, id) in cases.enumerated() {
      if place > 0 { writer.text(", ") }
      writer.element("code", [], id)
    }
    if rest > 0 { writer.text(" and \(rest) more") }
  }
}
