/// The results of one library for one requirement.
package struct MatrixCell: Sendable, Hashable {
  /// The cases about the requirement.
  package var total = 0
  package var passed = 0
  /// Those that violate it, as expected or not.
  package var failed = 0
  /// Those that gave no verdict, as expected or not.
  package var errors = 0
  /// Those that a baseline expects to fail in some runs.
  package var flaky = 0
  package var notApplicable = 0
  package var notReached = 0
  package var notRun = 0
  /// The kinds of failures.
  package var failures: [MatrixFailure] = []

  /// The cases that were applicable, reached and run.
  package var asked: Int { total - notApplicable - notReached - notRun }

  /// The state of a cell, in one word.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    case conforms
    case fails
    /// Fails in some runs only.
    case flaky
    case errored
    case notApplicable
    case notRun
  }

  /// The worst of the cases.
  package var standing: Standing {
    if failures.contains(where: { $0.kind == .violation }) { return .fails }
    if errors > 0 { return .errored }
    if failures.contains(where: { $0.kind == .inSomeRuns }) { return .flaky }
    if notRun > 0 { return .notRun }
    return asked > 0 ? .conforms : .notApplicable
  }

  /// The cases behind the sign, as `3/8`; nil where the sign says everything.
  ///
  /// Failures count among the cases that were asked; conforming cases among all.
  package var share: String? {
    switch standing {
    case .fails: failed > 0 ? "\(failed)/\(asked)" : nil
    case .errored: "\(errors)/\(asked)"
    case .flaky: flaky > 0 ? "\(flaky)/\(asked)" : nil
    case .conforms: notApplicable > 0 ? "\(asked)/\(total)" : nil
    case .notRun: notRun < total ? "\(notRun)/\(total)" : nil
    case .notApplicable: nil
    }
  }

  /// The state in words.
  package var sentence: String {
    switch standing {
    case .conforms:
      notApplicable > 0
        ? "conforms in \(asked) of \(Self.cases(total)), the others are not applicable"
        : "conforms in \(Self.cases(total))"
    case .fails:
      failed > 0
        ? "fails in \(failed) of \(Self.cases(asked))" : "fails in cases about other requirements"
    case .flaky:
      flaky > 0
        ? "fails in some runs, in \(flaky) of \(Self.cases(asked))"
        : "fails in some runs, in cases about other requirements"
    case .errored: "no verdict in \(errors) of \(Self.cases(asked))"
    case .notApplicable: "not applicable"
    case .notRun: "not run in \(notRun) of \(Self.cases(total))"
    }
  }

  private static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }
}

extension MatrixCell.Standing {
  /// The sign; none of them has an emoji form.
  var sign: String {
    switch self {
    case .conforms: "✓"
    case .fails: "✗"
    case .flaky: "≈"
    case .errored: "!"
    case .notApplicable: "–"
    case .notRun: "?"
    }
  }

  /// What the sign means.
  var meaning: String {
    switch self {
    case .conforms: "conforms; 4/8: in 4 of 8 cases, the others are not applicable"
    case .fails:
      "fails; 3/8: in 3 of 8 cases; without a count: only in cases about other requirements"
    case .flaky: "flaky: fails in some runs only"
    case .errored: "no verdict: crash or hang"
    case .notApplicable: "not applicable: the library or its language lacks the feature"
    case .notRun: "not run"
    }
  }
}

/// A kind of failure in a cell: cases that fail alike.
package struct MatrixFailure: Sendable, Hashable {
  package var kind: Kind
  /// The cases; empty where the requirement is violated in cases about other requirements.
  package var cases: [String]
  /// How they fail, as a baseline spells it: `order`.
  package var type: String
  /// The reason in the baseline; nil where no baseline expects it.
  package var reason: String?
  /// What was observed in the first case; nil where that could differ from run to run.
  package var message: String?
  /// The title of the first case.
  package var title: String?
  /// The trace of the first case beside the expectation; empty where it could differ.
  package var picture: [String]
  /// The command that repeats it.
  package var replay: String

  /// The certainty of the failure.
  package enum Kind: String, Sendable, Hashable {
    case violation
    case error
    case inSomeRuns
  }

  /// The cases that are named before the rest is counted.
  private static let namedCases = 6

  /// The first case, what was observed, and the command that repeats it.
  var block: [String] {
    var lines: [String] = []
    if let title, let first = cases.first { lines.append("\(first) \(title)") }
    if let message { lines.append(message) }
    if !picture.isEmpty { lines += [""] + picture }
    return lines + (lines.isEmpty ? [replay] : ["", replay])
  }

  /// The first cases, and how many more there are.
  var named: (cases: [String], rest: Int) {
    (Array(cases.prefix(Self.namedCases)), max(0, cases.count - Self.namedCases))
  }
}
