import APlusHosting
package import APlusModel

/// How scenarios are run.
package struct RunOptions: Sendable {
  /// How many hosts of an adapter work at the same time.
  package var jobs: Int
  /// How long a host may take to say hello, and for each scenario of up to 5,000 steps.
  package var timeout: Duration
  /// How long a host may take to say hello and for each smoke program; nil for as long as `timeout`.
  package var startTimeout: Duration?
  /// After how many scenarios that violate or give an error, unexpectedly, the run ends; nil runs all.
  package var failureLimit: Int?
  /// Whether a failure is known, so that it does not count against the limit.
  package var isExpected: @Sendable (_ adapter: String, CaseResult) -> Bool
  /// Whether the traces of scenarios that conform are kept as well.
  package var keepsAllTraces: Bool
  package var seed: UInt64
  /// How often each scenario is performed.
  package var repetitions: Int
  /// How many rounds a scenario has that is made of rounds; nil leaves it to the scenario.
  ///
  /// More than fit into one trace are performed in several runs of the host.
  package var rounds: Int?
  /// Where not empty, what is done instead to see whether a verdict moves.
  package var stabilityStages: [Stage] = []
  /// Whether the first failure of each kind is performed once more alone; not where cases are performed several times.
  package var isolatesFailures = false
  /// What an adapter must be able to do.
  package var required: [Capability]
  /// How long a line of a host may be, in bytes.
  package var lineLimit: Int
  /// Asked between scenarios and while waiting; once true, the run ends.
  package var isInterrupted: @Sendable () -> Bool
  /// Told of each result once, from any thread.
  ///
  /// A host may take a result back by reporting a late event; only the run's
  /// result shows that.
  package var progress: @Sendable (_ adapter: String, CaseResult) -> Void
  /// Given each trace as it comes, with the number of the performance from 1, from any thread.
  package var trace: @Sendable (_ adapter: String, Scenario, _ performance: Int, Trace) -> Void
  /// Told what a user who asks for details wants to know, a line at a time.
  package var log: @Sendable (String) -> Void

  package init(
    jobs: Int = 1,
    timeout: Duration = .seconds(10),
    failureLimit: Int? = nil,
    isExpected: @escaping @Sendable (_ adapter: String, CaseResult) -> Bool = { _, _ in false },
    keepsAllTraces: Bool = false,
    seed: UInt64 = 0,
    repetitions: Int = 1,
    required: [Capability] = [],
    lineLimit: Int = 64 << 20,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ adapter: String, CaseResult) -> Void = { _, _ in },
    trace: @escaping @Sendable (String, Scenario, Int, Trace) -> Void = { _, _, _, _ in },
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.jobs = jobs
    self.timeout = timeout
    self.failureLimit = failureLimit
    self.isExpected = isExpected
    self.keepsAllTraces = keepsAllTraces
    self.seed = seed
    self.repetitions = repetitions
    self.required = required
    self.lineLimit = lineLimit
    self.isInterrupted = isInterrupted
    self.progress = progress
    self.trace = trace
    self.log = log
  }

  /// The options for performing a few scenarios again, of which nobody is told.
  var forRepetition: RunOptions {
    var options = self
    options.jobs = 1
    options.failureLimit = nil
    options.isExpected = { _, _ in true }
    options.keepsAllTraces = true
    options.repetitions = 1
    options.rounds = nil
    options.stabilityStages = []
    options.isolatesFailures = false
    options.progress = { _, _ in }
    options.trace = { _, _, _, _ in }
    return options
  }

  /// The parts of the run, one after the other.
  var stages: [Stage] {
    stabilityStages.isEmpty
      ? [Stage(name: "", performances: repetitions, jobs: jobs)] : stabilityStages
  }

  /// How long a host may take for a program.
  ///
  /// What takes a slow library a hundred seconds is no hang, but a hundred thousand handlers. One that
  /// hangs in the largest program of all is waited for forty times as long.
  func timeout(for program: Program) -> Duration {
    timeout * min(max(1, (program.work / Self.usualWork).rounded(.down)), 40)
  }

  /// How long a host waits for anything before it gives up, in milliseconds: less than the time-out, so that it can still
  /// say what it saw.
  var patience: Int { max(1, Int(timeout.seconds * 600)) }

  /// How many steps the time-out is for.
  private static let usualWork = 5000.0

  /// The options as they are in a part of the run.
  func adapted(to stage: Stage) -> RunOptions {
    var options = self
    options.jobs = stage.jobs
    options.timeout = timeout * stage.patience
    options.startTimeout = startTimeout.map { $0 * stage.patience }
    return options
  }
}
