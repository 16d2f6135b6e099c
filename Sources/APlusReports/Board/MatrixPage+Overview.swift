import APlusModel

extension MatrixPage {
  /// The first table: libraries against topics, which the script sorts, filters and compares.
  func overview(_ writer: inout HTMLWriter) {
    let table = BoardTable(matrix)
    guard !table.topics.isEmpty else { return }
    writer.element("section", [("id", "overview"), ("class", "wide")]) { writer in
      writer.element("h2", [], "Overview")
      writer.element("p", [], "\(table.introduction) Each cell leads to its requirements, traces and commands.")
      writer.legend(BoardCell.Standing.allCases.map { ($0.rawValue, $0.sign, $0.meaning) })
      writer.element("p", [], BoardTable.denominators)
      tools(table, &writer)
      writer.line()
      cells(of: table, &writer)
    }
    writer.line()
    for other in BoardTable.all(of: matrix) where other.subject != table.subject {
      writer.element("section", [("id", "\(other.subject)"), ("class", "wide")]) { writer in
        writer.element("h2", [], other.heading)
        writer.element("p", [], other.introduction)
        cells(of: other, &writer)
      }
      writer.line()
    }
  }

  /// A table of libraries against topics, and what the topics are.
  private func cells(of table: BoardTable, _ writer: inout HTMLWriter) {
    let isFirst = table.subject == .promises
    let attributes = HTMLWriter.scrolling(
      isFirst ? "Libraries and topics" : table.heading, role: "region", class: "scroll cards")
    writer.element("div", attributes) { writer in
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
    writer.element("dl", [("class", "topics")]) { writer in
      for topic in table.topics {
        writer.element("dt", [], topic.column)
        writer.element("dd", [], topic.about)
      }
    }
  }

  /// The filters, which show only where the script runs, and which the address keeps.
  private func tools(_ table: BoardTable, _ writer: inout HTMLWriter) {
    writer.element("form", [("id", "tools"), ("hidden", "")]) { writer in
      writer.markup(#"<label>Name <input type="search" name="name" placeholder="part of a name"></label> "#)
      writer.element("label") { writer in
        writer.text("Language ")
        writer.element("select", [("name", "language")]) { writer in
          writer.element("option", [("value", "")], "all")
          for language in Set(table.order.map { matrix.columns[$0].language }).sorted() {
            writer.element("option", [], language)
          }
        }
      }
      writer.element("fieldset") { writer in
        writer.element("legend", [], "Meets all of")
        for topic in table.topics {
          writer.element("label") { writer in
            writer.void("input", [("type", "checkbox"), ("name", "meets"), ("value", topic.column)])
            writer.text(" \(topic.column)")
          }
        }
      }
      writer.markup(#"<label><input type="checkbox" name="chosen"> only the chosen</label> <output></output>"#)
    }
  }

  private func overviewRow(_ place: Int, _ table: BoardTable, _ writer: inout HTMLWriter) {
    let column = matrix.columns[place]
    writer.line()
    writer.element("tr") { writer in
      writer.element("th", [("scope", "row")]) { writer in
        writer.element("a", [("href", column.page)], column.name)
        writer.element("small", [], " \(column.version)")
      }
      writer.element("td", [("data-topic", "language")], column.language)
      for entry in table.topics {
        let cell = entry.cells[place]
        let attributes = [
          ("class", cell.standing.rawValue), ("data-rank", String(cell.rank)), ("data-topic", entry.column),
        ]
        writer.element("td", attributes) { writer in
          let missed = cell.missed.isEmpty ? cell.standing.word : "misses \(cell.missed.joined(separator: ", "))"
          let words = "\(column.name), \(entry.column): \(missed)"
          writer.element(
            "a", [("href", "\(column.page)#\(entry.column)"), ("aria-label", words), ("title", words)], cell.text)
        }
      }
    }
  }

  /// The script that sorts, filters and compares the rows of the first table.
  static let script = """
    (() => {
      const table = document.querySelector('.overview.first');
      if (!table) return;
      const body = table.tBodies[0], rows = [...body.rows], tools = document.getElementById('tools');
      const heads = [...table.tHead.rows[0].cells], topics = heads.map(head => head.textContent);
      const { name, language, chosen } = tools.elements;
      const meets = [...tools.querySelectorAll('[name=meets]')];
      const wanted = new URLSearchParams(location.search);
      tools.hidden = false;
      name.value = wanted.get('name') ?? '';
      language.value = wanted.get('language') ?? '';
      if (language.selectedIndex < 0) language.value = '';
      const start = (wanted.get('meets') ?? '').split(' ');
      meets.forEach(box => { box.checked = start.includes(box.value); });
      rows.forEach(row => {
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.setAttribute('aria-label', 'choose ' + row.cells[0].textContent);
        row.cells[0].prepend(box, ' ');
        box.addEventListener('change', apply);
      });
      function apply() {
        const places = meets.filter(box => box.checked).map(box => topics.indexOf(box.value));
        for (const row of rows) {
          row.hidden = !row.cells[0].textContent.toLowerCase().includes(name.value.toLowerCase())
            || language.value !== '' && row.cells[1].textContent !== language.value
            || !places.every(place => row.cells[place].className === 'conforms')
            || chosen.checked && !row.querySelector('input').checked;
        }
        const shown = rows.filter(row => !row.hidden).length;
        tools.querySelector('output').textContent = shown + ' of ' + rows.length + ' libraries';
      }
      function keep() {
        const address = new URL(location.href);
        const values = { name: name.value, language: language.value,
          meets: meets.filter(box => box.checked).map(box => box.value).join(' '), sort: wanted.get('sort') ?? '' };
        for (const [key, value] of Object.entries(values)) {
          value === '' ? address.searchParams.delete(key) : address.searchParams.set(key, value);
        }
        history.replaceState(null, '', address);
      }
      tools.addEventListener('submit', event => event.preventDefault());
      tools.addEventListener('input', () => { apply(); keep(); });
      function sort(place, isUp) {
        heads.forEach(head => head.removeAttribute('aria-sort'));
        heads[place].setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
        const key = row => row.cells[place].dataset.rank === undefined
          ? row.cells[place].textContent.trim() : Number(row.cells[place].dataset.rank);
        rows.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (isUp ? 1 : -1));
        body.append(...rows);
      }
      heads.forEach((head, place) => {
        const button = document.createElement('button');
        button.textContent = head.textContent;
        head.replaceChildren(button);
        button.addEventListener('click', () => {
          const isUp = head.getAttribute('aria-sort') !== 'ascending';
          sort(place, isUp);
          wanted.set('sort', (isUp ? '' : '-') + topics[place]);
          keep();
        });
      });
      const order = wanted.get('sort') ?? '', place = topics.indexOf(order.replace(/^-/, ''));
      if (place >= 0) sort(place, !order.startsWith('-'));
      apply();
    })();
    """
}
