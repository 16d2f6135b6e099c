/// What a matrix says in words, each sentence with the cells that it comes from.
struct MatrixFinding {
  var title: String
  var sentences: [[Part]]

  /// A piece of a sentence.
  enum Part: Hashable {
    case text(String)
    /// A row, named by its number.
    case row(String)
    /// A library, named, with the cell that speaks for it.
    case library(column: Int, row: String)
    /// A cell, named by the number of its row.
    case cell(column: Int, row: String)
  }

  /// All findings that the rows of a matrix allow, in the order in which they are told.
  static func all(of matrix: Matrix) -> [MatrixFinding] {
    MatrixTopic.all.compactMap { finding(about: $0, in: matrix) }
      + [CancelFinding.finding(in: matrix)].compactMap(\.self)
  }

  /// What the libraries are like in one respect; nil where no row is about it.
  private static func finding(about topic: MatrixTopic, in matrix: Matrix) -> MatrixFinding? {
    let rows = topic.requirements.compactMap(matrix.row)
    guard !rows.isEmpty else { return nil }
    var holding: [[Part]] = []
    var failing: [[Part]] = []
    var moving: [[Part]] = []
    var unknown: [[Part]] = []
    var unasked: [[Part]] = []
    for column in matrix.columns.indices {
      func those(_ standing: MatrixCell.Standing) -> [Matrix.Row] {
        rows.filter { $0.cells[column].standing == standing }
      }
      func words(_ rows: [Matrix.Row]) -> [Part] {
        let cells = rows.map { [Part.cell(column: column, row: $0.number)] }
        return [.library(column: column, row: rows[0].number), .text(" (")]
          + list(cells, separator: ", ") + [.text(")")]
      }
      if !those(.fails).isEmpty {
        failing.append(words(those(.fails)))
      } else if !those(.errored).isEmpty {
        unknown.append(words(those(.errored)))
      } else if !those(.moves).isEmpty {
        moving.append(words(those(.moves)))
      } else if let row = those(.conforms).first {
        holding.append([.library(column: column, row: row.number)])
      } else {
        unasked.append([.library(column: column, row: rows[0].number)])
      }
    }
    let asked = matrix.columns.count - unasked.count
    var sentences: [[Part]] = []
    func tell(_ lead: String, _ items: [[Part]]) {
      if items.isEmpty { return }
      sentences.append([.text("\(lead): ")] + list(items, separator: ", ") + [.text(".")])
    }
    tell("\(holding.count) of \(asked) \(topic.claim)", holding)
    tell("Not so", failing)
    tell("In some runs not", moving)
    tell("No verdict, as they crash or hang", unknown)
    tell("Not asked", unasked)
    let numbers = rows.map { [Part.row($0.number)] }
    sentences.append([.text("Told by ")] + list(numbers, separator: ", ") + [.text(".")])
    return MatrixFinding(title: topic.title, sentences: sentences)
  }

  /// Puts a separator between items.
  static func list(_ items: [[Part]], separator: String) -> [Part] {
    Array(items.joined(separator: [.text(separator)]))
  }
}

/// One respect in which libraries differ, and the requirements that tell.
struct MatrixTopic {
  var title: String
  /// What is said of those that hold all of the requirements.
  var claim: String
  var requirements: [String]

  static let all = [
    MatrixTopic(
      title: "Asynchronous always",
      claim: "never run a handler inside the call that leads to it",
      requirements: [
        "2.2.4", "Z1", "Z2", "Z3", "Z4", "Z5", "Z6", "Z7", "Z-cancel", "Z-combine", "Z-drop",
      ]
    ),
    MatrixTopic(
      title: "Settle once",
      claim: "keep the first settlement, whatever comes after it",
      requirements: [
        "2.1.2.1", "2.1.2.2", "2.1.3.1", "2.1.3.2", "2.3.3.3.3", "2.3.3.3.4.1", "C1", "C2", "C3",
        "C4", "T2",
      ]
    ),
    MatrixTopic(
      title: "Keep order",
      claim: "run handlers in the order of their registration, however many there are",
      requirements: ["2.2.6.1", "2.2.6.2", "O1", "O2", "O3", "O4", "T-order"]
    ),
    MatrixTopic(
      title: "Survive depth",
      claim: "settle and release chains of a hundred thousand links",
      requirements: ["S3", "S4", "S5"]
    ),
  ]
}
