import APlusModel

/// The board as an HTML page in one file, for choosing a library: overview first, findings folded, then all requirements.
///
/// A sign leads to the page of its library. The page shows everything without its script, which sorts and filters.
struct BoardPage {
  let matrix: Matrix

  init(_ matrix: Matrix) { self.matrix = matrix }

  func text() -> String {
    HTMLWriter.page(title: BoardReport.title, style: MatrixStyle.sheet, script: BoardScript.text) { writer in
      writer.element("a", [("class", "skip"), ("href", "#libraries-by-topic")], "To the table")
      header(&writer)
      writer.markup("<main>\n")
      overview(&writer)
      findings(&writer)
      libraries(&writer)
      table(&writer)
      reproducing(&writer)
      writer.markup("</main>\n")
      writer.element("footer") { writer in
        let date = matrix.date.isEmpty ? "" : ", \(matrix.date)"
        writer.text("Written by aplus-check \(matrix.toolVersion)\(date).")
      }
    }
  }

  private func header(_ writer: inout HTMLWriter) {
    writer.element("header") { writer in
      writer.element("h1", [], BoardReport.title)
      if matrix.isInterrupted { writer.element("p", [], "The run was interrupted: the remaining cases were not run.") }
      writer.element("nav", [("aria-label", "Parts")]) { writer in
        let others = BoardTable.all(of: matrix).dropFirst().map { ("\($0.subject)", $0.subject.heading) }
        for (anchor, name) in [("overview", "Overview")] + others + [
          ("findings", "Findings"), ("libraries", "Libraries"), ("matrix", "Requirements"),
          ("reproduce", "How to reproduce"),
        ] { writer.element("a", [("href", "#\(anchor)")], name) }
      }
    }
    writer.line()
  }

  private static let libraryHeads = ["Adapter", "Library", "Language", "Idle detection", "Result"]

  private func libraries(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "libraries")]) { writer in
      writer.element("h2", [], "Libraries")
      writer.element("div", HTMLWriter.scrolling("Libraries", role: "region", class: "scroll cards")) { writer in
        writer.element("table", [("class", "list")]) { writer in
          writer.heads(Self.libraryHeads)
          writer.element("tbody") { writer in
            let tables = BoardTable.all(of: matrix)
            for (place, column) in matrix.columns.enumerated() {
              let table = tables.first { $0.subject == column.subject }
              row(of: column, table?.sentence(about: place) ?? column.headline, &writer)
            }
          }
        }
      }
      writer.element("p", [], "A handler counts as never called once nothing can run any more:")
      writer.element("ul") { writer in
        for strength in matrix.strengths {
          writer.element("li") { writer in
            writer.element("b", [], strength.rawValue)
            writer.text(": \(strength.meaning)")
          }
        }
      }
    }
    writer.line()
  }

  private func row(of column: MatrixColumn, _ result: String, _ writer: inout HTMLWriter) {
    writer.line()
    writer.element("tr", [("id", "library/\(column.anchor)")]) { writer in
      writer.element("th", [("scope", "row")]) { $0.element("code", [], column.name) }
      for (head, text) in zip(
        Self.libraryHeads.dropFirst(), [column.about, column.language, column.quiescence?.rawValue ?? ""])
      { writer.element("td", [("data-topic", head)], text) }
      writer.element("td", [("class", "wide")]) { writer in writer.element("a", [("href", column.page)], result) }
    }
  }
}

extension BoardPage {
  /// The findings; each library links to its cell.
  func findings(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "findings")]) { writer in
      writer.element("h2", [], "Findings")
      for finding in MatrixFinding.all(of: matrix) {
        writer.element("details") { writer in
          writer.element("summary") { writer in
            writer.element("b", [], finding.title)
            if let lead = finding.lead { writer.text(": \(lead)") }
          }
          sentences(of: finding, &writer)
        }
      }
    }
    writer.line()
  }

  private func sentences(of finding: MatrixFinding, _ writer: inout HTMLWriter) {
    writer.element("ul", [("class", "findings")]) { writer in
      for sentence in finding.sentences {
        writer.line()
        writer.element("li") { writer in for part in sentence { self.part(part, &writer) } }
      }
    }
  }

  private func part(_ part: MatrixFinding.Part, _ writer: inout HTMLWriter) {
    switch part {
    case .text(let text): writer.text(text)
    case .row(let number): writer.element("a", [("href", "#\(Matrix.anchor(of: number))")], number)
    case .library(let column, let number): link(to: column, number, showing: matrix.columns[column].name, &writer)
    case .cell(let column, let number):
      let sign = matrix.row(of: number)?.cells[column].standing.sign ?? ""
      link(to: column, number, showing: "\(number)\u{A0}\(sign)", &writer)
    }
  }

  private func link(to column: Int, _ number: String, showing text: String, _ writer: inout HTMLWriter) {
    guard let row = matrix.row(of: number) else {
      writer.text(text)
      return
    }
    let isFailing = !row.cells[column].failures.isEmpty
    let column = matrix.columns[column]
    let target = isFailing ? failures(of: column, row) : "#at/\(column.anchor(of: row))"
    writer.element("a", [("href", target)], text)
  }
}
