package import APlusHosting
package import APlusModel
import Foundation

/// Performs scenarios on adapters and has the traces judged.
///
/// A host is treated as hostile: whatever it does in one scenario costs no other one its verdict,
/// unless it does so again and again, which ends the run of its adapter.
package struct Runner: Sendable {
  private let scenarios: [Scenario]
  private let options: RunOptions
  private let start: HostProcess.Start?
  let judge: @Sendable (Scenario, Trace) -> Verdict

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - scenarios: The selection, in the order of the specification.
  ///   - options: How they are run.
  ///   - start: A host of the first adapter that has been started while the scenarios were loaded.
  ///   - judge: Judges one trace.
  package init(
    scenarios: [Scenario], options: RunOptions, start: HostProcess.Start? = nil,
    judge: @escaping @Sendable (Scenario, Trace) -> Verdict
  ) {
    self.scenarios = scenarios
    self.options = options
    self.start = start
    self.judge = judge
  }

  /// Starts a host of an adapter for a run whose scenarios are not known yet.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - seed: The seed of the run.
  /// - Returns: The host; nil if the adapter must be built first.
  package static func start(_ adapter: Adapter, seed: UInt64) async -> HostProcess.Start? {
    guard adapter.build.isEmpty else { return nil }
    return await HostProcess.start(adapter.hostCommand(environment: adapter.environment(seed: seed)))
  }

  /// Runs the adapters one after another.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - timestamp: When the run started, in UTC, for the result.
  /// - Returns: For each adapter a result of every scenario, except those for other languages.
  package func run(_ adapters: [Adapter], timestamp: String) async -> RunResult {
    // Writing to a host that has died must fail with an error, not end this process.
    _ = signal(SIGPIPE, SIG_IGN)
    let start = ContinuousClock.now
    var results: [AdapterResult] = []
    for adapter in adapters { results.append(await run(adapter, results.isEmpty ? self.start : nil)) }
    return RunResult(
      adapters: results, seed: options.seed, seconds: (ContinuousClock.now - start).seconds, timestamp: timestamp,
      isInterrupted: options.isInterrupted())
  }

  private func run(_ adapter: Adapter, _ hostStart: HostProcess.Start?) async -> AdapterResult {
    let start = ContinuousClock.now
    let work = AdapterRun(
      scenarios: scenarios, adapter: adapter.name, isForeign: adapter.isForeign, options: options, start: hostStart)
    let environment = adapter.environment(seed: options.seed)
    if let failure = await AdapterBuild.run(
      adapter, environment, isInterrupted: options.isInterrupted, log: { options.tell(.noted($0), of: adapter.name) })
    {
      work.launchFailed(failure)
    } else {
      let command = adapter.hostCommand(environment: environment)
      let isolation = isolation(of: adapter, command)
      let stages = options.stages
      for (place, stage) in stages.enumerated() where !work.isStopped {
        work.begin(stage)
        options.tell(.began(stage, number: place + 1, of: stages.count), of: adapter.name)
        let load = BusyThreads(count: stage.busyThreads)
        await run(stage, of: work, adapter, command, isolation)
        load.end()
      }
    }
    work.takeStart()?.cancel()
    Guardian.endOrphans()
    return work.result(argument: adapter.argument, seconds: (ContinuousClock.now - start).seconds)
  }

  /// Keeps the hosts of one stage busy until it is over.
  private func run(
    _ stage: Stage, of work: AdapterRun, _ adapter: Adapter, _ command: HostCommand, _ isolation: Isolation?
  ) async {
    let options = options.adapted(to: stage)
    let count = max(1, min(stage.jobs, work.count(in: stage)))
    // A session without room for a host leaves its requests to the others, which may have ended.
    repeat {
      work.enter(count)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask { await HostSession(work, adapter, command, options, judge, isolation).perform() }
        }
      }
    } while !work.isExhausted && !work.isStopped
  }

  /// Repeats failures in hosts of their own; nil where that is not wanted.
  func isolation(of adapter: Adapter, _ command: HostCommand) -> Isolation? {
    guard options.isolatesFailures else { return nil }
    let options = options.forRepetition
    return Isolation { [judge] scenarios in
      let work = AdapterRun(scenarios: scenarios, adapter: adapter.name, options: options, hasPassedSmoke: true)
      work.enter(1)
      for stage in options.stages { work.begin(stage) }
      await HostSession(work, adapter, command, options, judge, nil).perform()
      return work.result(argument: adapter.argument, seconds: 0).cases
    }
  }
}
