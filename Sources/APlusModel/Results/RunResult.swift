/// The result of one command: every adapter's run.
package struct RunResult: Sendable {
  package var adapters: [AdapterResult]
  package var seed: UInt64
  /// Wall time of the whole run.
  package var seconds: Double
  /// UTC, `2026-11-20T20:53:25`.
  package var timestamp: String
  package var isInterrupted: Bool
  /// The shard that this run covers; nil for a whole run.
  package var shard: Shard?

  package init(
    adapters: [AdapterResult], seed: UInt64, seconds: Double, timestamp: String, isInterrupted: Bool,
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

/// The result of one adapter's run.
package struct AdapterResult: Sendable {
  /// The name in reports.
  package var name: String
  /// The command-line argument that names the adapter.
  ///
  /// The command that repeats a failure contains it.
  package var argument: String
  package var identity: HostIdentity?
  /// A result for each selected scenario, in the order of the specification.
  package var cases: [CaseResult]
  /// Why the adapter could not be started; the cases are then `notRun`.
  package var launchFailure: HarnessError?
  package var seconds: Double
  /// The baseline after it was applied; nil if none was used.
  package var baseline: BaselineResult?
  /// The capabilities that the run requires and the adapter lacks.
  package var missing: [Capability]
  /// The capabilities that the adapter claims but lacks; cases that need them were not run.
  package var withdrawn: [WithdrawnCapability] = []
  /// A hint at a fault that may be in the adapter instead of its library; nil if there is none.
  package var hint: String?
  /// The stages that detect flaky cases; empty without `--verify-stability`.
  package var stabilityStages: [Stage] = []
  /// The progress of a run that ended early; nil if it was complete, or performs each case once.
  package var performances: Performances?
  /// The adapter's file for readers to open; nil if it is not known.
  package var file: String?
  /// The part of all cases that was selected.
  package var scope = RunScope.all

  package init(
    name: String, argument: String, identity: HostIdentity?, cases: [CaseResult], launchFailure: HarnessError? = nil,
    seconds: Double, baseline: BaselineResult? = nil, missing: [Capability] = []
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

/// The part of all cases that a run selected.
package struct RunScope: Sendable, Hashable {
  /// The chapters that were named; none for those of a default run.
  package var chapters: [String]
  /// How many cases there are to select from; nil if all of them were selected.
  package var total: Int?

  package init(chapters: [String] = [], total: Int? = nil) {
    self.chapters = chapters
    self.total = total
  }

  /// Every case of a default run.
  package static let all = RunScope()

  /// What two runs selected together.
  package func union(_ other: RunScope) -> RunScope {
    if self == .all || other == .all { return .all }
    let isDefault = chapters.isEmpty || other.chapters.isEmpty
    return RunScope(
      chapters: isDefault ? [] : chapters + other.chapters.filter { !chapters.contains($0) },
      total: [total, other.total].compactMap(\.self).max())
  }
}

/// How many performances a run completed, over all cases of an adapter.
package struct Performances: Sendable, Hashable {
  package var done: Int
  package var wanted: Int

  package init(done: Int, wanted: Int) {
    self.done = done
    self.wanted = wanted
  }

  /// The sum over several parts of a run; nil if there are none.
  package static func sum(_ parts: [Performances]) -> Performances? {
    parts.isEmpty
      ? nil : Performances(done: parts.reduce(0) { $0 + $1.done }, wanted: parts.reduce(0) { $0 + $1.wanted })
  }

  /// The numbers with a unit: `12 of 40 performances`.
  package var description: String { "\(done) of \(wanted) performances" }
}

/// A capability that an adapter claims but lacks.
///
///     WithdrawnCapability(Capability("acceptance"), because: "resolve does not report whether it took effect")
package struct WithdrawnCapability: Sendable, Hashable {
  package var capability: Capability
  /// What was observed, and what to change.
  package var reason: String

  package init(_ capability: Capability, because reason: String) {
    self.capability = capability
    self.reason = reason
  }

  /// Whether it includes a capability that is claimed or needed.
  package func covers(_ other: Capability) -> Bool {
    other.name == capability.name && (capability.detail ?? other.detail) == other.detail
  }
}

/// What a host reports about itself in its hello.
package struct HostIdentity: Sendable, Hashable {
  package var adapter: String
  package var language: String
  package var library: String
  package var version: String
  package var capabilities: [Capability]
  package var quiescence: Strength

  package init(
    adapter: String, language: String, library: String, version: String, capabilities: [Capability],
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

extension Scenario {
  /// Whether the case is about kinds of values of a language that is not the host's; false for a
  /// host that has not said what it can do.
  ///
  /// Results leave such cases out: as skipped tests they would bury those that say something.
  package func isForeign(to host: HostIdentity?) -> Bool {
    guard let host else { return false }
    return capabilities.contains { $0.name == "kinds" && !host.capabilities.provide($0) }
  }
}
