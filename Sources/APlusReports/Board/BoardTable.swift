/// The results of one library in one topic.
struct BoardCell: Hashable {
  let standing: BoardStanding
  /// The requirements that are not met.
  let missed: [String]
  /// The number of requirements with a verdict or an error.
  let checked: Int
  /// The requirements that are met, though failures of other topics ended some of their cases first.
  let unreached: [String]
  /// What the failures mean, the worst first.
  let kinds: [FailureKind]

  /// Sums up the rows of a topic.
  ///
  /// - Parameters:
  ///   - column: The library's place among the columns.
  ///   - rows: The rows of the topic.
  ///   - isPossible: Whether programs in the library's language can have the feature.
  init(of column: Int, in rows: [Matrix.Row], isPossible: Bool = true) {
    func numbers(_ standing: BoardStanding) -> [String] {
      rows.filter { $0.cells[column].standing == standing }.map(\.number)
    }
    let failing = numbers(.fails)
    let severe = failing.filter { !Topic.isMild($0) }
    let (errored, flaky, documented) = (numbers(.errored), numbers(.flaky), numbers(.documented))
    missed = failing + errored + flaky + documented
    checked = numbers(.conforms).count + missed.count
    unreached = rows.filter { $0.cells[column].standing == .conforms && $0.cells[column].notReached > 0 }.map(\.number)
    kinds = Set(rows.flatMap { $0.cells[column].failures.flatMap(\.kinds) }).sorted()
    standing =
      if !severe.isEmpty { .fails } else if !errored.isEmpty { .errored } else if !flaky.isEmpty {
        .flaky
      } else if !documented.isEmpty { .documented } else if !failing.isEmpty { .mild } else if checked > 0 {
        .conforms
      } else { numbers(.notRun).isEmpty ? isPossible ? .notWired : .notApplicable : .notRun }
  }

  /// The sign with its counts: `✓ 34`, `✗ 3/34`.
  var text: String {
    if checked == 0 { return standing.sign }
    return standing == .conforms ? "\(standing.sign) \(checked)" : "\(standing.sign) \(missed.count)/\(checked)"
  }

  /// What is missed and what it means, or else the state in words.
  var words: String {
    let missed = missed.isEmpty ? standing.word : "misses \(missed.joined(separator: ", ")) (\(kinds.words))"
    guard !unreached.isEmpty else { return missed }
    return "\(missed); other failures ended some cases of \(unreached.joined(separator: ", ")) first"
  }

  /// A number to sort by, the best first.
  var rank: Int {
    guard checked > 0 else { return 9000 }
    return 1000 * (BoardStanding.allCases.firstIndex(of: standing) ?? 0) + missed.count
  }
}

/// A table of the board: libraries that offer the same, against topics.
struct BoardTable {
  let matrix: Matrix
  let subject: Topic.Subject
  /// The topics that the run has requirements of, each with a cell for every column.
  let topics: [(column: String, about: String, cells: [BoardCell])]

  init(_ matrix: Matrix, of subject: Topic.Subject = .promises) {
    self.matrix = matrix
    self.subject = subject
    topics = Topic.columns(of: subject).compactMap { topic in
      let rows = topic.rows(of: matrix)
      guard let column = topic.column, !rows.isEmpty else { return nil }
      return (
        column, topic.about,
        matrix.columns.indices.map { place in
          BoardCell(of: place, in: rows, isPossible: !topic.absent.contains(matrix.columns[place].language))
        }
      )
    }
  }

  /// The tables that have libraries.
  static func all(of matrix: Matrix) -> [BoardTable] {
    Topic.Subject.allCases.map { BoardTable(matrix, of: $0) }.filter { !$0.order.isEmpty && !$0.topics.isEmpty }
  }

  /// The indices of the columns, sorted by language, then by name.
  var order: [Int] {
    matrix.columns.indices.filter { matrix.columns[$0].subject == subject }.sorted { one, other in
      let (left, right) = (matrix.columns[one], matrix.columns[other])
      return (left.language, left.name) < (right.language, right.name)
    }
  }

  /// The result of a library in words: what it fails, and what it meets.
  func sentence(about place: Int) -> String {
    var groups: [BoardStanding: [String]] = [:]
    for topic in topics { groups[topic.cells[place].standing, default: []].append(topic.column) }
    let order: [BoardStanding] = [.fails, .errored, .flaky, .documented, .mild, .conforms, .notWired, .notRun]
    return order.compactMap { standing in groups[standing].map { "\(standing.word): \($0.joined(separator: ", "))" } }
      .joined(separator: "; ")
  }

  /// What follows the name of a library in a sentence: the topics that it fails, or else does not meet in all runs.
  func verdict(about place: Int) -> String {
    func names(_ standings: [BoardStanding]) -> String {
      topics.filter { standings.contains($0.cells[place].standing) }.map(\.column).joined(separator: ", ")
    }
    let failed = names([.fails])
    if !failed.isEmpty { return "fails \(failed)" }
    let missed = names([.errored, .flaky, .documented, .mild])
    return missed.isEmpty ? "meets every topic that was asked" : "meets every topic that was asked but \(missed)"
  }

  private var name: String { subject == .promises ? "promise library" : "library with completion handlers" }

  private var names: String { subject == .promises ? "promise libraries" : "libraries with completion handlers" }

  /// The heading of a table that is not the first.
  var heading: String { subject == .promises ? "Promises" : "Completion handlers" }

  /// What the board is, when and by what it was made, in one sentence.
  var introduction: String {
    let languages = Set(order.map { matrix.columns[$0].language }).count
    let date = matrix.date.isEmpty ? "" : " on \(matrix.date)"
    return "\(order.count.counted(name, plural: names)) in"
      + " \(languages.counted("language")), checked\(date) by aplus-check \(matrix.toolVersion) with the seed"
      + " \(matrix.seed)."
  }

  /// Why the numbers of requirements differ from library to library.
  static let denominators =
    "A number is a count of requirements. How many were checked differs from library to library, because a requirement counts"
    + " only where the library has the features that its cases need."

  /// The leads of the findings that count libraries: `25 of 37 never run …`.
  var claims: [String] { MatrixFinding.all(of: matrix).compactMap(\.lead).filter { $0.first?.isNumber == true } }
}
