import APlusModel

/// A matrix as a page for a browser, in one file, without scripts.
///
/// A sign of the table leads to an article below it, which comes forward as a panel while the
/// address names it; so it is opened by pointer, by keyboard and by link.
struct MatrixPage {
  let matrix: Matrix
  let title: String

  init(_ matrix: Matrix, title: String) {
    self.matrix = matrix
    self.title = title
  }

  /// The document.
  func text() -> String {
    var writer = HTMLWriter()
    writer.markup(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">

      """
    )
    writer.element("title", [], title)
    writer.markup("\n<style>\n\(MatrixStyle.sheet)\n</style>\n</head>\n<body>\n")
    header(&writer)
    writer.markup("<main>\n")
    findings(&writer)
    libraries(&writer)
    table(&writer)
    failures(&writer)
    writer.markup("</main>\n")
    writer.element("footer") { writer in
      writer.text(
        "Written by aplus-check \(matrix.toolVersion). A sentence without a case says nothing."
      )
    }
    writer.markup("\n</body>\n</html>\n")
    return writer.document
  }

  private func header(_ writer: inout HTMLWriter) {
    writer.element("header") { writer in
      writer.element("h1", [], title)
      if matrix.isInterrupted {
        writer.element("p", [], "The run was interrupted: what is left was not run.")
      }
      writer.element("nav", [("aria-label", "Parts")]) { writer in
        for (anchor, name) in [
          ("findings", "Findings"), ("libraries", "Libraries"), ("matrix", "Requirements"),
          ("failures", "What failed"),
          ("reproduce", "How to reproduce"),
        ] {
          writer.element("a", [("href", "#\(anchor)")], name)
        }
      }
    }
    writer.line()
  }

  private func libraries(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "libraries")]) { writer in
      writer.element("h2", [], "Libraries")
      writer.element("div", scrolling("Libraries", class: "scroll")) { writer in
        writer.element("table", [("class", "list")]) { writer in
          writer.element("thead") { writer in
            writer.element("tr") { writer in
              for head in ["Adapter", "Library", "Language", "Idleness is", "Result"] {
                writer.element("th", [("scope", "col")], head)
              }
            }
          }
          writer.element("tbody") { writer in
            for column in matrix.columns { row(of: column, &writer) }
          }
        }
      }
      writer.element(
        "p",
        [],
        "That a handler never runs is known once nothing can run any more; how well, differs:"
      )
      writer.element("ul") { writer in
        let strengths = Set(matrix.columns.compactMap(\.quiescence)).sorted(by: >)
        for strength in strengths {
          writer.element("li") { writer in
            writer.element("b", [], strength.rawValue)
            writer.text(": \(strength.meaning)")
          }
        }
      }
    }
    writer.line()
  }

  private func row(of column: MatrixColumn, _ writer: inout HTMLWriter) {
    writer.line()
    writer.element("tr", [("id", "library/\(column.anchor)")]) { writer in
      writer.element("th", [("scope", "row")]) { $0.element("code", [], column.name) }
      writer.element("td", [], column.about)
      writer.element("td", [], column.language)
      writer.element("td", [], column.quiescence?.rawValue ?? "")
      writer.element("td", [("class", "wide")]) { writer in
        if matrix.chapters.flatMap(\.rows).contains(where: { !fails(column, in: $0).isEmpty }) {
          writer.element("a", [("href", "#failures/\(column.anchor)")], column.headline)
        } else {
          writer.text(column.headline)
        }
      }
    }
  }

  /// What a column does not hold of a requirement.
  func fails(_ column: MatrixColumn, in row: Matrix.Row) -> [MatrixFailure] {
    guard let place = matrix.columns.firstIndex(of: column) else { return [] }
    return row.cells[place].failures
  }

  /// The attributes of a part that scrolls by itself, so that the page does not.
  func scrolling(_ label: String, class name: String) -> [HTMLWriter.Attribute] {
    [("class", name), ("tabindex", "0"), ("role", "region"), ("aria-label", label)]
  }

  /// The name of the article about a cell; the cell itself is `at/` and this.
  func anchor(_ column: MatrixColumn, _ row: Matrix.Row) -> String {
    "\(column.anchor)/\(MatrixColumn.identifier(row.number))"
  }
}
