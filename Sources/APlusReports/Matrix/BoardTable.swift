/// The results of one library in one topic.
struct BoardCell: Hashable {
  let standing: BoardStanding
  /// The requirements that are not met.
  let missed: [String]
  /// Those of them that are not met only as the library documents.
  let documented: [String]
  /// The number of requirements with a verdict or an error.
  let checked: Int
  /// The requirements that are met, though failures of other topics ended some of their cases first.
  let unreached: [String]
  /// What those failures mean that the library does not document, the worst first.
  let kinds: [FailureKind]
  /// What the ways mean in which the library differs as it documents, the worst first.
  let documentedKinds: [FailureKind]

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
    let isSevere = rows.contains { row in
      row.cells[column].standing == .fails && row.cells[column].failures.contains { $0.standing == .fails }
    }
    let (errored, flaky) = (numbers(.errored), numbers(.flaky))
    documented = numbers(.documented)
    missed = failing + errored + flaky + documented
    checked = numbers(.conforms).count + missed.count
    unreached = rows.filter { $0.cells[column].standing == .conforms && $0.cells[column].notReached > 0 }.map(\.number)
    func kinds(isDocumented: Bool) -> [FailureKind] {
      let cells = rows.map { $0.cells[column] }.filter { ($0.standing == .documented) == isDocumented }
      let failures = cells.flatMap(\.failures).filter { isDocumented || !$0.isDocumented }
      return Set(failures.flatMap(\.kinds)).sorted()
    }
    self.kinds = kinds(isDocumented: false)
    documentedKinds = kinds(isDocumented: true)
    standing =
      if isSevere { .fails } else if !errored.isEmpty { .errored } else if !flaky.isEmpty {
        .flaky
      } else if !documented.isEmpty { .documented } else if !failing.isEmpty { .mild } else if checked > 0 {
        .conforms
      } else { numbers(.notRun).isEmpty ? isPossible ? .notWired : .notApplicable : .notRun }
  }

  /// The parts of the mark, each with the words for what it means: failures, then what the library documents.
  var parts: [(mark: String, kinds: [FailureKind])] {
    let told = ("\(BoardStanding.documented.sign) \(documented.count)", documentedKinds)
    switch standing {
    case .conforms: return [("\(standing.sign) \(checked)", [])]
    case .documented: return [("\(standing.sign) \(missed.count)/\(checked)", documentedKinds)]
    case .mild, .flaky, .errored, .fails:
      let share = ("\(standing.sign) \(missed.count - documented.count)/\(checked)", kinds)
      return documented.isEmpty ? [share] : [share, told]
    case .notWired, .notApplicable, .notReached, .notRun: return [(standing.sign, [])]
    }
  }

  /// The sign with its counts: `✓ 34`, `✗ 3/34`, `✗ 3/34 ≠ 2`, and a dot where the mark says less: `✓ 34 ·`.
  var text: String { parts.map(\.mark).joined(separator: " ") + dot }

  /// The mark with every word for what it means: `✗ 1/12 sync; ≠ 2 wrong`.
  var sentence: String {
    parts.map { $0.kinds.isEmpty ? $0.mark : "\($0.mark) \($0.kinds.words)" }.joined(separator: "; ") + dot
  }

  /// What follows a mark that says less.
  var dot: String {
    let mayBeDotted = [.conforms, .documented, .mild, .flaky].contains(standing)
    return mayBeDotted && !unreached.isEmpty ? " \(Self.unreachedSign)" : ""
  }

  /// The sign after a mark that would say more if other failures had not ended some cases first.
  static let unreachedSign = BoardStanding.notReached.sign

  /// The meaning of that sign, for the legend.
  static let unreachedMeaning =
    "after a mark: failures of other topics ended some cases first, so that the mark says less"

  /// What is missed and what it means, or else the state in words.
  var words: String {
    func clause(_ verb: String, _ numbers: [String], _ kinds: [FailureKind]) -> String? {
      guard !numbers.isEmpty else { return nil }
      return "\(verb) \(numbers.joined(separator: ", "))" + (kinds.isEmpty ? "" : " (\(kinds.words))")
    }
    let clauses = [
      clause("misses", missed.filter { !documented.contains($0) }, kinds),
      clause("differs as documented in", documented, documentedKinds),
    ].compactMap(\.self)
    let missed = clauses.isEmpty ? standing.word : clauses.joined(separator: ", ")
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

  /// What follows the name of a library in a sentence: every topic that it does not meet in full.
  func verdict(about place: Int) -> String {
    let verbs: [(BoardStanding, String)] = [
      (.fails, "fails"), (.errored, "crashes or hangs in"), (.flaky, "fails in some runs"),
      (.documented, "differs as documented in"), (.mild, "keeps memory or slows down in"),
    ]
    let clauses = verbs.compactMap { standing, verb -> String? in
      let names = topics.filter { $0.cells[place].standing == standing }.map(\.column)
      return names.isEmpty ? nil : "\(verb) \(names.joined(separator: ", "))"
    }
    guard !clauses.isEmpty else { return "meets every topic that was asked" }
    let isFailing = topics.contains { $0.cells[place].standing == .fails }
    return (clauses + (isFailing ? [] : ["meets every other topic that was asked"])).joined(separator: "; ")
  }

  /// What the board is, when and by what it was made, in one sentence.
  var introduction: String {
    let languages = Set(order.map { matrix.columns[$0].language }).count
    let date = matrix.date.isEmpty ? "" : " on \(matrix.date)"
    return "\(order.count.counted(subject.names.one, plural: subject.names.many)) in"
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
