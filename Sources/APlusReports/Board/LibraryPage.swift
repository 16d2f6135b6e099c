import APlusModel

/// The page of one library of the board: the verdict, each cause of failures once, then the requirements by topic.
struct LibraryPage {
  private let matrix: Matrix
  private let column: MatrixColumn
  private let table: BoardTable
  private let causes: [FailureCause]

  /// Makes the page of the first column.
  init(_ matrix: Matrix) {
    self.matrix = matrix
    column = matrix.columns[0]
    table = BoardTable(matrix, of: column.subject)
    causes = FailureCause.all(of: matrix, column: 0)
  }

  func text() -> String {
    let title = "\(column.about) \(table.verdict(about: 0)) – aplus-check"
    return HTMLWriter.page(title: title, style: MatrixStyle.sheet, script: nil) { writer in
      header(&writer)
      writer.markup("\n<main>\n")
      failures(&writer)
      sections(&writer)
      badge(&writer)
      writer.markup("</main>\n")
    }
  }

  // MARK: The summary

  private func header(_ writer: inout HTMLWriter) {
    writer.element("header") { writer in
      writer.element("p") { $0.element("a", [("href", "../board.html")], "↑ all libraries") }
      writer.element("h1", [], column.name)
      writer.element("p", [], facts)
      writer.element("nav", [("aria-label", "Topics"), ("class", "marks")]) { writer in
        for topic in table.topics {
          let cell = topic.cells[0]
          writer.element("a", [("href", "#\(topic.column)"), ("title", cell.words)]) { writer in
            writer.text("\(topic.column) ")
            writer.element("span", [("class", "tag \(cell.standing.rawValue)")], cell.sentence)
          }
          writer.text(" ")
        }
      }
      let declarations = column.declarations
      if !declarations.isEmpty {
        writer.element("h2", [], "What its adapter declares")
        writer.meanings(declarations)
      }
      again(&writer)
    }
  }

  private func again(_ writer: inout HTMLWriter) {
    writer.element("h2", [("id", "again")], "Run it again")
    writer.element("p") { writer in
      writer.text("The first command installs the tool, the second the libraries; this page is about \(column.about). ")
      writer.text("The last one makes the same run, by its seed. ")
      writer.element("a", [("href", "../board.html#reproduce")], "What the words mean")
    }
    writer.commands(Matrix.installLines + ["aplus-check --adapter \(column.name) --seed \(matrix.seed)"])
  }

  /// The library, its version and language, and when and by what it was checked.
  private var facts: String {
    let date = matrix.date.isEmpty ? "" : " on \(matrix.date)"
    return "\(column.about), \(column.language): \(table.verdict(about: 0))."
      + " Checked\(date) by aplus-check \(matrix.toolVersion) with the seed \(matrix.seed)."
  }

  // MARK: What fails

  private func failures(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "failures")]) { writer in
      writer.element("h2", [], "What fails")
      let about =
        causes.isEmpty
        ? "Nothing: it meets every requirement that was checked."
        : "\(causes.count.counted("cause")), the worst first, each with the shortest program that shows it,"
          + " or the reason why there is none."
      writer.element("p", [], about)
      for (place, cause) in causes.enumerated() {
        writer.line()
        writer.element("div", [("class", "cause"), ("id", "cause/\(place + 1)")]) { self.cause(cause, &$0) }
      }
    }
    writer.line()
  }

  private func cause(_ cause: FailureCause, _ writer: inout HTMLWriter) {
    let failure = cause.failure
    writer.element("h3") { writer in
      Self.tag(failure, &writer)
      writer.text(cause.words)
    }
    writer.element("p") { writer in
      writer.text("Violates ")
      for (place, row) in cause.rows.enumerated() {
        if place > 0 { writer.text(", ") }
        writer.element("a", [("href", "#\(Self.anchor(of: row.number))")], row.number)
      }
      if failure.kind == .flaky { writer.text(" in some runs") }
      writer.text(failure.cases.isEmpty ? "; " : ", shown by ")
      BoardPage.cases(of: failure, &writer)
      writer.text(".")
    }
    example(of: failure, &writer)
    writer.commands([failure.replay])
  }

  /// The case that is shown: its program or trace, then what was expected of it, and what was observed instead.
  private func example(of failure: MatrixFailure, _ writer: inout HTMLWriter) {
    if let note = failure.note { writer.element("p", [], note) }
    if let example = failure.example {
      writer.element("p") { writer in
        writer.element("code", [], example.id)
        writer.text(" \(example.title)")
      }
      for part in example.parts {
        guard part.isFolded else {
          writer.preformatted(part.lines)
          continue
        }
        writer.element("details", [("class", "fold")]) { writer in
          writer.element("summary", [], part.lines.count.counted("more line"))
          writer.preformatted(part.lines)
        }
      }
    }
    let outcome = [("expected", failure.expected), ("observed", failure.message)]
    let known = outcome.compactMap { word, text in text.map { (word: word, meaning: $0) } }
    if !known.isEmpty { writer.meanings(known) }
  }

  /// The sign of a failure and what it means.
  private static func tag(_ failure: MatrixFailure, _ writer: inout HTMLWriter) {
    let standing = failure.standing
    let words = failure.kinds.isEmpty ? failure.type : failure.kinds.words
    let meanings = failure.kinds.sorted().map { "\($0.word): \($0.meaning)" }.joined(separator: "; ")
    writer.element("span", [("class", "tag \(standing.rawValue)"), ("title", meanings)], "\(standing.sign) \(words)")
    writer.text(" ")
  }

  // MARK: The requirements

  /// The name for links to a requirement, unique on the page.
  static func anchor(of requirement: String) -> String { HTMLEscaping.identifier(requirement) }

  /// The topics, and what belongs to none; a requirement of several topics has its anchor in the first.
  private func sections(_ writer: inout HTMLWriter) {
    var known: Set<String> = []
    let topics = Topic.columns(of: column.subject).filter { !$0.rows(of: matrix).isEmpty }
    for (topic, shown) in zip(topics, table.topics) {
      section(shown.column, topic.about, shown.cells[0], topic.rows(of: matrix), &known, &writer)
    }
    let others = matrix.chapters.flatMap(\.rows).filter { !known.contains($0.number) && $0.isShown }
    guard !others.isEmpty else { return }
    section("others", "requirements of no topic", BoardCell(of: 0, in: others), others, &known, &writer)
  }

  private func section(
    _ name: String, _ about: String, _ cell: BoardCell, _ rows: [Matrix.Row], _ known: inout Set<String>,
    _ writer: inout HTMLWriter
  ) {
    let shown = rows.filter(\.isShown)
    let missed = shown.filter { !$0.cells[0].failures.isEmpty || $0.cells[0].standing == .errored }
    let met = shown.filter { row in !missed.contains { $0.number == row.number } }
    writer.element("section", [("id", name)]) { writer in
      writer.element("h2") { writer in
        writer.text("\(name) ")
        writer.element("span", [("class", "tag \(cell.standing.rawValue)")], cell.text)
        writer.element("small", [], " \(about)")
      }
      if cell.checked == 0 { writer.element("p", [], cell.standing.meaning) }
      if !cell.unreached.isEmpty {
        let numbers = cell.unreached.joined(separator: ", ")
        writer.element("p", [], "Other failures ended some cases of \(numbers) first, so that these say less.")
      }
      list(missed, &known, &writer) { row in
        let standing = BoardCell(of: 0, in: [row]).standing
        return (standing.rawValue, standing.sign)
      }
      guard !met.isEmpty else { return }
      writer.element("details") { writer in
        let isMet = met.allSatisfy { $0.cells[0].standing == .conforms }
        writer.element(
          "summary", [],
          met.count.counted("requirement") + (isMet ? " met" : " met or \(BoardStanding.notReached.word)"))
        list(met, &known, &writer) { row in (row.cells[0].standing.rawValue, row.cells[0].standing.sign) }
      }
    }
    writer.line()
  }

  private func list(
    _ rows: [Matrix.Row], _ known: inout Set<String>, _ writer: inout HTMLWriter,
    mark: (Matrix.Row) -> (name: String, sign: String)
  ) {
    guard !rows.isEmpty else { return }
    writer.element("ul", [("class", "rows")]) { writer in
      for row in rows {
        let mark = mark(row)
        writer.line()
        let isNew = known.insert(row.number).inserted
        writer.element("li", isNew ? [("id", Self.anchor(of: row.number))] : []) { writer in
          writer.element("span", [("class", "tag \(mark.name)")], mark.sign)
          writer.text(" ")
          writer.element("b", [], row.number)
          writer.text(" \(row.text) ")
          writer.element("small", [], row.cells[0].sentence)
          links(to: row, &writer)
        }
      }
    }
  }

  /// Links to the causes of a row's failures.
  private func links(to row: Matrix.Row, _ writer: inout HTMLWriter) {
    let found = Set(row.cells[0].failures.map(\.cause))
    let places = causes.indices.filter { found.contains(causes[$0].failure.cause) }
    for (place, number) in places.enumerated() {
      writer.text(place == 0 ? ": cause " : ", ")
      writer.element("a", [("href", "#cause/\(number + 1)")], String(number + 1))
    }
  }

  /// How a page of the library shows its badge.
  private func badge(_ writer: inout HTMLWriter) {
    let page = HTMLEscaping.identifier(column.name)
    writer.element("section", [("id", "badge")]) { writer in
      writer.element("h2", [], "Badge")
      let words =
        "With the address of this board in place of BOARD; it counts the passed cases out of those that apply:"
      writer.element("p", [], words)
      writer.preformatted([
        "[![aplus-check](https://img.shields.io/endpoint?url=BOARD/board/\(page).json)](BOARD/board/\(page).html)"
      ])
    }
  }
}

extension Matrix.Row {
  /// Whether the first column has a verdict on the requirement.
  fileprivate var isShown: Bool { cells[0].judged > 0 || !cells[0].failures.isEmpty }
}

extension MatrixColumn {
  /// The page of the library, relative to the board; it stays the same from board to board.
  var page: String { "\(BoardReport.libraryFolder)/\(HTMLEscaping.identifier(name)).html" }
}
