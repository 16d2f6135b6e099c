import APlusFuzz
import APlusHosting
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// One run of the command: cases and adapters in, reports and a status out.
struct Run {
  private let command: RunCommand
  private let seed: UInt64
  private let required: [Capability]
  private let shard: ShardChoice?
  private let announcement: Announcement?
  /// Puts the result in its final form, or refuses it before any report at the end is written.
  private let finish: (RunResult) throws(Failure) -> RunResult

  /// Makes a run, and checks the options.
  init(
    _ command: RunCommand,
    announcement: Announcement? = nil,
    finish: @escaping (RunResult) throws(Failure) -> RunResult = { $0 }
  ) throws(Failure) {
    try command.check()
    self.command = command
    shard = try command.shard.map { text throws(Failure) in try ShardChoice(text) }
    // Short enough to be typed again; parts of a run must agree on it.
    seed = command.seed ?? (shard == nil ? .random(in: 1...999_999) : 1)
    required = try CapabilityList.parsed(command.require)
    self.announcement = announcement
    self.finish = finish
  }

  /// Performs the run; options, cases, adapters and paths of reports that are wrong are refused
  /// before the first host starts.
  func status() async throws(Failure) -> CommandStatus {
    let selection = command.selection
    let choice = try command.choice
    let catalogue = try Catalogue.load(specs: selection.specs, choosing: choice)
    var selected = try catalogue.selecting(choice)
    let whole = selected.scenarios.count
    if let shard { selected.scenarios = shard.shard.cases(of: selected.scenarios) }
    var adapters = try AdapterArguments.located(command.adapter)
    // A sandbox changes the command by which an adapter is known.
    let lastRuns = adapters.map { LastRun(of: $0) }
    if command.rerunFailed {
      selected.scenarios = try lastRuns[0].failures(among: selected.scenarios)
      guard !selected.scenarios.isEmpty else {
        Console.write(
          "\(adapters[0].name): no case failed that could be run again\n",
          to: .standardOutput
        )
        return .conforms
      }
    }
    adapters = try await command.hosts.applied(to: adapters)
    var baselines: [String: BaselineFile] = [:]
    for adapter in adapters {
      baselines[adapter.name] = try BaselineFile(of: adapter, command.baseline)
    }
    let reports = try ReportPlan(
      command.reports,
      adapters: adapters.map(\.name),
      isRepetition: command.rerunFailed || !selection.filter.isEmpty && whole <= 2
    )
    let stream = reports.stream
    let context = ReportContext(
      toolVersion: Version.current,
      program: CommandLine.arguments.first ?? "aplus-check",
      requirements: catalogue.requirements,
      untestable: selected.requirements.filter { $0.untestable != nil },
      workingDirectory: FileManager.default.currentDirectoryPath,
      repository: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"],
      specsArgument: selection.specs,
      replayArguments: command.replayArguments
    )
    if let shard, !command.display.quiet {
      Console.write(shard.notice(selected.scenarios.count, of: whole), to: stream)
    }
    let journals = reports.journals(seed: seed, in: context)
    begin(journals, selected.scenarios, adapters, baselines)
    let options = self.options
    let live = live(selected.scenarios, options, baselines, context, stream)
    var result = await perform(
      selected.scenarios,
      on: adapters,
      options,
      baselines,
      reports,
      journals,
      live
    )
    for (place, adapter) in result.adapters.enumerated() {
      result.adapters[place].file = adapters.first { $0.name == adapter.name }
        .flatMap(AdapterArguments.file)
      CapabilityHint.print(about: adapter)
    }
    let known = Baseline.Known(
      cases: catalogue.ids,
      requirements: catalogue.requirements.map(\.number)
    )
    for (place, adapter) in result.adapters.enumerated() {
      guard let baseline = baselines[adapter.name] else { continue }
      result.adapters[place] = try baseline.compared(with: adapter, known: known)
    }
    result.shard = shard?.shard
    result = try finish(result)
    for journal in journals { journal.end(result) }
    LastRun.keep(result, in: lastRuns, context)
    try reports.write(result, in: context, command.display, shown: live?.end() ?? [:])
    return command.gate.status(of: result)
  }

  /// Writes the lines about sections as they are complete; nil on a terminal, and in quiet and
  /// verbose runs.
  private func live(
    _ scenarios: [Scenario],
    _ options: RunOptions,
    _ baselines: [String: BaselineFile],
    _ context: ReportContext,
    _ stream: Console.Stream
  ) -> LiveSections? {
    let style = command.display.style(on: stream)
    guard !stream.isTerminal, style.verbosity == .normal else { return nil }
    return LiveSections(
      of: scenarios,
      performances: options.performances,
      in: context,
      style: style,
      mark: { baselines[$0.name]?.marked($0) ?? $0 },
      write: { Console.write($0, to: stream) }
    )
  }

  /// Writes the first lines of the journals.
  private func begin(
    _ journals: [Journal],
    _ scenarios: [Scenario],
    _ adapters: [Adapter],
    _ baselines: [String: BaselineFile]
  ) {
    let result = RunResult(
      adapters: adapters.map { adapter in
        var result = AdapterResult(
          name: adapter.name,
          argument: adapter.argument,
          identity: nil,
          cases: [],
          seconds: 0,
          baseline: baselines[adapter.name]?.untouched
        )
        result.file = AdapterArguments.file(of: adapter)
        return result
      },
      seed: seed,
      seconds: 0,
      timestamp: Timestamp.now,
      isInterrupted: false,
      shard: shard?.shard
    )
    for journal in journals { journal.begin(result, cases: scenarios.map(\.id)) }
  }

  private func perform(
    _ scenarios: [Scenario],
    on adapters: [Adapter],
    _ options: RunOptions,
    _ baselines: [String: BaselineFile],
    _ reports: ReportPlan,
    _ journals: [Journal],
    _ live: LiveSections?
  ) async -> RunResult {
    Interruption.listen()
    let random = RandomResults(of: scenarios)
    let scenarios = random.performed(of: scenarios)
    var options = options
    options.keepsAllTraces = reports.keepsTraces
    let performances = options.performances
    let progress = Progress.Place.usual(reportingTo: reports.stream, command.display).map { place in
      let names = adapters.map(\.name)
      let state = ProgressState(scenarios, on: names, performances: performances)
      return Progress(of: state, in: place)
    }
    options.isolatesFailures = performances == 1
    options.isExpected = { adapter, result in
      baselines[adapter]?.expects(RandomChapter.renamed(result)) ?? false
    }
    options.activity = { adapter, activity in progress?.note(adapter, activity) }
    options.progress = { [announcement, isExpected = options.isExpected] adapter, result in
      announcement?.announce(adapter)
      progress?.note(result, isExpected: isExpected(adapter, result))
      live?.count(result)
    }
    options.identified = { adapter in
      for journal in journals { journal.note(adapter) }
      live?.note(adapter)
    }
    options.recorded = { adapter, result in
      for result in random.cases(after: result, of: adapter) {
        for journal in journals { journal.note(result, of: adapter) }
        live?.note(result, of: adapter)
      }
    }
    options.trace = {
      [seed, replay = command.replayArguments] adapter, scenario, performance, trace in
      reports.save(
        SavedTrace(of: scenario, adapter: adapter, seed: seed, options: replay, trace: trace),
        performance
      )
    }
    let runner = Runner(
      scenarios: scenarios,
      options: options,
      judge: command.strict ? Opinions.judgeStrictly : Opinions.judge
    )
    var result = await runner.run(adapters, timestamp: Timestamp.now)
    for place in result.adapters.indices {
      result.adapters[place].cases = random.folded(result.adapters[place].cases)
    }
    progress?.clear()
    return result
  }

  /// The number of hosts to run: those that are wanted, or fewer, with a notice, where the limit on
  /// file descriptors allows no more.
  private static func affordable(_ jobs: Int) -> Int {
    let possible = max(1, ProcessLimits.hosts)
    guard possible < jobs else { return jobs }
    Console.write(
      "\(possible == 1 ? "1 host" : "\(possible) hosts") instead of \(jobs): the limit on file descriptors allows no more (ulimit -n)\n",
      to: .standardError
    )
    return possible
  }

  /// The options of the runner that the command line alone decides.
  private var options: RunOptions {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let jobs = Self.affordable(command.jobs ?? processors)
    var options = RunOptions(
      jobs: jobs,
      timeout: .seconds(command.timeout),
      seed: seed,
      repetitions: command.repeat
    )
    options.failureLimit = command.failFast
    options.rounds = command.rounds
    options.required = required
    if command.verifyStability {
      options.stabilityStages = Stage.stability(jobs: jobs, processors: processors)
    }
    options.isInterrupted = { Interruption.isRequested }
    if command.display.verbose {
      options.log = { Console.write(TerminalEscaping.line($0) + "\n", to: .standardError) }
    }
    return options
  }
}
