import APlusModel

/// The page of one library of the board: each topic with its requirements, traces and commands.
struct LibraryPage {
  private let matrix: Matrix
  private let column: MatrixColumn

  /// Makes the page of the first column.
  init(_ matrix: Matrix) {
    self.matrix = matrix
    column = matrix.columns[0]
  }

  func text() -> String {
    let table = BoardTable(matrix, of: column.subject)
    let title = "\(column.about) \(table.verdict(about: 0)) – aplus-check"
    return HTMLWriter.page(title: title, style: MatrixStyle.sheet, script: nil) { writer in
      writer.element("header") { writer in
        writer.element("p") { $0.element("a", [("href", "../board.html")], "↑ all libraries") }
        writer.element("h1", [], column.name)
        writer.element("p", [], facts)
        writer.preformatted(["aplus-check --adapter \(column.name) --seed \(matrix.seed)"], scrolls: true)
        writer.element("nav", [("aria-label", "Topics")]) { writer in
          for topic in table.topics { writer.element("a", [("href", "#\(topic.column)")], topic.column) }
        }
      }
      writer.markup("\n<main>\n")
      for (topic, shown) in zip(Topic.columns(of: column.subject).filter { !$0.rows(of: matrix).isEmpty }, table.topics)
      { section(topic, shown.cells[0], &writer) }
      badge(&writer)
      writer.markup("</main>\n")
    }
  }

  /// The library, its version and language, and when and by what it was checked.
  private var facts: String {
    let date = matrix.date.isEmpty ? "" : " on \(matrix.date)"
    return
      "\(column.about), \(column.language): checked\(date) by aplus-check \(matrix.toolVersion), seed \(matrix.seed)."
  }

  private func section(_ topic: Topic, _ cell: BoardCell, _ writer: inout HTMLWriter) {
    let name = topic.column ?? ""
    writer.element("section", [("id", name)]) { writer in
      writer.element("h2") { writer in
        writer.text("\(name) ")
        writer.element("span", [("class", "tag \(cell.standing.rawValue)")], cell.text)
        writer.element("small", [], " \(topic.about)")
      }
      if cell.checked == 0 { writer.element("p", [], cell.standing.meaning) }
      for row in topic.rows(of: matrix) where row.cells[0].judged > 0 || !row.cells[0].failures.isEmpty {
        let result = row.cells[0]
        writer.element("article") { writer in
          writer.element("h4") { writer in
            writer.element("span", [("class", "tag \(result.standing.rawValue)")], result.standing.sign)
            writer.text("\(row.number) ")
            writer.element("span", [], "\(row.text) \(result.sentence)")
          }
          for failure in result.failures { MatrixPage.block(failure, &writer) }
        }
        writer.line()
      }
    }
    writer.line()
  }

  /// How a page of the library shows its badge.
  private func badge(_ writer: inout HTMLWriter) {
    let page = HTMLEscaping.identifier(column.name)
    writer.element("section", [("id", "badge")]) { writer in
      writer.element("h2", [], "Badge")
      writer.element("p", [], "With the address of this board in place of BOARD:")
      writer.preformatted(
        ["[![aplus-check](https://img.shields.io/endpoint?url=BOARD/board/\(page).json)](BOARD/board/\(page).html)"],
        scrolls: true)
    }
  }
}
