/// The result of one scenario on one adapter.
package struct CaseResult: Sendable {
  package var scenario: Scenario
  package var status: Status
  package var trace: Trace?
  /// Whether the trace was dropped because all traces together would be too large.
  package var isTraceOmitted = false
  package var seconds: Double
  /// The end of the host's error output while it performed a scenario that failed.
  package var standardError: String
  /// The baseline entry for this case, if any.
  package var expectedFailure: ExpectedFailure?
  /// How its performances ended, by stage; empty unless some failed and their outcomes differ.
  package var outcomes: [StageOutcomes] = []
  /// What repeating the failed case showed; nil if it was not repeated.
  package var repetition: Repetition?
  /// The run that the result is from, if differing runs were merged; nil for the current run.
  package var origin: Origin?

  package init(
    scenario: Scenario, status: Status, trace: Trace? = nil, seconds: Double = 0, standardError: String = "",
    expectedFailure: ExpectedFailure? = nil
  ) {
    self.scenario = scenario
    self.status = status
    self.trace = trace
    self.seconds = seconds
    self.standardError = standardError
    self.expectedFailure = expectedFailure
  }

  /// The settings of a run that the command to repeat a case needs.
  package struct Origin: Sendable, Hashable {
    package var seed: UInt64
    /// The options that affect the result of a case.
    package var options: [String]

    package init(seed: UInt64, options: [String]) {
      self.seed = seed
      self.options = options
    }
  }

  package enum Status: Sendable, Hashable {
    case judged(Verdict)
    /// After `--fail-fast`, an interrupt, or a launch failure.
    case notRun(reason: String)
  }

  /// What repeating a failed case alone in a new host showed.
  package enum Repetition: Sendable, Hashable {
    /// It also fails alone.
    case repeated
    /// It failed in the run, but neither alone nor after the cases that preceded it.
    case notRepeated
    /// It passes alone, but fails after this case in the same host.
    case aftermath(of: String)
  }

  /// In which ways a case failed, as far as a baseline can expect it.
  package struct Finding: Hashable {
    /// The types of its failures; empty if it passed.
    package let types: Set<String>
    /// Whether it passed in some performances.
    package let isFlaky: Bool

    package init(types: Set<String>, isFlaky: Bool) {
      self.types = types
      self.isFlaky = isFlaky
    }

    package static let passed = Finding(types: [], isFlaky: false)

    package var hasFailed: Bool { !types.isEmpty }
  }

  /// The state of a case after its baseline is applied; every report counts by it.
  package enum Standing {
    case passed
    case failed([Violation])
    /// It passes alone, but fails after this case in the same host.
    case aftermath(of: String)
    case errored(HarnessError)
    case notApplicable(reason: String)
    /// Violations of these requirements kept the program from reaching what the case tests.
    case notReached(because: [String])
    /// It violates only what the case tests beyond the specification.
    case advised([Violation])
    case notRun(reason: String)
    /// It failed as its baseline entry says.
    case expectedFailure(ExpectedFailure)
    /// Its baseline entry says that it fails in some runs; it passed, or failed as expected.
    case expectedInSomeRuns(ExpectedFailure)
    /// It passed, although its baseline entry says that it fails.
    case unexpectedPass(ExpectedFailure)
  }
}

extension CaseResult {
  package var verdict: Verdict? { if case .judged(let verdict) = status { verdict } else { nil } }

  /// Whether the case passes alone, but fails after another case in the same host.
  package var isAftermath: Bool { if case .aftermath = repetition { true } else { false } }

  package var isError: Bool { if case .error? = verdict?.outcome { true } else { false } }

  /// Whether the case violates its requirement, or ended in an error.
  package var isFailure: Bool {
    switch verdict?.outcome {
    case .violates: verdict?.isAdvice == false
    case .error: true
    case .conforms, .notApplicable, .notReached, nil: false
    }
  }

  /// How the case ended; nil if it has no verdict about the library.
  package var finding: Finding? {
    guard let verdict else { return nil }
    let type: String
    switch verdict.outcome {
    case .conforms: return .passed
    case .notApplicable, .notReached: return nil
    case .violates: type = (verdict.violations.first?.type ?? .state).rawValue
    case .error(let error): type = error.type.rawValue
    }
    guard !outcomes.isEmpty else { return Finding(types: [type], isFlaky: false) }
    let seen = outcomes.flatMap(\.counts).map(\.outcome)
    return Finding(types: Set(seen.filter(\.isFailure).map(\.name)), isFlaky: !seen.allSatisfy(\.isFailure))
  }

  package var standing: Standing {
    if let entry = expectedFailure, let finding {
      if entry.explains(finding) { return entry.isInSomeRuns ? .expectedInSomeRuns(entry) : .expectedFailure(entry) }
      if finding == .passed { return .unexpectedPass(entry) }
    }
    if case .aftermath(let cause) = repetition { return .aftermath(of: cause) }
    switch status {
    case .notRun(let reason): return .notRun(reason: reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: return .passed
      case .violates: return verdict.isAdvice ? .advised(verdict.violations) : .failed(verdict.violations)
      case .notReached(let requirements): return .notReached(because: requirements)
      case .notApplicable(let reason): return .notApplicable(reason: reason)
      case .error(let error): return .errored(error)
      }
    }
  }

  /// The baseline entry, if it expects the case to fail in another way than it does.
  package var contradictedEntry: ExpectedFailure? {
    guard let entry = expectedFailure, let finding, finding.hasFailed, !entry.explains(finding) else { return nil }
    return entry
  }
}

extension AdapterResult {
  /// The ids of the judged cases, including those judged as not applicable.
  package var judgedIDs: Set<String> { Set(cases.filter { $0.verdict != nil }.map(\.scenario.id)) }

  /// The types of incidental violations, by requirement.
  ///
  /// It omits cases that fail by the same requirement, and cases that fail only after another one.
  package var incidentalTypes: [String: Set<String>] {
    var types: [String: Set<String>] = [:]
    for result in cases {
      guard let verdict = result.verdict, !result.isAftermath else { continue }
      let decided = Set(verdict.isAdvice ? [] : verdict.violations.map(\.requirement))
      for violation in verdict.incidental where !decided.contains(violation.requirement) {
        types[violation.requirement, default: []].insert(violation.type.rawValue)
      }
    }
    return types
  }
}
