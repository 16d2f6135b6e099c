/// The results of one library in one topic.
struct BoardCell: Hashable {
  /// The state of a cell: from best to worst, then the two without a verdict.
  enum Standing: String, CaseIterable {
    case conforms
    case mild
    case flaky
    case errored
    case fails
    case notApplicable
    case notRun

    var sign: String {
      switch self {
      case .conforms: "✓"
      case .mild: "△"
      case .flaky: "≈"
      case .errored: "!"
      case .fails: "✗"
      case .notApplicable: "–"
      case .notRun: "?"
      }
    }

    var meaning: String {
      switch self {
      case .conforms: "meets all N requirements checked"
      case .mild: "keeps memory, or gets slower with many handlers; runs every handler as it should"
      case .flaky: "fails in some runs only"
      case .errored: "some cases crash or hang"
      case .fails: "violates N of M requirements checked"
      case .notApplicable: "not applicable: the library or its language lacks the feature"
      case .notRun: "not run"
      }
    }
  }

  let standing: Standing
  /// The requirements that are not met.
  let missed: [String]
  /// The number of requirements with a verdict or an error.
  let checked: Int

  /// Sums up the rows of a topic.
  init(of column: Int, in rows: [Matrix.Row]) {
    func numbers(_ standing: MatrixCell.Standing) -> [String] {
      rows.filter { $0.cells[column].standing == standing }.map(\.number)
    }
    let failing = numbers(.fails)
    let severe = failing.filter { !Topic.isMild($0) }
    let (errored, flaky) = (numbers(.errored), numbers(.flaky))
    checked = numbers(.conforms).count + failing.count + errored.count + flaky.count
    missed = failing + errored + flaky
    standing =
      if !severe.isEmpty { .fails } else if !errored.isEmpty { .errored } else if !flaky.isEmpty {
        .flaky
      } else if !failing.isEmpty { .mild } else if checked > 0 { .conforms } else {
        numbers(.notRun).isEmpty ? .notApplicable : .notRun
      }
  }

  /// The sign with its counts: `✓ 34`, `✗ 3/34`.
  var text: String {
    switch standing {
    case .conforms: "\(standing.sign) \(checked)"
    case .mild, .flaky, .errored, .fails: "\(standing.sign) \(missed.count)/\(checked)"
    case .notApplicable, .notRun: standing.sign
    }
  }

  /// A number to sort by, the best first.
  var rank: Int {
    guard checked > 0 else { return 9000 }
    return 1000 * (Standing.allCases.firstIndex(of: standing) ?? 0) + missed.count
  }
}

/// The first table of the board: libraries against topics.
struct BoardTable {
  let matrix: Matrix
  /// The topics that the run has requirements of, each with a cell for every column.
  let topics: [(column: String, about: String, cells: [BoardCell])]

  init(_ matrix: Matrix) {
    self.matrix = matrix
    topics = Topic.columns.compactMap { topic in
      let rows = topic.rows(of: matrix)
      guard let column = topic.column, !rows.isEmpty else { return nil }
      return (column, topic.about, matrix.columns.indices.map { BoardCell(of: $0, in: rows) })
    }
  }

  /// The indices of the columns, sorted by language, then by name.
  var order: [Int] {
    matrix.columns.indices.sorted { one, other in
      let (left, right) = (matrix.columns[one], matrix.columns[other])
      return (left.language, left.name) < (right.language, right.name)
    }
  }

  /// The leads of the findings that count libraries: `25 of 37 never run …`.
  var claims: [String] { MatrixFinding.all(of: matrix).compactMap(\.lead).filter { $0.first?.isNumber == true } }
}
