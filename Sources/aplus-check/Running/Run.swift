import APlusCases
import APlusFuzz
import APlusHosting
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// One run of the command: cases and adapters in, reports and a status out.
struct Run {
  private let arguments: RunArguments
  private let seed: UInt64
  private let required: [Capability]
  private let shard: ShardChoice?
  private let announcement: Announcement?
  /// Puts the result in its final form, or refuses it before any report at the end is written.
  private let finish: (RunResult) throws(Failure) -> RunResult

  /// Makes a run, and checks the options.
  init(
    _ arguments: RunArguments, announcement: Announcement? = nil,
    finish: @escaping (RunResult) throws(Failure) -> RunResult = { $0 }
  ) throws(Failure) {
    try arguments.check()
    self.arguments = arguments
    shard = try arguments.cases.shard.map { text throws(Failure) in try ShardChoice(text) }
    // Short enough to be typed again; parts of a run must agree on it.
    seed = arguments.performances.seed ?? (shard == nil ? .random(in: 1...999_999) : 1)
    required = try CapabilityList.parsed(arguments.adapters.require)
    self.announcement = announcement
    self.finish = finish
  }

  /// What a run needs, checked before the first host starts.
  private struct Preparation {
    /// The cases that are performed.
    let scenarios: [Scenario]
    /// The names of all cases.
    let names: [ScenarioName]
    /// The part of all cases that the options select.
    let scope: RunScope
    let adapters: [Adapter]
    let lastRuns: [LastRun]
    /// The baselines, by the names of their adapters.
    let baselines: [String: BaselineFile]
    let reports: ReportPlan
    let context: ReportContext
  }

  /// Performs the run, and writes its reports.
  func status() async throws(Failure) -> CommandStatus {
    let located = try AdapterArguments.located(arguments.adapters.adapter)
    let adapters = try await arguments.hosts.applied(to: located)
    let reports = try ReportPlan(arguments.reports, adapters: adapters.map(\.name))
    // The first host starts while the cases are loaded.
    let start = await Runner.start(adapters[0], seed: seed)
    let prepared: Preparation?
    do { prepared = try self.prepared(adapters, located, reports) } catch {
      start?.cancel()
      throw error
    }
    guard let prepared else {
      start?.cancel()
      return .conforms
    }
    let journals = prepared.reports.journals(seed: seed, in: prepared.context)
    begin(journals, prepared)
    let options = options(jobs: affordableJobs())
    let live = live(prepared, performances: options.performances)
    var result = await perform(prepared, options, start, journals, live)
    result = try finish(try compared(result, prepared))
    for journal in journals { journal.end(result) }
    LastRun.keep(result, in: prepared.lastRuns, prepared.context)
    let shown = live?.end() ?? [:]
    try prepared.reports.write(result, in: prepared.context, arguments.display, shown: shown)
    return arguments.gate.status(of: result)
  }

  /// Prepares the run, or refuses it; nil, with a notice, if no case is left to run again.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - located: The adapters without a sandbox, which changes the command by which an adapter is known.
  ///   - reports: The requested reports.
  /// - Returns: What the run needs.
  /// - Throws: Why the run is refused.
  private func prepared(_ adapters: [Adapter], _ located: [Adapter], _ reports: ReportPlan) throws(Failure)
    -> Preparation?
  {
    let selection = arguments.cases.selection
    let choice = try arguments.choice
    let catalogue = try Catalogue.load(specs: selection.specs, choosing: choice, for: adapters)
    var selected = try catalogue.selecting(choice)
    let whole = selected.scenarios.count
    if let shard { selected.scenarios = shard.shard.cases(of: selected.scenarios) }
    let lastRuns = located.map { LastRun(of: $0) }
    if arguments.cases.rerunFailed {
      selected.scenarios = try lastRuns[0].failures(among: selected.scenarios)
      guard !selected.scenarios.isEmpty else {
        let name = located[0].name
        Console.write("\(name): no case failed that could be run again\n", to: .standardOutput)
        return nil
      }
    }
    var baselines: [String: BaselineFile] = [:]
    for adapter in adapters { baselines[adapter.name] = try BaselineFile(of: adapter, arguments.baseline) }
    var reports = reports
    // A run that repeats a failure must not replace the default reports.
    let isRepetition = arguments.cases.rerunFailed || !selection.filter.isEmpty && whole <= 2
    if !arguments.reports.isExplicit, !isRepetition { reports.addDefaults(for: adapters.map(\.name)) }
    if let shard, !arguments.display.quiet {
      Console.write(shard.notice(selected.scenarios.count, of: whole), to: reports.stream)
    }
    return Preparation(
      scenarios: selected.scenarios, names: catalogue.names,
      scope: RunScope(
        chapters: choice.chapters,
        total: arguments.cases.rerunFailed || !selection.filter.isEmpty ? catalogue.count(inChaptersOf: choice) : nil),
      adapters: adapters, lastRuns: lastRuns, baselines: baselines, reports: reports,
      context: ReportContext(
        toolVersion: Version.current, program: CommandLine.arguments.first ?? "aplus-check",
        requirements: catalogue.requirements, untestable: selected.requirements.filter { $0.untestable != nil },
        workingDirectory: FileManager.default.currentDirectoryPath,
        repository: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"], specsArgument: selection.specs,
        replayArguments: arguments.replayArguments))
  }

  /// Adds to a result what the baselines say of it, and where the adapters are.
  private func compared(_ result: RunResult, _ prepared: Preparation) throws(Failure) -> RunResult {
    var result = result
    result.shard = shard?.shard
    let known = Baseline.Known(
      cases: prepared.names.map(\.id), requirements: prepared.context.requirements.map(\.number))
    for (place, adapter) in result.adapters.enumerated() {
      CapabilityHint.warn(about: adapter)
      result.adapters[place].scope = prepared.scope
      result.adapters[place].file = prepared.adapters.first { $0.name == adapter.name }.flatMap(AdapterArguments.file)
      guard let baseline = prepared.baselines[adapter.name] else { continue }
      result.adapters[place] = try baseline.compared(with: result.adapters[place], known: known)
    }
    return result
  }

  /// Writes the lines about sections as they are complete; nil on a terminal, and in quiet and
  /// verbose runs.
  private func live(_ prepared: Preparation, performances: Int) -> LiveSections? {
    let stream = prepared.reports.stream
    let style = arguments.display.style(on: stream)
    guard !stream.isTerminal, style.verbosity == .normal else { return nil }
    return LiveSections(
      of: prepared.scenarios, performances: performances, in: prepared.context, style: style,
      mark: { prepared.baselines[$0.name]?.marked($0) ?? $0 }, write: { Console.write($0, to: stream) })
  }

  /// Writes the first lines of the journals.
  private func begin(_ journals: [Journal], _ prepared: Preparation) {
    let result = RunResult(
      adapters: prepared.adapters.map { adapter in
        var result = AdapterResult(
          name: adapter.name, argument: adapter.argument, identity: nil, cases: [], seconds: 0,
          baseline: prepared.baselines[adapter.name]?.untouched)
        result.file = AdapterArguments.file(of: adapter)
        result.scope = prepared.scope
        return result
      }, seed: seed, seconds: 0, timestamp: Timestamp.now, isInterrupted: false, shard: shard?.shard)
    for journal in journals { journal.begin(result, cases: prepared.scenarios.map(\.id)) }
  }

  /// Performs the cases, and keeps journals and progress up to date meanwhile.
  private func perform(
    _ prepared: Preparation, _ options: RunOptions, _ start: HostProcess.Start?, _ journals: [Journal],
    _ live: LiveSections?
  ) async -> RunResult {
    Interruption.listen()
    // The cases of the chapter `random` replace its programs only for those that write about cases.
    let writers: [(any RunObserver)?] = journals + [live]
    let random = RandomResults(of: prepared.scenarios, for: writers.compactMap(\.self))
    let scenarios = random.performed(of: prepared.scenarios)
    var options = options
    options.keepsAllTraces = prepared.reports.keepsTraces
    options.isolatesFailures = options.performances == 1
    options.isExpected = { adapter, result in
      prepared.baselines[adapter]?.expects(RandomChapter.renamed(result)) ?? false
    }
    let stream = prepared.reports.stream
    let progress = Progress.Place.usual(reportingTo: stream, arguments.display).map { place in
      let names = prepared.adapters.map(\.name)
      let foreign = prepared.adapters.map { adapter in
        (adapter.name, Set(scenarios.filter(adapter.isForeign).map(\.id)))
      }
      let state = ProgressState(
        scenarios, on: names, foreign: Dictionary(foreign, uniquingKeysWith: { first, _ in first }),
        performances: options.performances)
      return Progress(of: state, in: place, isExpected: options.isExpected)
    }
    let traces = prepared.reports.traceSaver(seed: seed, options: arguments.replayArguments)
    let notices = Notices(progress: progress, isVerbose: arguments.display.verbose)
    let observers: [(any RunObserver)?] = [announcement, progress, notices, traces, random]
    options.observers = observers.compactMap(\.self)
    let judge = arguments.strict ? Opinions.judgeStrictly : Opinions.judge
    let runner = Runner(scenarios: scenarios, options: options, start: start, judge: judge)
    var result = await runner.run(prepared.adapters, timestamp: Timestamp.now)
    result.adapters = result.adapters.map(random.folded)
    progress?.clear()
    return result
  }

  /// The number of hosts to run: those that are wanted, or fewer, with a notice, if more would only
  /// wait for a processor, or the limit on file descriptors allows no more.
  private func affordableJobs() -> Int {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let jobs = arguments.performances.jobs ?? processors
    let useful = min(jobs, Self.hostsPerProcessor * processors)
    let possible = max(1, ProcessLimits.hosts)
    guard possible < useful else {
      if useful < jobs {
        Console.write(
          "\(useful) hosts instead of \(jobs): \(Self.hostsPerProcessor) for each processor\n", to: .standardError)
      }
      return useful
    }
    let hosts = possible == 1 ? "1 host" : "\(possible) hosts"
    Console.write(
      "\(hosts) instead of \(jobs): the limit on file descriptors allows no more (ulimit -n)\n", to: .standardError)
    return possible
  }

  /// More hosts than these only wait for one another.
  private static let hostsPerProcessor = 8

  /// The options of the runner that the command line alone decides.
  private func options(jobs: Int) -> RunOptions {
    var options = RunOptions(
      jobs: jobs, timeout: .seconds(arguments.performances.timeout), seed: seed,
      repetitions: arguments.performances.repeat)
    options.failureLimit = arguments.performances.failFast
    options.rounds = arguments.performances.rounds
    options.required = required
    if arguments.performances.verifyStability {
      let processors = ProcessInfo.processInfo.activeProcessorCount
      options.stabilityStages = Stage.stability(jobs: jobs, processors: processors)
    }
    options.isInterrupted = { Interruption.isRequested }
    return options
  }
}
