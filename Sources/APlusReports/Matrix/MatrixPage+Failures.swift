extension MatrixPage {
  /// What failed, library by library, and how to see it again.
  func failures(_ writer: inout HTMLWriter) {
    let rows = matrix.chapters.flatMap(\.rows)
    writer.element("section", [("id", "failures")]) { writer in
      writer.element("h2", [], "What failed")
      if !rows.contains(where: { $0.cells.contains { !$0.failures.isEmpty } }) {
        writer.element("p", [], "Nothing.")
      }
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
      writer.element("p", [], "A column, and a cell with all that there is to see of it:")
      writer.preformatted([
        "aplus-check --adapter ADAPTER --seed \(matrix.seed)",
        "aplus-check --adapter ADAPTER --filter 'REQUIREMENT-*' --seed \(matrix.seed)"
          + " --no-baseline -v",
      ])
    }
  }

  private func article(
    about row: Matrix.Row,
    _ cell: MatrixCell,
    _ column: MatrixColumn,
    _ writer: inout HTMLWriter
  ) {
    let anchor = anchor(column, row)
    writer.element("article", [("id", anchor)]) { writer in
      let words = "Back to the table from \(column.name), \(row.number)"
      writer.element(
        "a",
        [("class", "back"), ("href", "#at/\(anchor)"), ("aria-label", words)],
        "↑ table"
      )
      writer.element("h4") { writer in
        writer.text("\(column.name) · \(row.number) ")
        writer.element("span", [], cell.sentence)
      }
      if !row.text.isEmpty {
        writer.element("p", [("class", "text")], row.text)
      }
      for failure in cell.failures { block(failure, &writer) }
    }
    writer.line()
  }

  private func block(_ failure: MatrixFailure, _ writer: inout HTMLWriter) {
    let standing: MatrixCell.Standing =
      switch failure.kind {
      case .violation: .fails
      case .error: .errored
      case .inSomeRuns: .moves
      }
    writer.element("p") { writer in
      writer.element(
        "span",
        [("class", "tag \(standing.rawValue)")],
        "\(standing.sign) \(failure.type)"
      )
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
    var lines: [String] = []
    if let title = failure.title, let first = failure.cases.first {
      lines.append("\(first) \(title)")
    }
    if let message = failure.message { lines.append(message) }
    if !failure.picture.isEmpty { lines += [""] + failure.picture }
    lines += lines.isEmpty ? [failure.replay] : ["", failure.replay]
    writer.preformatted(lines)
  }
}
