package import APlusModel

/// The number of cases of each standing.
package struct Tally: Sendable, Hashable {
  package private(set) var total = 0
  package private(set) var passed = 0
  package private(set) var failed = 0
  /// Cases that fail only after another case in the same host.
  package private(set) var aftermath = 0
  package private(set) var errors = 0
  package private(set) var notApplicable = 0
  /// Cases that another violation kept from reaching the behavior they test.
  package private(set) var notReached = 0
  /// Cases that violate only advice, which goes beyond the specification.
  package private(set) var advised = 0
  package private(set) var notRun = 0
  /// Cases that failed as the baseline expects in every run.
  package private(set) var expectedFailures = 0
  /// Cases that the baseline expects to fail in some runs, whether or not they failed in this one.
  package private(set) var expectedInSomeRuns = 0
  package private(set) var unexpectedPasses = 0

  package init(_ cases: some Sequence<CaseResult>) {
    for result in cases {
      total += 1
      switch result.standing {
      case .passed: passed += 1
      case .failed: failed += 1
      case .aftermath: aftermath += 1
      case .errored: errors += 1
      case .notApplicable: notApplicable += 1
      case .notReached: notReached += 1
      case .advised: advised += 1
      case .notRun: notRun += 1
      case .expectedFailure: expectedFailures += 1
      case .expectedInSomeRuns: expectedInSomeRuns += 1
      case .unexpectedPass: unexpectedPasses += 1
      }
    }
  }

  /// Cases that fail or pass against expectation.
  var unexpected: Int { failed + aftermath + unexpectedPasses }

  /// The passed cases and the other counts that are not zero: `10 passed, 2 failed`.
  var description: String {
    let others: [(Int, String)] = [
      (failed, "\(failed) failed"), (aftermath, aftermath.counted("aftermath failure")),
      (errors, errors.counted("error")),
      (unexpectedPasses, unexpectedPasses.counted("unexpected pass", plural: "unexpected passes")),
      (notApplicable, "\(notApplicable) \(RunOutcome.notApplicable.name)"),
      (notReached, "\(notReached) \(RunOutcome.notReached.name)"), (advised, "\(advised) \(RunOutcome.advised.name)"),
      (expectedFailures, expectedFailures.counted("expected failure")),
      (expectedInSomeRuns, "\(expectedInSomeRuns) expected to fail in some runs"), (notRun, "\(notRun) not run"),
    ]
    let shown = others.filter { $0.0 > 0 }.map { $0.1 }
    return (["\(passed) passed"] + shown).joined(separator: ", ")
  }
}
