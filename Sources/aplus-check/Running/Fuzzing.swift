import APlusFuzz
import APlusHosting
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// One run of `fuzz`: programs in, findings out.
struct Fuzzing {
  private let arguments: FuzzArguments
  private let seed: UInt64

  init(_ arguments: FuzzArguments) {
    self.arguments = arguments
    seed = arguments.seed ?? .random(in: 1...999_999)
  }

  /// The adapter that an argument names, with the options for its host.
  private func located(_ argument: String) async throws(Failure) -> Adapter {
    try await arguments.hosts.applied(to: AdapterArguments.located([argument]))[0]
  }

  func status() async throws(Failure) -> CommandStatus {
    let catalogue = try Catalogue.load(specs: arguments.specs)
    let adapter = try await located(arguments.adapter)
    var other: Adapter?
    if let against = arguments.against { other = try await located(against) }
    let baseline = try BaselineFile(of: adapter, baselineOptions)
    let reports = try ReportPlan(arguments.reports, adapters: [adapter.name])
    let directory = try arguments.save.map(CaseDirectory.init(preparing:))
    Interruption.listen()
    let start = ContinuousClock.now
    var search = Search(adapter, runner: runOptions, seed: seed, baseline: baseline, arguments)
    let pool = search.pool
    var result = try await pool.open { pool throws(Failure) in
      let result = await search.begin(on: pool)
      guard result.launchFailure == nil else { return result }
      try search.checkCapabilities()
      if let other { try await search.compare(with: other) }
      await search.run(on: pool)
      return result
    }
    search.noteChanges(on: pool)
    if result.launchFailure == nil {
      result.launchFailure = search.launchFailure
      result.hint = search.hint ?? result.hint
      if search.launchFailure == nil {
        announceShrinking(of: search)
        await search.shrink()
      }
      result.cases = Self.cases(of: search, catalogue.requirements)
    }
    let run = RunResult(
      adapters: [result], seed: seed, seconds: (ContinuousClock.now - start).seconds, timestamp: Timestamp.now,
      isInterrupted: Interruption.isRequested)
    try directory?.write(search.findings, catalogue.requirements)
    let context = context(of: search, catalogue.requirements)
    let stream = reports.stream
    let style = arguments.display.style(on: stream)
    Console.write(ConsoleReport(run, in: context, style: style).text(), to: stream)
    if let text = search.comparison?.text(isWhole: search.earlyEnd == nil) { Console.write(text, to: stream) }
    Console.write(TerminalText(block: search.summary), to: stream)
    try reports.write(run, in: context, isQuiet: arguments.display.quiet)
    let status = CommandStatus(of: run)
    // Status and message of a more severe failure stand.
    if let failure = search.comparison?.failure, [.conforms, .violates].contains(status) { throw failure }
    return status
  }

  /// Says that shrinking begins, because it may take longer than the search.
  private func announceShrinking(of search: Search) {
    guard search.toShrink > 0, !arguments.display.quiet, !Interruption.isRequested else { return }
    let programs = search.toShrink == 1 ? "1 program" : "\(search.toShrink) programs"
    Console.write(
      "shrinking \(programs), for \(Int(search.shrinkingLimit)) s at most; an interruption ends that, and reports them\n",
      to: .standardError)
  }

  /// The results: a case for each finding, and one for each requirement that no program
  /// violates, which is not applicable where none could have violated it.
  private static func cases(of search: Search, _ requirements: [Requirement]) -> [CaseResult] {
    let found = search.findings.map(\.reported)
    let violated = Set(found.map(\.scenario.requirement))
    let kept = RandomChapter.cases(of: requirements).filter { !violated.contains($0.requirement) }
    return found
      + kept.map { scenario in
        // Programs that were not performed may violate any of these requirements.
        let status = search.earlyEnd.map { CaseResult.Status.notRun(reason: $0) }
        return CaseResult(
          scenario: scenario, status: status ?? RandomChapter.status(of: scenario.requirement, after: search.use))
      }
  }

  /// What reports need beside the results: how each finding is repeated.
  private func context(of search: Search, _ requirements: [Requirement]) -> ReportContext {
    var context = ReportContext(
      toolVersion: Version.current, program: CommandLine.arguments.first ?? "aplus-check", requirements: requirements,
      workingDirectory: FileManager.default.currentDirectoryPath,
      repository: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"])
    for finding in search.findings {
      context.origins[finding.result.scenario.id] = CaseOrigin(
        replay: arguments.replay(finding.index, seed: seed), lines: search.lines(about: finding))
    }
    for finding in search.findings {
      guard case .aftermath(let cause)? = finding.result.repetition,
        let other = cause.split(separator: ".").last.flatMap({ Int($0) })
      else { continue }
      let range = min(other, finding.index)...max(other, finding.index)
      let replay = arguments.replay(range.lowerBound, seed: seed, programs: range.count)
      context.origins[cause] = CaseOrigin(replay: replay + ["--jobs", "1"], lines: [])
    }
    return context
  }

  private var baselineOptions: BaselineOptions {
    var options = BaselineOptions()
    options.baseline = arguments.baseline
    options.noBaseline = arguments.baseline == nil
    options.updateBaseline = false
    return options
  }

  private var runOptions: RunOptions {
    var options = RunOptions(
      jobs: arguments.jobs ?? ProcessInfo.processInfo.activeProcessorCount, timeout: .seconds(arguments.timeout),
      seed: seed)
    options.isInterrupted = { Interruption.isRequested }
    options.observers = [Notices(isVerbose: arguments.display.verbose)]
    return options
  }
}
