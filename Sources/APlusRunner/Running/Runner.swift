package import APlusHosting
package import APlusModel

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Performs scenarios on adapters and has the traces judged.
///
/// A host is treated as hostile: whatever it does costs at most one scenario
/// its verdict, and nothing is printed or thrown.
package struct Runner: Sendable {
  private let scenarios: [Scenario]
  private let options: RunOptions
  private let judge: @Sendable (Scenario, Trace) -> Verdict

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - scenarios: The selection, in the order of the specification.
  ///   - options: How they are run.
  ///   - judge: Decides about one trace.
  package init(
    scenarios: [Scenario],
    options: RunOptions,
    judge: @escaping @Sendable (Scenario, Trace) -> Verdict
  ) {
    self.scenarios = scenarios
    self.options = options
    self.judge = judge
  }

  /// Runs the adapters one after another.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - timestamp: When the run started, in UTC, for the result.
  /// - Returns: A result for every scenario on every adapter.
  package func run(_ adapters: [Adapter], timestamp: String) async -> RunResult {
    // A host that dies closes its pipe; the write error says so as well.
    _ = signal(SIGPIPE, SIG_IGN)
    let start = ContinuousClock.now
    var results: [AdapterResult] = []
    for adapter in adapters {
      results.append(await run(adapter))
    }
    return RunResult(
      adapters: results,
      seed: options.seed,
      seconds: (ContinuousClock.now - start).seconds,
      timestamp: timestamp,
      isInterrupted: options.isInterrupted()
    )
  }

  private func run(_ adapter: Adapter) async -> AdapterResult {
    let start = ContinuousClock.now
    let board = RunBoard(scenarios: scenarios, adapter: adapter.name, options: options)
    let family = HostFamily()
    LiveGroups.insert(family)
    let environment = adapter.environment(mark: family.mark, seed: options.seed)
    if let failure = await AdapterBuild(
      adapter,
      environment,
      isInterrupted: options.isInterrupted,
      log: options.log
    ).run() {
      board.launchFailed(failure)
    } else {
      let command = adapter.hostCommand(environment: environment)
      let isolation = isolation(of: adapter, command)
      for stage in options.stages where !board.isStopped {
        board.begin(stage)
        let load = BusyThreads(count: stage.busyThreads)
        await run(stage, on: board, adapter, command, isolation)
        load.end()
      }
    }
    family.end()
    return board.result(
      argument: adapter.argument,
      seconds: (ContinuousClock.now - start).seconds
    )
  }
}

extension Runner {
  /// Keeps the hosts of one part of the run busy until it is over.
  private func run(
    _ stage: Stage,
    on board: RunBoard,
    _ adapter: Adapter,
    _ command: HostCommand,
    _ isolation: Isolation?
  ) async {
    let options = options.adapted(to: stage)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, min(stage.jobs, board.runs(in: stage))) {
        group.addTask {
          await session(on: board, adapter, command, options, isolation).run()
        }
      }
    }
  }

  private func session(
    on board: RunBoard,
    _ adapter: Adapter,
    _ command: HostCommand,
    _ options: RunOptions,
    _ isolation: Isolation?
  ) -> HostSession {
    HostSession(
      board: board,
      adapter: adapter,
      command: command,
      options: options,
      judge: judge,
      isolation: isolation
    )
  }

  /// What performs failures again, in hosts of their own; nil where that is not wanted.
  private func isolation(of adapter: Adapter, _ command: HostCommand) -> Isolation? {
    guard options.isolatesFailures else { return nil }
    let options = options.forRepetition
    return Isolation { scenarios in
      let board = RunBoard(scenarios: scenarios, adapter: adapter.name, options: options)
      // The adapter has passed the smoke gate.
      _ = board.claimSmoke()
      for stage in options.stages { board.begin(stage) }
      await session(on: board, adapter, command, options, nil).run()
      return board.result(argument: adapter.argument, seconds: 0).cases
    }
  }
}
