extension MatrixPage {
  /// What the matrix says in words; each name leads to the cell that says it.
  func findings(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "findings")]) { writer in
      for finding in MatrixFinding.all(of: matrix) {
        writer.element("h2", [], finding.title)
        writer.element("ul", [("class", "findings")]) { writer in
          for sentence in finding.sentences {
            writer.line()
            writer.element("li") { writer in
              for part in sentence { self.part(part, &writer) }
            }
          }
        }
      }
    }
    writer.line()
  }

  private func part(_ part: MatrixFinding.Part, _ writer: inout HTMLWriter) {
    switch part {
    case .text(let text): writer.text(text)
    case .row(let number):
      writer.element(
        "a",
        [("href", "#requirement/\(MatrixColumn.identifier(number))")],
        number
      )
    case .library(let column, let number):
      link(to: column, number, showing: matrix.columns[column].name, &writer)
    case .cell(let column, let number):
      let sign = matrix.row(of: number)?.cells[column].standing.sign ?? ""
      link(to: column, number, showing: "\(number)\u{A0}\(sign)", &writer)
    }
  }

  private func link(
    to column: Int,
    _ number: String,
    showing text: String,
    _ writer: inout HTMLWriter
  ) {
    guard let row = matrix.row(of: number) else {
      writer.text(text)
      return
    }
    let anchor = anchor(matrix.columns[column], row)
    let isFailing = !row.cells[column].failures.isEmpty
    writer.element("a", [("href", "#\(isFailing ? "" : "at/")\(anchor)")], text)
  }
}
