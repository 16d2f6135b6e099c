import APlusJSON

/// The first table of the board as JSON, for programs: `aplus-board/1`.
///
///     {"schema": "aplus-board/1", "date": "2026-11-28", "tool": {…}, "seed": "1", "libraries": [
///       {"adapter": "node", "language": "javascript", "page": "board/node.html", "topics": [
///         {"topic": "Zalgo", "standing": "conforms", "checked": 10, "missed": [], "documented": [], "kinds": [],
///          "documentedKinds": [], "unreached": []}]}]}
struct BoardJSON {
  /// The name and version of the form.
  static let form = "aplus-board/1"

  private let matrix: Matrix

  init(_ matrix: Matrix) { self.matrix = matrix }

  func text() -> String {
    let libraries = BoardTable.all(of: matrix).flatMap { table in table.order.map { library($0, table) } }
    let document: JSON = [
      "schema": .string(Self.form), "tool": ["name": "aplus-check", "version": .string(matrix.toolVersion)],
      "date": .string(matrix.date), "seed": .string(String(matrix.seed)), "libraries": .array(libraries),
    ]
    return JSONEscaping.text(document.serialized(pretty: true)) + "\n"
  }

  private func library(_ place: Int, _ table: BoardTable) -> JSON {
    let column = table.matrix.columns[place]
    let topics = table.topics.map { topic -> JSON in
      let cell = topic.cells[place]
      return [
        "topic": .string(topic.column), "standing": .string(cell.standing.rawValue), "checked": .integer(cell.checked),
        "missed": .array(cell.missed.map(JSON.string)), "documented": .array(cell.documented.map(JSON.string)),
        "kinds": .array(cell.kinds.map { .string($0.word) }),
        "documentedKinds": .array(cell.documentedKinds.map { .string($0.word) }),
        "unreached": .array(cell.unreached.map(JSON.string)),
      ]
    }
    return [
      "adapter": .string(column.name), "library": .string(column.library), "version": .string(column.version),
      "language": .string(column.language), "page": .string(column.page), "topics": .array(topics),
    ]
  }
}
