import APlusHosting
import APlusJudge
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// One run of the command: cases and adapters in, reports and a status out.
struct Run {
  private let plan: RunPlan
  /// Puts the result in its final form, or refuses it; then nothing is written.
  private let finish: (RunResult) throws(Failure) -> RunResult
  private let announcement: Announcement?

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - plan: What it is to do.
  ///   - announcement: Told of each adapter in its turn.
  ///   - finish: Puts the result in its final form, or refuses it; then nothing is written.
  init(
    _ plan: RunPlan,
    announcement: Announcement? = nil,
    finish: @escaping (RunResult) throws(Failure) -> RunResult = { $0 }
  ) {
    self.plan = plan
    self.announcement = announcement
    self.finish = finish
  }

  /// Does the work; what can be refused is refused before the first host starts.
  func status() async throws(Failure) -> CommandStatus {
    let catalogue = try Catalogue.load(specs: plan.specs)
    let selection = try catalogue.selecting(chapters: plan.chapters, filter: plan.filter)
    let adapters = try AdapterArguments.located(plan.adapters)
    var baselines: [String: BaselineFile] = [:]
    for adapter in adapters { baselines[adapter.name] = try BaselineFile(of: adapter, plan) }
    let reports = try ReportPlan(
      plan.reports,
      adapters: adapters.map(\.name),
      isRepetition: plan.filter.isGiven && selection.scenarios.count <= 2
    )
    let stream: Console.Stream = reports.usesStandardOutput ? .standardError : .standardOutput
    var result = await perform(
      selection.scenarios,
      on: adapters,
      baselines,
      reports,
      showing: stream
    )
    for adapter in result.adapters { CapabilityHint.tell(about: adapter) }
    let known = Baseline.Known(
      cases: catalogue.scenarios.map(\.id),
      requirements: catalogue.requirements.map(\.number)
    )
    for (place, adapter) in result.adapters.enumerated() {
      guard let baseline = baselines[adapter.name] else { continue }
      result.adapters[place] = try baseline.compared(with: adapter, known: known)
    }
    result = try finish(result)
    let context = ReportContext(
      toolVersion: Version.current,
      program: CommandLine.arguments.first ?? "aplus-check",
      requirements: catalogue.requirements,
      untestable: selection.requirements.filter { $0.untestable != nil },
      workingDirectory: FileManager.default.currentDirectoryPath,
      specsArgument: plan.specs,
      replayArguments: plan.replayArguments
    )
    let text = ConsoleReport(result, in: context, style: plan.display.style(on: stream)).text()
    Console.write(text, to: stream)
    let written = try reports.write(result, in: context)
    if !plan.display.quiet {
      for path in written {
        Console.write("report: \(TerminalEscaping.line(path))\n", to: stream)
      }
    }
    return CommandStatus(of: result)
  }

  private func perform(
    _ scenarios: [Scenario],
    on adapters: [Adapter],
    _ baselines: [String: BaselineFile],
    _ reports: ReportPlan,
    showing stream: Console.Stream
  ) async -> RunResult {
    Interruption.listen()
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let jobs = plan.jobs ?? processors
    let stages = plan.verifiesStability ? Stage.stability(jobs: jobs, processors: processors) : []
    let performances =
      stages.isEmpty ? plan.repetitions : stages.reduce(0) { $0 + $1.performances }
    let progress = ProgressLine(
      on: stream,
      total: scenarios.count * adapters.count * performances,
      isWanted: !plan.display.quiet
    )
    let seed = plan.seed
    let replayArguments = plan.replayArguments
    let isVerbose = plan.display.verbose
    var options = RunOptions(
      jobs: jobs,
      timeout: .seconds(plan.seconds),
      failureLimit: plan.failFast,
      isExpected: { adapter, result in baselines[adapter]?.expects(result) ?? false },
      keepsAllTraces: plan.reports.contains { $0.kind == .json },
      seed: plan.seed,
      repetitions: plan.repetitions,
      required: plan.required,
      isInterrupted: { Interruption.isRequested },
      progress: { [announcement] adapter, result in
        announcement?.tell(adapter)
        progress.advance(to: result.scenario.id)
      },
      trace: { adapter, scenario, performance, trace in
        reports.save(
          trace,
          of: scenario,
          by: adapter,
          performance,
          seed: seed,
          options: replayArguments
        )
      },
      log: { line in
        if isVerbose { Console.write(TerminalEscaping.line(line) + "\n", to: .standardError) }
      }
    )
    options.stabilityStages = stages
    options.isolatesFailures = performances == 1
    options.rounds = plan.rounds
    let runner = Runner(
      scenarios: scenarios,
      options: options,
      judge: plan.isStrict ? Judge.judgeStrictly : Judge.judge
    )
    let result = await runner.run(adapters, timestamp: Timestamp.now)
    progress.clear()
    return result
  }
}
