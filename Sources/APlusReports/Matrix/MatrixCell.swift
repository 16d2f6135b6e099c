import APlusModel

/// The results of one library for one requirement.
package struct MatrixCell: Sendable, Hashable {
  /// The number of cases about the requirement.
  package var total = 0
  package var passed = 0
  /// Cases that violate it, expectedly or not.
  package var failed = 0
  /// Cases without a verdict because of an error, expectedly or not.
  package var errors = 0
  /// Cases that a baseline expects to fail in some runs.
  package var flaky = 0
  package var notApplicable = 0
  package var notReached = 0
  package var notRun = 0
  /// The kinds of failures, each with its cases.
  package var failures: [MatrixFailure] = []

  /// The number of cases that were applicable, reached and run.
  package var judged: Int { total - notApplicable - notReached - notRun }

  /// Whether the requirement is not met, in every run or in some, as documented or not.
  var isMissed: Bool { [.fails, .errored, .flaky, .documented].contains(standing) }

  /// Whether a crash or hang keeps a case from showing anything else.
  var isBroken: Bool {
    errors > 0 || failures.contains { $0.kind == .errored || !$0.kinds.isDisjoint(with: [.crash, .hang, .overflow]) }
  }

  /// The state of the worst case.
  package var standing: BoardStanding {
    if failures.contains(where: { $0.kind == .fails && !$0.isDocumented }) { return .fails }
    if errors > 0 { return .errored }
    if failures.contains(where: { $0.kind == .flaky }) { return .flaky }
    if !failures.isEmpty { return .documented }
    if notRun > 0 { return .notRun }
    return judged > 0 ? .conforms : notReached > 0 ? .notReached : .notApplicable
  }

  /// The count of cases next to the sign, as `3/8`; nil where the sign says everything.
  ///
  /// Failures are counted out of the cases with a verdict, conforming cases out of all.
  package var share: String? {
    switch standing {
    case .fails, .documented: failed > 0 ? "\(failed)/\(judged)" : nil
    case .errored: "\(errors)/\(judged)"
    case .flaky: flaky > 0 ? "\(flaky)/\(judged)" : nil
    case .conforms: judged < total ? "\(judged)/\(total)" : nil
    case .notRun: notRun < total ? "\(notRun)/\(total)" : nil
    case .mild, .notWired, .notApplicable, .notReached: nil
    }
  }

  /// The state in words, with what its failures mean: `fails in 2 of 3 cases (lost)`.
  package var sentence: String {
    let words = failures.flatMap(\.kinds).words
    return words.isEmpty ? counts : "\(counts) (\(words))"
  }

  private var counts: String {
    switch standing {
    case .conforms:
      judged < total
        ? "conforms in \(judged) of \(total.counted("case")), the others are \(others)"
        : "conforms in \(total.counted("case"))"
    case .fails, .documented:
      failed > 0 ? "fails in \(failed) of \(judged.counted("case"))" : "fails in cases about other requirements"
    case .flaky:
      flaky > 0
        ? "fails in some runs, in \(flaky) of \(judged.counted("case"))"
        : "fails in some runs, in cases about other requirements"
    case .errored: "no verdict in \(errors) of \(judged.counted("case"))"
    case .notApplicable: "not applicable"
    case .notReached: "\(BoardStanding.notReached.word): other violations come first"
    case .mild, .notWired: standing.word
    case .notRun: "not run in \(notRun) of \(total.counted("case"))"
    }
  }

  /// What the cases without a verdict are, where all others conform.
  private var others: String {
    let words = [notApplicable > 0 ? "not applicable" : nil, notReached > 0 ? BoardStanding.notReached.word : nil]
    return words.compactMap(\.self).joined(separator: " or ")
  }
}

/// A kind of failure in a cell: cases that fail alike.
package struct MatrixFailure: Sendable, Hashable {
  /// `fails`, `errored`, or `flaky` for a failure in some runs.
  package var kind: BoardStanding
  /// The ids of the cases; empty for incidental violations, in cases about other requirements.
  package var cases: [String]
  /// The type of the failure, as a baseline spells it: `order`.
  package var type: String
  /// What it means to users of the library.
  var kinds: Set<FailureKind> = []
  /// Whether the library documents it.
  package var isDocumented = false
  /// The reason in the baseline; nil where no baseline expects it.
  package var reason: String?
  /// The observation in the case that is shown; nil where it could differ from run to run.
  package var message: String?
  /// What was expected instead; nil where that is not known, or there is no observation.
  var expected: String?
  /// The simplest case; nil where none is known.
  var example: Example?
  /// Why no case is shown; nil where one is.
  var note: String?
  /// The command that repeats that case.
  package var replay: String

  /// A case that shows the failure.
  struct Example: Sendable, Hashable {
    let id: String
    let title: String
    /// The number of its steps.
    let length: Int
    /// The trace, with what was expected above what came instead; empty where it could differ from run
    /// to run.
    let picture: [String]
    /// The program in words; empty where there is a picture.
    let program: [String]
    /// The lines around what is shown, of whichever of both there is; the others are folded.
    let window: Range<Int>

    init(of scenario: Scenario, picture: [String], program: [String], window: Range<Int>) {
      id = scenario.id
      title = scenario.title
      length = scenario.length
      self.picture = picture
      self.program = program
      self.window = window
    }

    /// The lines in order: those of the window, and what is folded before and after it.
    var parts: [(lines: [String], isFolded: Bool)] {
      let lines = picture + program
      let shown = window.clamped(to: lines.indices)
      let parts = [
        (Array(lines[..<shown.lowerBound]), true), (Array(lines[shown]), false),
        (Array(lines[shown.upperBound...]), true),
      ]
      return parts.filter { !$0.0.isEmpty }
    }

    /// Whether it tells more than another case: with a trace, or else with fewer steps.
    func isBetter(than other: Example) -> Bool {
      picture.isEmpty == other.picture.isEmpty ? length < other.length : !picture.isEmpty
    }
  }

  /// Whether it has one of these meanings; one whose meaning is not known may have any.
  func means(_ wanted: Set<FailureKind>) -> Bool { kinds.isEmpty || !kinds.isDisjoint(with: wanted) }

  /// How the board marks it: what costs only memory or time is mild.
  var standing: BoardStanding {
    if kind == .fails, isDocumented { return .documented }
    return kind == .fails && !kinds.isEmpty && kinds.isSubset(of: [.memory, .slow]) ? .mild : kind
  }

  /// How many cases are named before the rest is counted.
  private static let namedCases = 6

  /// What makes failures one: the reason in the baseline, or else what is observed.
  var cause: String { reason ?? message ?? replay }

  /// The first cases, and the number of the others.
  var named: (cases: [String], rest: Int) {
    (Array(cases.prefix(Self.namedCases)), max(0, cases.count - Self.namedCases))
  }
}
