/// The judge's verdict on one trace of one scenario.
package struct Verdict: Sendable, Hashable {
  package var outcome: Outcome
  /// The violations that decide the case, the most significant first; empty if it conforms.
  package var violations: [Violation]
  /// A sample of the violations that do not decide this case; reports group them by requirement.
  package var incidental: [Violation]
  /// The number of deciding violations that the sample in `violations` omits.
  package var omitted: Int
  /// The strength of the evidence; nil if no trace reached quiescence.
  package var strength: Strength?
  /// The number of handlers that began on another stack before the call that explains them ended.
  ///
  /// These are allowed unless the run is strict.
  package var concurrentStarts: Int
  /// Whether the library violates only what the case tests beyond the specification.
  ///
  /// Reports show such advice, but it is not a failure. A broken law, a crash or a hang is one in
  /// every case.
  package var isAdvice: Bool

  package init(
    outcome: Outcome, violations: [Violation] = [], incidental: [Violation] = [], omitted: Int = 0,
    strength: Strength? = nil, concurrentStarts: Int = 0, isAdvice: Bool = false
  ) {
    self.outcome = outcome
    self.violations = violations
    self.incidental = incidental
    self.omitted = omitted
    self.strength = strength
    self.concurrentStarts = concurrentStarts
    self.isAdvice = isAdvice
  }

  /// The outcome of a case.
  package enum Outcome: Sendable, Hashable {
    case conforms
    case violates
    /// The program did not reach what the case tests, because the library violates these other
    /// requirements; the violations are among the incidental ones.
    case notReached(because: [String])
    case notApplicable(reason: String)
    case error(HarnessError)
  }
}

/// One finding of the judge.
package struct Violation: Sendable, Hashable {
  /// The violated law; nil for an expectation of the case.
  package var law: Law?
  /// The number of the violated requirement, such as `2.2.4`.
  package var requirement: String
  package var type: FailureType
  /// One line: what was observed and what was expected.
  package var message: String
  package var expected: String
  package var observed: String
  /// The sequence number of the first divergent event; nil if something is missing at the end.
  package var event: Int?
  /// References to the promises with missing handler calls; empty if an event diverges.
  package var promises: [Int]

  package init(
    law: Law?, requirement: String, type: FailureType, message: String = "", expected: String = "",
    observed: String = "", event: Int? = nil, promises: [Int] = []
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

/// The types of failure in reports; the list is closed.
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
  /// An operation whose cost should be constant takes longer and longer.
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

  /// The types of error in reports; the list is closed.
  package enum ErrorType: String, Sendable, Hashable, CaseIterable {
    case crash = "aplus.adapter-crash"
    case launch = "aplus.adapter-launch"
    /// The adapter claims a capability that it lacks, or calls the wrong function of the library.
    case wiring = "aplus.adapter-wiring"
    case protocolViolation = "aplus.adapter-protocol"
    case timeout = "aplus.timeout"
    /// A thread of the library still computed when the time was over.
    case computing = "aplus.computing"
    case specification = "aplus.spec-invalid"
    case harness = "aplus.harness"
  }
}
