/// The result of one command: every adapter's run.
package struct RunResult: Sendable {
  package var adapters: [AdapterResult]
  package var seed: UInt64
  /// Wall time of the whole run.
  package var seconds: Double
  /// UTC, `2026-11-20T20:53:25`.
  package var timestamp: String
  package var isInterrupted: Bool

  package init(
    adapters: [AdapterResult],
    seed: UInt64,
    seconds: Double,
    timestamp: String,
    isInterrupted: Bool
  ) {
    self.adapters = adapters
    self.seed = seed
    self.seconds = seconds
    self.timestamp = timestamp
    self.isInterrupted = isInterrupted
  }
}

/// What happened with one adapter.
package struct AdapterResult: Sendable {
  /// The name that reports use.
  package var name: String
  /// The argument that names the adapter on the command line, for the command that repeats a failure.
  package var argument: String
  package var identity: HostIdentity?
  /// One for each selected scenario, in the order of the specification.
  package var cases: [CaseResult]
  /// Why the adapter could not be started; the cases are then `notRun`.
  package var launchFailure: HarnessError?
  package var seconds: Double
  /// What was expected to fail; nil where no baseline was used.
  package var baseline: BaselineResult?
  /// What the run requires and the adapter lacks.
  package var missing: [Capability]
  /// The claims that the adapter does not keep, so that cases that need them were not asked.
  package var withdrawn: [WithdrawnCapability] = []
  /// What the adapter may be to blame for as well as its library.
  package var hint: String?
  /// What was done to see whether a verdict moves; empty where that was not asked.
  package var stabilityStages: [Stage] = []

  package init(
    name: String,
    argument: String,
    identity: HostIdentity?,
    cases: [CaseResult],
    launchFailure: HarnessError? = nil,
    seconds: Double,
    baseline: BaselineResult? = nil,
    missing: [Capability] = []
  ) {
    self.name = name
    self.argument = argument
    self.identity = identity
    self.cases = cases
    self.launchFailure = launchFailure
    self.seconds = seconds
    self.baseline = baseline
    self.missing = missing
  }
}

/// A claim that an adapter does not keep.
///
///     WithdrawnCapability(Capability("acceptance"), because: "resolve does not report whether it took effect")
package struct WithdrawnCapability: Sendable, Hashable {
  package var capability: Capability
  /// What was seen, and what to change.
  package var reason: String

  package init(_ capability: Capability, because reason: String) {
    self.capability = capability
    self.reason = reason
  }

  /// Whether a claim, or what a case needs, is part of it.
  package func covers(_ other: Capability) -> Bool {
    other.name == capability.name && (capability.detail ?? other.detail) == other.detail
  }
}

/// What a host says of itself in its hello.
package struct HostIdentity: Sendable, Hashable {
  package var adapter: String
  package var language: String
  package var library: String
  package var version: String
  package var capabilities: [Capability]
  package var quiescence: Strength

  package init(
    adapter: String,
    language: String,
    library: String,
    version: String,
    capabilities: [Capability],
    quiescence: Strength
  ) {
    self.adapter = adapter
    self.language = language
    self.library = library
    self.version = version
    self.capabilities = capabilities
    self.quiescence = quiescence
  }
}

/// The result of one scenario on one adapter.
package struct CaseResult: Sendable {
  package var scenario: Scenario
  package var status: Status
  package var trace: Trace?
  /// Whether there was a trace that is not kept, as all traces together were too large.
  package var isTraceOmitted = false
  package var seconds: Double
  /// The last lines that the host wrote to stderr while it performed a scenario that failed.
  package var standardError: String
  /// What its performances showed, where they did not all end alike.
  package var variation: Variation?
  /// The entry of the baseline that is about this case.
  package var expectedFailure: ExpectedFailure?
  /// What each part of the run showed, of a case whose verdict moved; empty for one that stood still.
  package var sightings: [StageSightings] = []
  /// What performing it again showed, of a case that failed and was performed again.
  package var repetition: Repetition?

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

  /// What performing a failed case again, alone in a new host, showed.
  package enum Repetition: Sendable, Hashable {
    /// It fails alone, too.
    case repeated
    /// It failed in the run, and neither alone nor after what came before it.
    case notRepeated
    /// It passes alone, and fails after another scenario, which is named, in the same host.
    case aftermath(of: String)
  }

  /// Whether it passes alone, and fails after another scenario in one host.
  package var isAftermath: Bool {
    if case .aftermath = repetition { true } else { false }
  }

  /// Either judged, or not performed.
  package enum Status: Sendable, Hashable {
    case judged(Verdict)
    /// After `--fail-fast`, an interrupt, or a launch failure.
    case notRun(reason: String)
  }
  /// How several performances of a case ended, of which the worst alone is told in full.
  package struct Variation: Sendable, Hashable {
    /// The types of failure, as reports spell them.
    package var types: Set<String>
    /// Whether some of them passed.
    package var passes: Bool

    package init(types: Set<String>, passes: Bool) {
      self.types = types
      self.passes = passes
    }
  }
}

extension CaseResult {
  /// Whether the case gave an error.
  package var isError: Bool {
    if case .judged(let verdict) = status, case .error = verdict.outcome { true } else { false }
  }

  /// Whether the case violates or gave an error.
  package var isFailure: Bool {
    guard case .judged(let verdict) = status else { return false }
    return switch verdict.outcome {
    case .violates: !verdict.isAdvice
    case .error: true
    case .conforms, .notApplicable, .notReached: false
    }
  }
}
