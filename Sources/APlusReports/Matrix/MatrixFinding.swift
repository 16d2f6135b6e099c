import APlusModel

/// A finding of the compatibility table, in sentences that link to cells.
struct MatrixFinding {
  var title: String
  var sentences: [[Part]]

  /// The start of the first sentence, up to its colon; nil where it starts with a library.
  var lead: String? {
    guard case .text(let text)? = sentences.first?.first else { return nil }
    return String(text.prefix { $0 != ":" })
  }

  /// A part of a sentence.
  enum Part: Hashable {
    case text(String)
    /// A row, named by its number.
    case row(String)
    /// A library, linked to a cell.
    case library(column: Int, row: String)
    /// A cell, named by the number of its row.
    case cell(column: Int, row: String)
  }

  /// The findings about the topics that the matrix has rows for.
  static func all(of matrix: Matrix) -> [MatrixFinding] {
    Topic.all.compactMap { finding(about: $0, in: matrix) } + [CancelFinding.finding(in: matrix)].compactMap(\.self)
  }

  /// The finding about a topic; nil where it has none, or no row is about it.
  ///
  /// It counts the same cells as the board's first table.
  private static func finding(about topic: Topic, in matrix: Matrix) -> MatrixFinding? {
    let rows = topic.rows(of: matrix)
    guard let finding = topic.finding, let first = rows.first else { return nil }
    var libraries: [BoardStanding: [[Part]]] = [:]
    var checked = 0
    for column in matrix.columns.indices where matrix.columns[column].subject == topic.subject {
      let cell = BoardCell(of: column, in: rows)
      if cell.checked > 0 { checked += 1 }
      let conforming = rows.first { $0.cells[column].standing == .conforms }?.number
      var words: [Part] = [.library(column: column, row: cell.missed.first ?? conforming ?? first.number)]
      if !cell.missed.isEmpty {
        words += [.text(" (")] + list(cell.missed.map { [Part.cell(column: column, row: $0)] }) + [.text(")")]
      }
      libraries[cell.standing, default: []].append(words)
    }
    var sentences: [[Part]] = []
    func add(_ lead: String, _ standings: BoardStanding...) {
      let items = standings.flatMap { libraries[$0, default: []] }
      if !items.isEmpty { sentences.append([.text("\(lead): ")] + list(items) + [.text(".")]) }
    }
    add("\(libraries[.conforms, default: []].count) of \(checked) \(finding.claim)", .conforms)
    add("Run every handler as they should, but keep memory or slow down", .mild)
    add("Fail", .fails)
    add("Differ as they document", .documented)
    add("Fail in some runs", .flaky)
    add("Crash or hang", .errored)
    add("Not checked", .notWired, .notApplicable, .notRun)
    let numbers = rows.map { [Part.row($0.number)] }
    sentences.append([.text("Requirements: ")] + list(numbers) + [.text(".")])
    return MatrixFinding(title: finding.title, sentences: sentences)
  }

  /// Puts commas between items.
  static func list(_ items: [[Part]]) -> [Part] { Array(items.joined(separator: [.text(", ")])) }
}

/// The finding about the meaning of a cancel in each library that has one.
enum CancelFinding {
  private typealias Part = MatrixFinding.Part

  /// The behavior of a cancel in a library that meets a requirement, as a verb phrase.
  private static let meanings: [(row: String, words: String)] = [
    ("RX-C1", "rejects a pending promise with the library's own reason"),
    ("CR1", "rejects a pending promise, as asynchronously as any rejection"),
    ("CR2", "propagates and is recovered from like any rejection"),
    ("CR3", "counts only where it comes before everything else that settles"),
    ("RX-C2", "keeps the reason that it is given"), ("RX-S2", "counts only where it comes before a settlement"),
    ("Z-cancel", "runs no handler before it returns"), ("RX-C3", "runs the handlers for errors and no others"),
    ("RX-C4", "reaches all that is pending below"), ("SC-F8", "goes up to the root, and so to siblings"),
    ("SC-F9", "does nothing where the promise is settled"), ("CP-1", "reaches every link above and below"),
    ("CP-2", "stops one listener and nothing else"), ("RX-C8", "leaves parent and siblings"),
    ("RX-C10", "goes through what is settled to what is pending below it"),
    ("RX-C13", "reaches what follows the promise"), ("RX-C18", "is not what a time-out does"),
  ]

  /// The finding; nil where no row is about a cancel.
  static func finding(in matrix: Matrix) -> MatrixFinding? {
    let rows = meanings.compactMap { meaning in matrix.row(of: meaning.row).map { (row: $0, words: meaning.words) } }
    guard let first = rows.first?.row.number else { return nil }
    var sentences: [[Part]] = []
    var without: [[Part]] = []
    for (place, column) in matrix.columns.enumerated() where column.subject == .promises {
      guard column.capabilities.contains(where: { $0.name == "cancellation" }) else {
        without.append([.library(column: place, row: first)])
        continue
      }
      func clauses(_ standings: [BoardStanding]) -> [[Part]] {
        rows.filter { standings.contains($0.row.cells[place].standing) }.map {
          [.text("\($0.words) ("), .cell(column: place, row: $0.row.number), .text(")")]
        }
      }
      let held = clauses([.conforms])
      let broken = clauses([.fails, .documented, .flaky, .errored])
      let open = rows.filter { [.notApplicable, .notReached, .notRun].contains($0.row.cells[place].standing) }.map {
        [Part.cell(column: place, row: $0.row.number)]
      }
      var sentence: [Part] = [.library(column: place, row: first), .text(": a cancel ")]
      sentence += MatrixFinding.list(held)
      if !broken.isEmpty {
        sentence.append(.text(held.isEmpty ? "does not do this: " : "; not so: "))
        sentence += MatrixFinding.list(broken)
      }
      if !open.isEmpty {
        let isFirst = held.isEmpty && broken.isEmpty
        sentence.append(.text(isFirst ? "has a meaning of its own; not applicable: " : "; not applicable: "))
        sentence += MatrixFinding.list(open)
      }
      sentences.append(sentence + [.text(".")])
    }
    if !without.isEmpty {
      let lead: [Part] = [.text("No cancel through their adapters: ")]
      sentences.append(lead + MatrixFinding.list(without) + [.text(".")])
    }
    return MatrixFinding(title: "What a cancel means", sentences: sentences)
  }
}
