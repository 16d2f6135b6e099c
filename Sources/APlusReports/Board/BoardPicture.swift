/// The first table of the board as an SVG picture with light and dark colors, to embed in a page.
struct BoardPicture {
  private static let row = 22
  private static let head = 54
  private static let column = 74

  private let table: BoardTable
  /// The width of the column of names: 7.5 for each letter of the longest, as in a wide font.
  private let names: Int

  init(_ matrix: Matrix) {
    table = BoardTable(matrix)
    names = 36 + 15 * (table.order.map { matrix.columns[$0].name.count }.max() ?? 0) / 2
  }

  func text() -> String {
    let width = names + Self.column * table.topics.count + 16
    let order = table.order
    let languages = Set(order.map { table.matrix.columns[$0].language }).count
    let height = Self.head + Self.row * (order.count + languages) + 14
    var writer = XMLWriter()
    let attributes: [XMLWriter.Attribute] = [
      ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"), ("width", String(width)),
      ("height", String(height)), ("role", "img"),
    ]
    writer.element("svg", attributes) { writer in
      writer.leaf("title", text: (["\(order.count) promise libraries"] + table.claims).joined(separator: "; "))
      writer.leaf("style", text: Self.style)
      writer.empty("rect", [("class", "paper"), ("width", "100%"), ("height", "100%"), ("rx", "8")])
      for (place, entry) in table.topics.enumerated() {
        let x = names + Self.column * place + Self.column / 2
        Self.write(entry.column, x, 32, "head", &writer)
      }
      var y = Self.head
      var language: String?
      for place in order {
        let column = table.matrix.columns[place]
        if column.language != language {
          language = column.language
          Self.write(column.language, 16, y + 15, "language", &writer)
          y += Self.row
        }
        Self.write(column.name, 28, y + 15, "name", &writer)
        for (number, entry) in table.topics.enumerated() {
          let x = names + Self.column * number
          let cell = entry.cells[place]
          writer.empty(
            "rect",
            [
              ("class", "b \(cell.standing.rawValue)"), ("x", String(x + 2)), ("y", String(y + 1)),
              ("width", String(Self.column - 4)), ("height", String(Self.row - 2)), ("rx", "3"),
            ])
          Self.write(cell.text, x + Self.column / 2, y + 15, "t \(cell.standing.rawValue)", &writer)
        }
        y += Self.row
      }
    }
    return writer.document
  }

  private static func write(_ text: String, _ x: Int, _ y: Int, _ name: String, _ writer: inout XMLWriter) {
    writer.inline("text", [("class", name), ("x", String(x)), ("y", String(y))], text: text)
  }

  private static let style = """
    svg { color-scheme: light dark; }
    text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1d2126; }
    .paper { fill: #fdfdfb; } .head { font-weight: 600; text-anchor: middle; } .t { text-anchor: middle; }
    .language { font-weight: 600; fill: #57606b; }
    .b { fill: none; } .b.conforms { fill: #e6f3ea; } .t.conforms { fill: #17693f; }
    .b.fails { fill: #fce4e4; } .t.fails { fill: #a11823; font-weight: 600; }
    .b.documented { fill: #f3f3d3; } .t.documented { fill: #555100; }
    .b.mild { fill: #e9f2fa; } .t.mild { fill: #1f5680; } .b.flaky { fill: #fdf1d7; } .t.flaky { fill: #7a4b00; }
    .b.errored { fill: #f6e4f3; } .t.errored { fill: #8a2f7d; } .t.notWired, .t.notApplicable, .t.notRun { fill: #6b737d; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4e7ea; } .paper { fill: #14171a; } .language { fill: #a2abb5; }
      .b.conforms { fill: #16281f; } .t.conforms { fill: #7fd3a1; }
      .b.fails { fill: #3d1c20; } .t.fails { fill: #ff9a97; }
      .b.documented { fill: #2c2b12; } .t.documented { fill: #d9d578; }
      .b.mild { fill: #1b2a38; } .t.mild { fill: #9cc9f0; } .b.flaky { fill: #352a14; } .t.flaky { fill: #f0c36c; }
      .b.errored { fill: #34203a; } .t.errored { fill: #e6a3dc; } .t.notWired, .t.notApplicable, .t.notRun { fill: #8d97a2; }
    }
    """
}
