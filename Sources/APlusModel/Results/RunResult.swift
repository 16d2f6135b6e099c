/// The result of one command: every adapter's run.
package struct RunResult: Sendable {
  package var adapters: [AdapterResult]
  package var seed: UInt64
  /// Wall time of the whole run.
  package var seconds: Double
  /// UTC, `2026-11-20T20:53:25`.
  package var timestamp: String
  package var isInterrupted: Bool
  /// The part of the run that this is; nil where it is whole.
  package var shard: Shard?

  package init(
    adapters: [AdapterResult],
    seed: UInt64,
    seconds: Double,
    timestamp: String,
    isInterrupted: Bool,
    shard: Shard? = nil
  ) {
    self.adapters = adapters
    self.seed = seed
    self.seconds = seconds
    self.timestamp = timestamp
    self.isInterrupted = isInterrupted
    self.shard = shard
  }
}

/// What happened with one adapter.
package struct AdapterResult: Sendable {
  /// The name that reports use.
  package var name: String
  /// The argument that names the adapter on the command line, for the command that repeats a failure.
  package var argument: String
  package var identity: HostIdentity?
  /// A result for each selected scenario, in the order of the specification.
  package var cases: [CaseResult]
  /// Why the adapter could not be started; the cases are then `notRun`.
  package var launchFailure: HarnessError?
  package var seconds: Double
  /// What was expected to fail; nil where no baseline was used.
  package var baseline: BaselineResult?
  /// What the run requires and the adapter lacks.
  package var missing: [Capability]
  /// The claims that the adapter does not keep; cases that need them were not asked.
  package var withdrawn: [WithdrawnCapability] = []
  /// A fault that may be the adapter's as well as its library's.
  package var hint: String?
  /// The stages that looked for flaky cases; empty without `--verify-stability`.
  package var stabilityStages: [Stage] = []
  /// How many performances there were of how many, where cases have several and the run ended early; else nil.
  package var performances: Performances?
  /// The file of the adapter that a reader would open, as far as it is known.
  package var file: String?

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

/// How far a run came whose cases are performed several times, over all cases of an adapter.
package struct Performances: Sendable, Hashable {
  package var done: Int
  package var wanted: Int

  package init(done: Int, wanted: Int) {
    self.done = done
    self.wanted = wanted
  }

  /// How far several parts of a run came together.
  package static func sum(_ parts: [Performances]) -> Performances? {
    parts.isEmpty
      ? nil
      : Performances(
        done: parts.reduce(0) { $0 + $1.done },
        wanted: parts.reduce(0) { $0 + $1.wanted }
      )
  }

  /// The numbers with a unit: `12 of 40 performances`.
  package var description: String { "\(done) of \(wanted) performances" }
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
