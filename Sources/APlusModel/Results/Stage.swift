/// A part of a run that has hosts of its own, and conditions of its own.
package struct Stage: Sendable, Hashable {
  /// What reports call it; stages of one name are told together.
  package var name: String
  /// How often each scenario is performed.
  package var performances: Int
  /// How many hosts work at the same time.
  package var jobs: Int
  /// How many threads of the runner keep the processors busy meanwhile.
  package var busyThreads = 0
  /// What the time-out is multiplied by.
  package var patience = 1

  package init(name: String, performances: Int, jobs: Int) {
    self.name = name
    self.performances = performances
    self.jobs = jobs
  }

  /// How long a host that shares the processors with others may take, for one that has them alone.
  private static let patienceUnderLoad = 4

  /// The stages that show whether verdicts move: ten performances in one host, five with a new
  /// host each, and five beside twice as many busy threads as there are processors.
  ///
  /// - Parameters:
  ///   - jobs: How many hosts work at the same time, where it need not be one.
  ///   - processors: How many processors there are.
  /// - Returns: The stages, one after the other.
  package static func stability(jobs: Int, processors: Int) -> [Stage] {
    var loaded = Stage(name: "under load", performances: 5, jobs: jobs)
    loaded.busyThreads = 2 * processors
    loaded.patience = patienceUnderLoad
    return [Stage(name: "in one host", performances: 10, jobs: 1)]
      + Array(repeating: Stage(name: "in new hosts", performances: 1, jobs: jobs), count: 5)
      + [loaded]
  }
}
