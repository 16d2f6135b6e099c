import APlusModel

/// Failures of a library with one cause: those that its baseline gives one reason for, or that a case shows alike.
///
/// One bug fails requirements of several topics, so that a page shows it once, with all of them.
struct FailureCause {
  /// The requirements, in the order of the catalogue, each with its cell.
  private(set) var rows: [Matrix.Row]
  /// All cases, and the details of the failure whose case tells the most.
  private(set) var failure: MatrixFailure

  /// The causes of a column, the worst first.
  static func all(of matrix: Matrix, column: Int) -> [FailureCause] {
    all(of: matrix.chapters.flatMap(\.rows), column: column)
  }

  /// The causes of a column in some rows, the worst first.
  static func all(of rows: [Matrix.Row], column: Int) -> [FailureCause] {
    var places: [String: Int] = [:]
    var found: [FailureCause] = []
    for row in rows {
      for failure in row.cells[column].failures {
        let key = failure.cause
        if let place = places[key] {
          found[place].add(failure, of: row)
        } else {
          places[key] = found.count
          found.append(FailureCause(rows: [row], failure: failure))
        }
      }
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// The cause in words: the reason in the baseline, or else what is observed.
  ///
  /// That the library documents it is said by the sign, and left out here.
  var words: String {
    let words = failure.reason ?? failure.message ?? failure.example?.title ?? failure.type
    guard failure.isDocumented, words.hasPrefix(ExpectedFailure.documentedMark) else { return words }
    return String(words.dropFirst(ExpectedFailure.documentedMark.count).drop { $0 == " " })
  }

  /// Lower for what is worse: what the library does not document, then the kind, then what every run shows.
  private var rank: Int {
    let kind = failure.kinds.min()?.rawValue ?? FailureKind.allCases.count
    return (failure.isDocumented ? 1000 : 0) + 10 * kind + (failure.kind == .flaky ? 1 : 0)
  }

  private mutating func add(_ other: MatrixFailure, of row: Matrix.Row) {
    if rows.last?.number != row.number { rows.append(row) }
    let known = Set(failure.cases)
    let cases = failure.cases + other.cases.filter { !known.contains($0) }
    let kinds = failure.kinds.union(other.kinds)
    if let example = other.example, failure.example.map(example.isBetter) ?? true { failure = other }
    failure.cases = cases
    failure.kinds = kinds
  }
}
