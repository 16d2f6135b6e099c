package import APlusHosting
package import APlusModel
import Foundation

/// Runs of one adapter, one after another, whose hosts stay from run to run.
///
///     let pool = HostPool(of: adapter, options: RunOptions(jobs: 2), judge: Judge.judge)
///     let cases = await pool.open { pool in await pool.perform(first).cases + pool.perform(second).cases }
///
/// The smoke programs are performed once. What would have ended a host within a run ends it here, too.
package final class HostPool {
  private let adapter: Adapter
  private let runner: Runner
  private let options: RunOptions
  private let desk: HostDesk
  private let environment: [String: String]
  /// Why the adapter could not be built.
  private var failure: HarnessError?
  private var latest: AdapterRun?
  private var changed: [CaseResult] = []

  /// Creates a pool that has no host yet.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - options: How all runs are performed; they have one stage.
  ///   - judge: Judges one trace.
  package init(of adapter: Adapter, options: RunOptions, judge: @escaping @Sendable (Scenario, Trace) -> Verdict) {
    self.adapter = adapter
    self.options = options
    environment = adapter.environment(seed: options.seed)
    runner = Runner(scenarios: [], options: options, judge: judge)
    desk = HostDesk(sessions: max(1, options.jobs))
  }

  /// Builds the adapter, and keeps its hosts until the body has ended.
  ///
  /// - Parameter body: Performs the runs; called once, also where the adapter cannot be built, which each run then says.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package func open<Value, Problem: Error>(_ body: (HostPool) async throws(Problem) -> Value) async throws(Problem)
    -> Value
  {
    // Writing to a host that has died must fail with an error, not end this process.
    _ = signal(SIGPIPE, SIG_IGN)
    failure = await AdapterBuild.run(
      adapter, environment, isInterrupted: options.isInterrupted,
      log: { [adapter, options] in options.tell(.noted($0), of: adapter.name) })
    let command = adapter.hostCommand(environment: environment)
    let result = await withTaskGroup(of: Void.self) { group -> Result<Value, Problem> in
      for _ in 0..<max(1, options.jobs) {
        group.addTask { [desk, adapter, options, judge = runner.judge] in
          guard let first = await desk.next(withHost: false) else { return }
          await HostSession(first.run, adapter, command, options, judge, first.isolation, desk).perform()
        }
      }
      let result: Result<Value, Problem>
      do throws(Problem) { result = .success(try await body(self)) } catch { result = .failure(error) }
      desk.close()
      await group.waitForAll()
      return result
    }
    changed += latest?.takeChanges() ?? []
    Guardian.endOrphans()
    return try result.get()
  }

  /// Performs scenarios, each once.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - isolatesFailures: Whether failures are repeated alone, where the options want that.
  /// - Returns: A result of every scenario, as a run of its own would have it.
  package func perform(_ scenarios: [Scenario], isolatesFailures: Bool = true) async -> AdapterResult {
    let start = ContinuousClock.now
    let run = AdapterRun(scenarios: scenarios, adapter: adapter.name, options: options, after: latest)
    if let failure {
      run.launchFailed(failure)
    } else {
      for stage in options.stages { run.begin(stage) }
      // A session without room for a host leaves its requests to the others, which may have ended.
      let command = adapter.hostCommand(environment: environment)
      let isolation = isolatesFailures ? runner.isolation(of: adapter, command) : nil
      repeat { await desk.perform((run, isolation)) } while !run.isExhausted && !run.isStopped
    }
    let result = run.result(argument: adapter.argument, seconds: (ContinuousClock.now - start).seconds)
    // The hosts have moved on to this run, so no event can change the one before.
    changed += latest?.takeChanges() ?? []
    latest = run
    return result
  }

  /// The results that have changed since their run was over: a host that stays may report late what went on after its
  /// answer, or crash when it ends.
  package func takeChanges() -> [CaseResult] {
    defer { changed = [] }
    return changed
  }
}
