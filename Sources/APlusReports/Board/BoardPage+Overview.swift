import APlusModel

extension BoardPage {
  /// The first table: libraries against topics, which the script sorts, filters and compares.
  func overview(_ writer: inout HTMLWriter) {
    let table = BoardTable(matrix)
    guard !table.topics.isEmpty else { return }
    writer.element("section", [("id", "overview"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Overview")
      writer.element("p", [], "\(table.introduction) Each cell leads to its requirements, traces and commands.")
      legend(of: table, &writer)
      tools(table, &writer)
      writer.line()
      cells(of: table, &writer)
    }
    writer.line()
    for other in BoardTable.all(of: matrix) where other.subject != table.subject {
      writer.element("section", [("id", "\(other.subject)"), ("class", "wide")]) { writer in
        writer.element("h2", [], other.subject.heading)
        writer.element("p", [], other.introduction)
        legend(of: other, &writer)
        cells(of: other, &writer)
      }
      writer.line()
    }
  }

  /// What the columns, signs and words of a table mean, folded; only those that occur.
  private func legend(of table: BoardTable, _ writer: inout HTMLWriter) {
    let cells = table.topics.flatMap { entry in table.order.map { entry.cells[$0] } }
    let standings = BoardStanding.ofTopics.filter { standing in
      cells.contains { $0.standing == standing || standing == .documented && !$0.documented.isEmpty }
    }
    let kinds = FailureKind.allCases.filter { kind in cells.contains { ($0.kinds + $0.documentedKinds).contains(kind) }
    }
    writer.element("details", [("class", "key")]) { writer in
      writer.element("summary") { writer in
        writer.text("What columns and signs mean: ")
        for standing in standings {
          writer.element("span", [("class", "tag \(standing.rawValue)")], standing.sign)
          writer.text(" \(standing.word) ")
        }
      }
      writer.meanings(table.topics.map { ($0.column, $0.about) })
      let dot = cells.contains { !$0.unreached.isEmpty }
      writer.legend(
        standings.map { ($0.rawValue, $0.sign, $0.meaning) }
          + (dot ? [("notReached", BoardCell.unreachedSign, BoardCell.unreachedMeaning)] : []))
      writer.meanings(kinds.map { ($0.word, $0.meaning) })
      writer.element("p", [], BoardTable.denominators)
    }
  }

  /// A table of libraries against topics.
  private func cells(of table: BoardTable, _ writer: inout HTMLWriter) {
    let isFirst = table.subject == .promises
    let attributes = HTMLWriter.scrolling(
      isFirst ? "Libraries and topics" : table.subject.heading, role: "region", class: "scroll cards fit")
    let id = isFirst ? [("id", "libraries-by-topic")] : []
    writer.element(
      "p", [("class", "more")], "The table is wider than the window: scroll it sideways for the other topics.")
    writer.element("div", id + attributes) { writer in
      // The script works on the first table.
      writer.element("table", [("class", isFirst ? "list overview first" : "list overview")]) { writer in
        writer.element("thead") { writer in
          writer.element("tr") { writer in
            for (name, about) in [("Library", ""), ("Language", "")] + table.topics.map({ ($0.column, $0.about) }) {
              writer.element("th", [("scope", "col"), ("title", about)], name)
            }
          }
        }
        writer.element("tbody") { writer in for place in table.order { overviewRow(place, table, &writer) } }
      }
    }
  }

  /// The filters, which show only where the script runs, and which the address keeps.
  private func tools(_ table: BoardTable, _ writer: inout HTMLWriter) {
    writer.element("form", [("id", "tools"), ("hidden", "")]) { writer in
      writer.markup(#"<label>Name <input type="search" name="name" placeholder="of adapter or library"></label> "#)
      writer.element("label") { writer in
        writer.text("Language ")
        writer.element("select", [("name", "language")]) { writer in
          writer.element("option", [("value", "")], "all")
          for language in Set(table.order.map { matrix.columns[$0].language }).sorted() {
            writer.element("option", [], language)
          }
        }
      }
      let partial = table.topics.filter { topic in table.order.contains { topic.cells[$0].checked == 0 } }
      boxes("has", "Has", partial.map(\.column), &writer)
      boxes("meets", "Meets all of", table.topics.map(\.column), &writer)
      boxes("without", "Has no", Self.filteredKinds.map(\.word), &writer)
      writer.markup(
        #"<label><input type="checkbox" name="only"> only the chosen</label> <output aria-live="polite"></output> "#)
      writer.markup(#"<button type="reset" hidden>Show all</button>"#)
      let words = "The address of this page keeps the filters, the order and the choice: send it as it is."
      writer.element("small", [], words)
    }
    writer.element("noscript") { writer in
      let words = "Filters, sorting and comparing need a script, and none runs here. All results are on the page."
      writer.element("p", [], words)
    }
  }

  /// The meanings that a filter can exclude.
  private static let filteredKinds: [FailureKind] = [.crash, .overflow, .hang, .lost, .order, .sync]

  /// Check boxes of one name; none where there is nothing to choose.
  private func boxes(_ name: String, _ legend: String, _ values: [String], _ writer: inout HTMLWriter) {
    guard !values.isEmpty else { return }
    writer.element("fieldset") { writer in
      writer.element("legend", [], legend)
      for value in values {
        writer.element("label") { writer in
          writer.void("input", [("type", "checkbox"), ("name", name), ("value", value)])
          writer.text(" \(value)")
        }
      }
    }
  }

  /// The parts of a mark, one below the other, each with all of its words.
  private static func mark(of cell: BoardCell, _ writer: inout HTMLWriter) {
    func words(_ part: (mark: String, kinds: [FailureKind]), _ writer: inout HTMLWriter) {
      if !part.kinds.isEmpty { writer.element("small", [], " \(part.kinds.words)") }
    }
    let parts = cell.parts
    writer.text(parts[0].mark + cell.dot)
    words(parts[0], &writer)
    for part in parts.dropFirst() {
      writer.text(" ")
      writer.element("span", [("class", "told")]) { writer in
        writer.text(part.mark)
        words(part, &writer)
      }
    }
  }

  private func overviewRow(_ place: Int, _ table: BoardTable, _ writer: inout HTMLWriter) {
    let column = matrix.columns[place]
    writer.line()
    let kinds = matrix.chapters.flatMap(\.rows).flatMap { $0.cells[place].failures.flatMap(\.kinds) }
    let data = [
      ("data-name", column.name), ("data-library", column.library),
      ("data-kinds", Set(kinds).sorted().map(\.word).joined(separator: " ")),
    ]
    writer.element("tr", data) { writer in
      writer.element("th", [("scope", "row")]) { writer in
        writer.element("a", [("href", column.page), ("title", column.about)], column.name)
        writer.element("small", [], " \(column.version)")
      }
      writer.element("td", [("data-topic", "language")], column.language)
      for entry in table.topics {
        let cell = entry.cells[place]
        let attributes = [
          ("class", cell.standing.rawValue), ("data-rank", String(cell.rank)), ("data-checked", String(cell.checked)),
          ("data-topic", entry.column),
        ]
        writer.element("td", attributes) { writer in
          let words = "\(column.name), \(entry.column): \(cell.words)"
          let attributes = [("href", "\(column.page)#\(entry.column)"), ("aria-label", words), ("title", words)]
          writer.element("a", attributes) { writer in Self.mark(of: cell, &writer) }
        }
      }
    }
  }
}
