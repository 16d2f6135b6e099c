/// The result of one scenario on one adapter.
package struct CaseResult: Sendable {
  package var scenario: Scenario
  package var status: Status
  package var trace: Trace?
  /// Whether the trace was dropped because all traces together are too large.
  package var isTraceOmitted = false
  package var seconds: Double
  /// The end of what the host wrote to stderr while it performed a scenario that failed.
  package var standardError: String
  /// The entry of the baseline about this case.
  package var expectedFailure: ExpectedFailure?
  /// How its performances ended, stage by stage, where some failed and they did not all end alike.
  package var outcomes: [StageOutcomes] = []
  /// What repeating a failed case showed.
  package var repetition: Repetition?
  /// The run that the result is from, where several were merged that differ; nil: the one at hand.
  package var origin: Origin?

  package init(
    scenario: Scenario,
    status: Status,
    trace: Trace? = nil,
    seconds: Double = 0,
    standardError: String = "",
    expectedFailure: ExpectedFailure? = nil
  ) {
    self.scenario = scenario
    self.status = status
    self.trace = trace
    self.seconds = seconds
    self.standardError = standardError
    self.expectedFailure = expectedFailure
  }

  /// What the command that repeats a case needs of the run.
  package struct Origin: Sendable, Hashable {
    package var seed: UInt64
    /// The options that change what a case shows.
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
    /// It fails alone, too.
    case repeated
    /// It failed in the run, and neither alone nor after the cases before it.
    case notRepeated
    /// It passes alone, and fails after this case in the same host.
    case aftermath(of: String)
  }

  /// How a case ended, as far as a baseline can expect it.
  package enum Finding: Hashable {
    case passed
    /// It failed in these ways; a flaky case passed in some performances.
    case failed(types: Set<String>, isFlaky: Bool)
  }

  /// The state of a case after its baseline is applied, by which every report counts.
  package enum Standing {
    case passed
    case failed([Violation])
    /// It passes alone, and fails after this case in the same host.
    case aftermath(of: String)
    case errored(HarnessError)
    case notApplicable(reason: String)
    /// Violations of these requirements kept the program from reaching what the case asks.
    case notReached(because: [String])
    /// It violates only what goes beyond the specification.
    case advised([Violation])
    case notRun(reason: String)
    /// It failed as its baseline says.
    case expectedFailure(ExpectedFailure)
    /// Its baseline says that it fails in some runs; it passed, or failed as expected.
    case expectedInSomeRuns(ExpectedFailure)
    /// It passed, although its baseline says that it fails.
    case unexpectedPass(ExpectedFailure)
  }
}

extension CaseResult {
  package var verdict: Verdict? {
    if case .judged(let verdict) = status { verdict } else { nil }
  }

  /// Whether the case passes alone, and fails after another case in the same host.
  package var isAftermath: Bool {
    if case .aftermath = repetition { true } else { false }
  }

  package var isError: Bool {
    if case .error? = verdict?.outcome { true } else { false }
  }

  /// Whether the case violates its requirement, or gave an error.
  package var isFailure: Bool {
    switch verdict?.outcome {
    case .violates: verdict?.isAdvice == false
    case .error: true
    case .conforms, .notApplicable, .notReached, nil: false
    }
  }

  /// How the case ended; nil where it was not asked.
  package var finding: Finding? {
    guard let verdict else { return nil }
    let type: String
    switch verdict.outcome {
    case .conforms: return .passed
    case .notApplicable, .notReached: return nil
    case .violates: type = (verdict.violations.first?.type ?? .state).rawValue
    case .error(let error): type = error.type.rawValue
    }
    guard !outcomes.isEmpty else { return .failed(types: [type], isFlaky: false) }
    let seen = outcomes.flatMap(\.counts).map(\.outcome)
    return .failed(
      types: Set(seen.filter(\.isFailure).map(\.name)),
      isFlaky: !seen.allSatisfy(\.isFailure)
    )
  }

  package var standing: Standing {
    if let entry = expectedFailure, let finding {
      if entry.explains(finding) {
        return entry.isInSomeRuns ? .expectedInSomeRuns(entry) : .expectedFailure(entry)
      }
      if finding == .passed { return .unexpectedPass(entry) }
    }
    if case .aftermath(let cause) = repetition { return .aftermath(of: cause) }
    switch status {
    case .notRun(let reason): return .notRun(reason: reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: return .passed
      case .violates:
        return verdict.isAdvice ? .advised(verdict.violations) : .failed(verdict.violations)
      case .notReached(let requirements): return .notReached(because: requirements)
      case .notApplicable(let reason): return .notApplicable(reason: reason)
      case .error(let error): return .errored(error)
      }
    }
  }

  /// The entry of the baseline that expects the case to fail otherwise than it does.
  package var contradictedEntry: ExpectedFailure? {
    guard let entry = expectedFailure, let finding, finding != .passed, !entry.explains(finding)
    else { return nil }
    return entry
  }
}

extension AdapterResult {
  /// The ids of the cases that were judged, also as not applicable.
  package var asked: Set<String> {
    Set(cases.filter { $0.verdict != nil }.map(\.scenario.id))
  }

  /// How each requirement is violated in cases that do not fail by it.
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
