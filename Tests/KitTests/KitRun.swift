import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// Runs adapters of kits, whose hosts need a program that may not be there.
enum KitRun {
  /// Whether a language's program can be started; says that nothing is tested where it cannot.
  static func canTest(with program: String) -> Bool {
    if ProgramPath.has(program) { return true }
    Issue.record("not tested: there is no \(program)", severity: .warning)
    return false
  }

  /// Runs scenarios on the adapter in a folder of the project.
  ///
  /// - Parameters:
  ///   - folder: The folder, from the root of the project.
  ///   - scenarios: The scenarios.
  ///   - jobs: How many hosts work at the same time.
  ///   - timeout: The time-out of each scenario.
  ///   - isolates: Whether failures are repeated in hosts of their own, as on the command line.
  ///   - variables: What the host has in its environment besides, as `NAME=value`.
  ///   - judge: Judges each trace.
  /// - Returns: The result.
  /// - Throws: An error of the manifest.
  static func run(
    _ folder: String, _ scenarios: [Scenario], jobs: Int = 1, timeout: Duration = .seconds(60),
    isolating isolates: Bool = false, setting variables: [String] = [],
    judge: @escaping @Sendable (Scenario, Trace) -> Verdict = Judge.judge
  ) async throws -> AdapterResult {
    let locator = AdapterLocator(directories: [], searchPath: ProgramPath.text)
    var adapter = try locator.locate(Repository.root + folder)
    if adapter.command.first == "aplus-check" { adapter.command[0] = ProgramRun.built("aplus-check") }
    let build = KitBuild(of: adapter)
    if build.isFresh { adapter.build = [] }
    if !variables.isEmpty { adapter.command = ["/usr/bin/env"] + variables + adapter.command }
    // Interpreters start slowly where everything runs at the same time.
    var options = RunOptions(jobs: jobs, timeout: timeout)
    options.startTimeout = .seconds(60)
    options.isolatesFailures = isolates
    let runner = Runner(scenarios: scenarios, options: options, judge: judge)
    let result = await runner.run(adapter)
    if result.launchFailure == nil { try build.note() }
    return result
  }
}
