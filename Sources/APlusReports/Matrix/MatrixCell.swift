/// What a library does about one requirement.
package struct MatrixCell: Sendable, Hashable {
  /// The cases about the requirement.
  package var total = 0
  package var passed = 0
  /// Those that violate it, as expected or not.
  package var failed = 0
  /// Those that gave no verdict, as expected or not.
  package var errors = 0
  /// Those that a baseline expects to fail in some runs.
  package var moving = 0
  package var notApplicable = 0
  package var notReached = 0
  package var notRun = 0
  /// What did not hold, each kind once.
  package var failures: [MatrixFailure] = []

  /// The cases that the library could be asked, and was.
  package var asked: Int { total - notApplicable - notReached - notRun }

  /// The state of a cell, in one word.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    case conforms
    case fails
    /// Fails in some runs and not in others.
    case moves
    case errored
    case notExpressible
    case notRun
  }

  /// The worst that is to be told.
  package var standing: Standing {
    if failures.contains(where: { $0.kind == .violation }) { return .fails }
    if errors > 0 { return .errored }
    if failures.contains(where: { $0.kind == .inSomeRuns }) { return .moves }
    if notRun > 0 { return .notRun }
    return asked > 0 ? .conforms : .notExpressible
  }

  /// The cases behind the sign, as `3/8`; nil where the sign says everything.
  ///
  /// Of what fails, those of all that were asked; of what conforms, those that could be asked.
  package var share: String? {
    switch standing {
    case .fails: failed > 0 ? "\(failed)/\(asked)" : nil
    case .errored: "\(errors)/\(asked)"
    case .moves: moving > 0 ? "\(moving)/\(asked)" : nil
    case .conforms: notApplicable > 0 ? "\(asked)/\(total)" : nil
    case .notRun: notRun < total ? "\(notRun)/\(total)" : nil
    case .notExpressible: nil
    }
  }

  /// The state in words.
  package var sentence: String {
    switch standing {
    case .conforms:
      notApplicable > 0
        ? "conforms in \(asked) of \(Self.cases(total)), the others are not expressible"
        : "conforms in \(Self.cases(total))"
    case .fails:
      failed > 0
        ? "fails in \(failed) of \(Self.cases(asked))" : "fails in cases about other requirements"
    case .moves:
      moving > 0
        ? "fails in some runs, in \(moving) of \(Self.cases(asked))"
        : "fails in some runs, in cases about other requirements"
    case .errored: "no verdict in \(errors) of \(Self.cases(asked))"
    case .notExpressible: "not expressible"
    case .notRun: "not run in \(notRun) of \(Self.cases(total))"
    }
  }

  private static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }
}

extension MatrixCell.Standing {
  /// The sign; none of them has a picture that would replace it on some systems.
  var sign: String {
    switch self {
    case .conforms: "✓"
    case .fails: "✗"
    case .moves: "≈"
    case .errored: "!"
    case .notExpressible: "–"
    case .notRun: "?"
    }
  }

  /// What the sign means.
  var meaning: String {
    switch self {
    case .conforms: "conforms; 4/8: in the 4 of 8 cases that it could be asked"
    case .fails: "fails; 3/8: in 3 of the 8 cases that it was asked, without: in cases about others"
    case .moves: "fails in some runs, and not in others"
    case .errored: "no verdict: it crashed or hung"
    case .notExpressible: "not expressible: the library or its language has no such thing"
    case .notRun: "not run"
    }
  }
}
