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

  /// The state of a cell, in one word.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    case conforms
    case fails
    /// Fails only in ways that the library documents.
    case documented
    /// Fails in some runs only.
    case flaky
    case errored
    case notApplicable
    /// An earlier violation ended every case first.
    case notReached
    case notRun
  }

  /// The state of the worst case.
  package var standing: Standing {
    if failures.contains(where: { $0.kind == .violation && !$0.isDocumented }) { return .fails }
    if errors > 0 { return .errored }
    if failures.contains(where: { $0.kind == .inSomeRuns }) { return .flaky }
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
    case .notApplicable, .notReached: nil
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
    case .notReached: "not reached: other violations come first"
    case .notRun: "not run in \(notRun) of \(total.counted("case"))"
    }
  }

  /// What the cases without a verdict are, where all others conform.
  private var others: String {
    let words = [notApplicable > 0 ? "not applicable" : nil, notReached > 0 ? "not reached" : nil]
    return words.compactMap(\.self).joined(separator: " or ")
  }
}

extension MatrixCell.Standing {
  /// The sign of the state; no sign has an emoji form.
  var sign: String {
    switch self {
    case .conforms: "✓"
    case .fails: "✗"
    case .documented: "≠"
    case .flaky: "≈"
    case .errored: "!"
    case .notApplicable: "–"
    case .notReached: "·"
    case .notRun: "?"
    }
  }

  /// The meaning of the sign, for the legend.
  var meaning: String {
    switch self {
    case .conforms: "conforms; 4/8: in 4 of 8 cases, the others are not applicable or not reached"
    case .fails: "fails; 3/8: in 3 of 8 cases; without a count: only in cases about other requirements"
    case .documented: "differs, as the library documents"
    case .flaky: "flaky: fails in some runs only"
    case .errored: "no verdict: crash or hang"
    case .notApplicable: "not applicable: the library or its language lacks the feature"
    case .notReached: "not reached: an earlier violation ended each case first"
    case .notRun: "not run"
    }
  }
}

/// A kind of failure in a cell: cases that fail alike.
package struct MatrixFailure: Sendable, Hashable {
  package var kind: Kind
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

    init(of scenario: Scenario, picture: [String], program: [String]) {
      id = scenario.id
      title = scenario.title
      length = scenario.length
      self.picture = picture
      self.program = program
    }

    /// Whether it tells more than another case: with a trace, or else with fewer steps.
    func isBetter(than other: Example) -> Bool {
      picture.isEmpty == other.picture.isEmpty ? length < other.length : !picture.isEmpty
    }
  }

  /// The certainty of the failure.
  package enum Kind: String, Sendable, Hashable {
    case violation
    case error
    case inSomeRuns
  }

  /// How the board marks it: what costs only memory or time is mild.
  var standing: BoardCell.Standing {
    switch kind {
    case .error: .errored
    case .inSomeRuns: .flaky
    case .violation where isDocumented: .documented
    case .violation: !kinds.isEmpty && kinds.isSubset(of: [.memory, .slow]) ? .mild : .fails
    }
  }

  /// How many cases are named before the rest is counted.
  private static let namedCases = 6

  /// What makes failures one: the reason in the baseline, or else what is observed.
  var cause: String { reason ?? message ?? replay }

  /// The case that is shown, its observation, and the command that repeats it.
  var block: [String] {
    var lines: [String] = []
    if let example { lines.append("\(example.id) \(example.title)") }
    if let message { lines.append(message) }
    if let note { lines.append(note) }
    for part in [example?.picture, example?.program].compactMap(\.self) where !part.isEmpty { lines += [""] + part }
    return lines + (lines.isEmpty ? [replay] : ["", replay])
  }

  /// The first cases, and the number of the others.
  var named: (cases: [String], rest: Int) {
    (Array(cases.prefix(Self.namedCases)), max(0, cases.count - Self.namedCases))
  }
}
