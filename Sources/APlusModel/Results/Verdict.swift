/// What the judge says about one trace of one scenario.
package struct Verdict: Sendable, Hashable {
  package var outcome: Outcome
  /// The violations that decide the case, the most significant first; empty when it conforms.
  package var violations: [Violation]
  /// A sample of the violations that do not decide this case, which reports group by requirement.
  package var incidental: [Violation]
  /// The number of deciding violations that the sample in `violations` omits.
  package var omitted: Int
  /// How strong the evidence is; nil where there was no trace that reached quiescence.
  package var strength: Strength?
  /// Handlers that began on another stack before the call that explains them had ended; allowed unless strict.
  package var concurrentStarts: Int
  /// Whether only what the case asks beyond its specification is violated: that is reported, and fails nothing.
  ///
  /// A law that is broken, a crash and what gets stuck are violations in every case.
  package var isAdvice: Bool

  package init(
    outcome: Outcome,
    violations: [Violation] = [],
    incidental: [Violation] = [],
    omitted: Int = 0,
    strength: Strength? = nil,
    concurrentStarts: Int = 0,
    isAdvice: Bool = false
  ) {
    self.outcome = outcome
    self.violations = violations
    self.incidental = incidental
    self.omitted = omitted
    self.strength = strength
    self.concurrentStarts = concurrentStarts
    self.isAdvice = isAdvice
  }

  /// The verdicts.
  package enum Outcome: Sendable, Hashable {
    case conforms
    case violates
    /// The program did not reach what the case asks, because these other requirements are violated;
    /// their violations are among the incidental ones.
    case notReached(because: [String])
    case notApplicable(reason: String)
    case error(HarnessError)
  }
}

/// One finding of the judge.
package struct Violation: Sendable, Hashable {
  /// The law; nil for an expectation of the case.
  package var law: Law?
  /// The requirement that is violated, such as `2.2.4`.
  package var requirement: String
  package var type: FailureType
  /// One line: what was seen and what was expected.
  package var message: String
  package var expected: String
  package var observed: String
  /// The sequence number of the first event that diverges; nil when something is missing at the end.
  package var event: Int?
  /// The promises whose handlers are missing, as references of the trace; empty where an event diverges.
  package var promises: [Int]

  package init(
    law: Law?,
    requirement: String,
    type: FailureType,
    message: String = "",
    expected: String = "",
    observed: String = "",
    event: Int? = nil,
    promises: [Int] = []
  ) {
    self.law = law
    self.requirement = requirement
    self.type = type
    self.message = message
    self.expected = expected
    self.observed = observed
    self.event = event
    self.promises = promises
  }
}

/// The closed list of kinds of failure in reports.
package enum FailureType: String, Sendable, Hashable, CaseIterable {
  /// A handler that was not called from a clean stack.
  case zalgo = "aplus.zalgo"
  case order = "aplus.order"
  /// Called twice, or never.
  case count = "aplus.count"
  case value = "aplus.value"
  case state = "aplus.state"
  case cycle = "aplus.cycle"
  case assimilation = "aplus.assimilation"
  case stuck = "aplus.stuck"
  case cancellation = "aplus.cancellation"
  case context = "aplus.context"
  /// It takes ever longer.
  case growth = "aplus.growth"
  /// The library ended the process.
  case crash = "aplus.crash"
  /// Seen in some performances of a case and not in others.
  case flaky = "aplus.flaky"
}

/// Why there is no verdict about the library.
package struct HarnessError: Error, Sendable, Hashable {
  package var type: ErrorType
  /// One line.
  package var message: String

  package init(type: ErrorType, message: String = "") {
    self.type = type
    self.message = message
  }

  /// The closed list of kinds of error in reports.
  package enum ErrorType: String, Sendable, Hashable, CaseIterable {
    case crash = "aplus.adapter-crash"
    case launch = "aplus.adapter-launch"
    /// The adapter claims a capability that it lacks, or calls the wrong function of the library.
    case wiring = "aplus.adapter-wiring"
    case protocolViolation = "aplus.adapter-protocol"
    case timeout = "aplus.timeout"
    case specification = "aplus.spec-invalid"
    case harness = "aplus.harness"
  }
}
