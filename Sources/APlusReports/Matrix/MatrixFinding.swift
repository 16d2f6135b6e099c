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

  /// How a library stands in the claim of a finding.
  private enum Stand {
    case keeps, fails, documented, flaky, broken, unchecked

    /// Sums up the rows of the topic in a column, of which these are about the claim.
    init(_ rows: [Matrix.Row], _ broken: [Matrix.Row], _ column: Int, _ kinds: Set<FailureKind>) {
      let failures = broken.flatMap { $0.cells[column].failures.filter { $0.means(kinds) } }
      if failures.contains(where: { $0.kind == .fails && !$0.isDocumented }) {
        self = .fails
      } else if rows.contains(where: { $0.cells[column].isBroken }) {
        self = .broken
      } else if failures.contains(where: { $0.kind == .flaky }) {
        self = .flaky
      } else if !failures.isEmpty {
        self = .documented
      } else {
        self = BoardCell(of: column, in: rows).checked > 0 ? .keeps : .unchecked
      }
    }
  }

  /// The finding about a topic; nil where it has none, or no row is about it.
  ///
  /// It reads the same cells as the board's first table, and counts the failures that its claim is about: a library
  /// that only loses a handler is not said to run one too early.
  private static func finding(about topic: Topic, in matrix: Matrix) -> MatrixFinding? {
    let rows = topic.rows(of: matrix)
    guard let finding = topic.finding, let first = rows.first else { return nil }
    var libraries: [Stand: [[Part]]] = [:]
    var others: [[Part]] = []
    for column in matrix.columns.indices where matrix.columns[column].subject == topic.subject {
      let missed = rows.filter { $0.cells[column].isMissed }
      let broken = missed.filter { $0.cells[column].failures.contains { $0.means(finding.kinds) } }
      let stand = Stand(rows, broken, column, finding.kinds)
      let conforming = rows.first { $0.cells[column].standing == .conforms }
      let library = Part.library(column: column, row: (broken.first ?? missed.first ?? conforming ?? first).number)
      let shown = stand == .broken ? missed.filter { $0.cells[column].isBroken } : broken
      libraries[stand, default: []].append([library] + cells(of: shown, column))
      if stand == .keeps, !missed.isEmpty { others.append([library] + cells(of: missed, column, isWorded: true)) }
    }
    var sentences: [[Part]] = []
    func add(_ lead: String, _ items: [[Part]]) {
      if !items.isEmpty { sentences.append([.text("\(lead): ")] + list(items) + [.text(".")]) }
    }
    let checked = libraries.filter { $0.key != .unchecked }.values.map(\.count).reduce(0, +)
    let keeping = libraries[.keeps, default: []]
    let claim = "\(keeping.count) of \(checked) \(finding.claim)"
    if keeping.isEmpty, checked > 0 { sentences.append([.text(claim), .text(".")]) }
    add(claim, keeping)
    add("Of these, miss something else there", others)
    add("Fail", libraries[.fails, default: []])
    add("Differ as they document", libraries[.documented, default: []])
    add("Fail in some runs", libraries[.flaky, default: []])
    add("Crash or hang", libraries[.broken, default: []])
    add("Not checked", libraries[.unchecked, default: []])
    add("Requirements", rows.map { [.row($0.number)] })
    return MatrixFinding(title: finding.title, sentences: sentences)
  }

  /// The cells of some rows in brackets, perhaps with what their failures mean; nothing where there is none.
  private static func cells(of rows: [Matrix.Row], _ column: Int, isWorded: Bool = false) -> [Part] {
    guard !rows.isEmpty else { return [] }
    let items = rows.map { row -> [Part] in
      let words = row.cells[column].failures.flatMap(\.kinds).words
      return [.cell(column: column, row: row.number)] + (isWorded && !words.isEmpty ? [.text(" \(words)")] : [])
    }
    return [.text(" (")] + list(items) + [.text(")")]
  }

  /// Puts commas between items.
  static func list(_ items: [[Part]]) -> [Part] { Array(items.joined(separator: [.text(", ")])) }
}
