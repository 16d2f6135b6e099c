import APlusHosting
package import APlusModel

/// How scenarios are run.
package struct RunOptions: Sendable {
  /// How many hosts of an adapter work at the same time.
  package var jobs: Int
  /// How long a host may take to say hello, and for each scenario of up to 5,000 steps.
  package var timeout: Duration
  /// How long a host may take to say hello and for each smoke program; nil for `timeout`.
  package var startTimeout: Duration?
  /// How often each scenario is performed.
  package var repetitions: Int
  package var seed: UInt64
  /// How many unexpected failures end the run; nil runs all.
  package var failureLimit: Int?
  /// Whether a failure is known, so that it does not count against the limit.
  package var isExpected: @Sendable (_ adapter: String, CaseResult) -> Bool = { _, _ in false }
  /// Whether the traces of scenarios that conform are kept as well.
  package var keepsAllTraces = false
  /// Whether hosts tell what threads wait in, whatever becomes of the run.
  var asksForWaits = false
  /// How many rounds a scenario with rounds has; nil leaves it to the scenario.
  ///
  /// Rounds that do not fit into one trace are performed in batches.
  package var rounds: Int?
  /// The stages that detect flaky cases; where not empty, they replace `repetitions`.
  package var stabilityStages: [Stage] = []
  /// Whether the first failure of each kind is repeated alone; to be false where cases are
  /// performed several times.
  package var isolatesFailures = false
  /// The capabilities that an adapter must have.
  package var required: [Capability] = []
  /// The longest line that a host may write, in bytes.
  package var lineLimit = LineLimit.line
  /// Polled between scenarios and while waiting; once it returns true, the run ends.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Who follows the run; each event goes to one after the other.
  package var observers: [any RunObserver] = []

  package init(jobs: Int = 1, timeout: Duration = .seconds(10), seed: UInt64 = 0, repetitions: Int = 1) {
    self.jobs = jobs
    self.timeout = timeout
    self.seed = seed
    self.repetitions = repetitions
  }

  /// These options for a run that ends at a moment, as if it were interrupted then.
  package func interrupted(at end: ContinuousClock.Instant) -> RunOptions {
    var options = self
    options.isInterrupted = { [isInterrupted] in isInterrupted() || ContinuousClock.now >= end }
    return options
  }

  /// The options for repeating a few scenarios, of which observers learn only the details.
  var forRepetition: RunOptions {
    var options = RunOptions(timeout: timeout, seed: seed)
    options.startTimeout = startTimeout
    options.isExpected = { _, _ in true }
    options.keepsAllTraces = true
    options.asksForWaits = true
    options.required = required
    options.lineLimit = lineLimit
    options.isInterrupted = isInterrupted
    options.observers = [NotesOnly(observers: observers)]
    return options
  }

  /// Tells the observers what has happened.
  func tell(_ event: RunEvent, of adapter: String) {
    for observer in observers { observer.observe(event, of: adapter) }
  }

  func adapted(to stage: Stage) -> RunOptions {
    var options = self
    options.jobs = stage.jobs
    options.timeout = timeout * stage.timeoutFactor
    options.startTimeout = startTimeout.map { $0 * stage.timeoutFactor }
    return options
  }

  /// How often each case is performed in all stages.
  package var performances: Int { stages.reduce(0) { $0 + $1.performances } }

  /// The stages of the run, one after the other.
  package var stages: [Stage] {
    stabilityStages.isEmpty ? [Stage(name: "", performances: repetitions, jobs: jobs)] : stabilityStages
  }

  /// How many steps one time-out is for.
  private static let usualWork = 5000.0

  /// How long a host may take for a program: the time-out for each 5,000 steps, at most forty
  /// times.
  func timeout(for program: Program) -> Duration {
    timeout * min(max(1, (program.work / Self.usualWork).rounded(.down)), 40)
  }

  /// How many time-outs a host may take in all whose threads compute.
  private static let timeoutsWhileComputing = 10

  /// How long a host may take in all that has so long without progress.
  ///
  /// It makes progress while it computes. The answer of a host that gives up itself comes before.
  func longest(_ allowance: Duration) -> Duration { max(allowance, timeout * Self.timeoutsWhileComputing) }

  /// How long a host waits for its library before it gives up, in milliseconds.
  ///
  /// It is less than the time-out, so that the host can still report what it saw.
  var patience: Int { max(1, Int(timeout.seconds * 600)) }
}

/// Passes on only the details for a verbose run.
private struct NotesOnly: RunObserver {
  let observers: [any RunObserver]

  func observe(_ event: RunEvent, of adapter: String) {
    guard case .noted = event else { return }
    for observer in observers { observer.observe(event, of: adapter) }
  }
}
