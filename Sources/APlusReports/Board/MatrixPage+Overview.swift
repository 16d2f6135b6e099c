import APlusModel

extension MatrixPage {
  /// The first table: libraries against topics, which the script sorts, filters and compares.
  func overview(_ writer: inout HTMLWriter) {
    let table = BoardTable(matrix)
    guard !table.topics.isEmpty else { return }
    writer.element("section", [("id", "overview"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Overview")
      writer.markup(
        #"<p id="tools" hidden><label>Filter <input type="search" placeholder="library or language"></label> "#
          + #"<label><input type="checkbox"> only the chosen</label></p>"#)
      writer.line()
      let attributes = HTMLWriter.scrolling("Libraries and topics", role: "region")
      writer.element("div", attributes) { writer in
        writer.element("table", [("class", "list overview")]) { writer in
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
      writer.legend(BoardCell.Standing.allCases.map { ($0.rawValue, $0.sign, $0.meaning) })
    }
    writer.line()
  }

  private func overviewRow(_ place: Int, _ table: BoardTable, _ writer: inout HTMLWriter) {
    let column = matrix.columns[place]
    writer.line()
    writer.element("tr") { writer in
      writer.element("th", [("scope", "row")]) { writer in
        writer.element("a", [("href", "#library/\(column.anchor)")], column.name)
        writer.element("small", [], " \(column.version)")
      }
      writer.element("td", [], column.language)
      for entry in table.topics {
        let cell = entry.cells[place]
        let attributes = [("class", cell.standing.rawValue), ("data-rank", String(cell.rank))]
        writer.element("td", attributes) { writer in
          guard let first = cell.missed.first, let row = matrix.row(of: first) else {
            writer.text(cell.text)
            return
          }
          let words = "\(column.name), \(entry.column): \(cell.missed.joined(separator: ", "))"
          writer.element(
            "a", [("href", "#at/\(column.anchor(of: row))"), ("aria-label", words), ("title", words)], cell.text)
        }
      }
    }
  }

  /// The script that sorts, filters and compares the rows of the first table.
  static let script = """
    (() => {
      const table = document.querySelector('.overview');
      if (!table) return;
      const body = table.tBodies[0], rows = [...body.rows], tools = document.getElementById('tools');
      const [search, only] = tools.querySelectorAll('input');
      tools.hidden = false;
      rows.forEach(row => {
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.setAttribute('aria-label', 'choose ' + row.cells[0].textContent);
        row.cells[0].prepend(box, ' ');
        box.addEventListener('change', apply);
      });
      function apply() {
        const word = search.value.toLowerCase();
        for (const row of rows) {
          const text = (row.cells[0].textContent + ' ' + row.cells[1].textContent).toLowerCase();
          row.hidden = !text.includes(word) || only.checked && !row.querySelector('input').checked;
        }
      }
      search.addEventListener('input', apply);
      only.addEventListener('change', apply);
      [...table.tHead.rows[0].cells].forEach((head, place) => {
        const button = document.createElement('button');
        button.textContent = head.textContent;
        head.replaceChildren(button);
        button.addEventListener('click', () => {
          const isUp = head.getAttribute('aria-sort') !== 'ascending';
          for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
          head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
          const key = row => row.cells[place].dataset.rank === undefined
            ? row.cells[place].textContent.trim() : Number(row.cells[place].dataset.rank);
          rows.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (isUp ? 1 : -1));
          body.append(...rows);
        });
      });
    })();
    """
}
