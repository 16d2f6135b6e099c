/// How one performance of a scenario ended, in a word.
package struct RunOutcome: Sendable, Hashable {
  /// The name in reports: `conforms`, `aplus.order`.
  package let name: String

  package static let conforms = RunOutcome("conforms")
  package static let notApplicable = RunOutcome("n/a")
  package static let notReached = RunOutcome("not reached")
  /// It violates only what the case tests beyond the specification.
  package static let advised = RunOutcome("advised")
  package static func violates(_ type: FailureType) -> RunOutcome { RunOutcome(type.rawValue) }
  package static func error(_ type: HarnessError.ErrorType) -> RunOutcome { RunOutcome(type.rawValue) }

  private static let harmless = [conforms, notApplicable, notReached, advised]

  private init(_ name: String) { self.name = name }

  package init(_ verdict: Verdict) {
    self =
      switch verdict.outcome {
      case .conforms: .conforms
      case .notApplicable: .notApplicable
      case .notReached: .notReached
      case .violates where verdict.isAdvice: .advised
      case .violates: .violates(verdict.violations.first?.type ?? .state)
      case .error(let error): .error(error.type)
      }
  }

  /// Reads an outcome from its name in reports; nil if the name is unknown.
  package init?(name: String) {
    self.init(name)
    guard !isFailure || FailureType(rawValue: name) != nil || HarnessError.ErrorType(rawValue: name) != nil else {
      return nil
    }
  }

  /// Whether the library or the adapter is at fault.
  package var isFailure: Bool { !Self.harmless.contains(self) }
}

/// How the performances of a scenario in one stage ended.
package struct StageOutcomes: Sendable, Hashable {
  /// The name of the stage; empty if the run has a single stage.
  package var stage: String
  /// How often each outcome occurred, in the order of first occurrence.
  package var counts: [Count]

  package struct Count: Sendable, Hashable {
    package var outcome: RunOutcome
    package var times: Int
  }

  package init(stage: String, of outcomes: [RunOutcome]) {
    self.stage = stage
    counts = []
    for outcome in outcomes {
      if let place = counts.firstIndex(where: { $0.outcome == outcome }) {
        counts[place].times += 1
      } else {
        counts.append(Count(outcome: outcome, times: 1))
      }
    }
  }
}

/// A stage of a run, with its own hosts and conditions.
package struct Stage: Sendable, Hashable {
  /// The name in reports, which show stages of the same name together.
  package var name: String
  /// How often each scenario is performed.
  package var performances: Int
  /// How many hosts work at the same time.
  package var jobs: Int
  /// How many threads of the runner keep the processors busy during the stage.
  package var busyThreads = 0
  /// The factor that multiplies the time limit.
  package var timeoutFactor = 1

  package init(name: String, performances: Int, jobs: Int) {
    self.name = name
    self.performances = performances
    self.jobs = jobs
  }

  /// The stages that detect flaky cases: ten performances in one host, five with a new host each,
  /// and five beside twice as many busy threads as there are processors.
  ///
  /// - Parameters:
  ///   - jobs: How many hosts work at the same time, except in the first stage.
  ///   - processors: How many processors there are.
  /// - Returns: The stages in their order.
  package static func stability(jobs: Int, processors: Int) -> [Stage] {
    var loaded = Stage(name: "under load", performances: 5, jobs: jobs)
    loaded.busyThreads = 2 * processors
    loaded.timeoutFactor = 4
    return [Stage(name: "in one host", performances: 10, jobs: 1)]
      + Array(repeating: Stage(name: "in new hosts", performances: 1, jobs: jobs), count: 5) + [loaded]
  }
}
