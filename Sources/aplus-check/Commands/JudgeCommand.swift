import APlusFuzz
import APlusModel
import APlusReports
import ArgumentParser
import Foundation

/// `aplus-check judge`: judges saved traces again, with the options of their run.
struct JudgeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge", abstract: "Judges saved traces again, and writes any report of them.",
    discussion: "The exit status is that of the judged run.")

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files of '--report traces=DIRECTORY', or of '--report json+traces=FILE'.", valueName: "file"))
  var files: [String]

  @OptionGroup var reports: ReportOptions

  @OptionGroup var gate: GateOptions

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir")) var specs: String?

  @OptionGroup var display: DisplayOptions

  func status() async throws -> CommandStatus {
    try reports.refuseTraces()
    let catalogue = try Catalogue.load(specs: specs)
    let saved = try files.flatMap(Self.read)
    let result = try Self.result(of: saved, in: catalogue)
    let context = ReportContext(
      toolVersion: Version.current, requirements: catalogue.requirements,
      workingDirectory: FileManager.default.currentDirectoryPath, specsArgument: specs,
      replayArguments: saved.first?.options ?? [])
    let plan = try ReportPlan(reports, adapters: result.adapters.map(\.name))
    plan.writeJournals(of: result, in: context)
    try plan.write(result, in: context, display)
    return gate.status(of: result)
  }

  /// Judges traces, and gathers them by adapter as a run does.
  static func result(of traces: [SavedTrace], in catalogue: Catalogue) throws(Failure) -> RunResult {
    let scenarios = Dictionary(
      (catalogue.scenarios + RandomChapter.programs).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let clock = ContinuousClock()
    let start = clock.now
    var adapters: [AdapterResult] = []
    for saved in traces {
      guard let scenario = scenarios[saved.scenario] else {
        throw Failure(.harnessError, "a trace is of an unknown case: '\(saved.scenario)'")
      }
      let performed: Scenario
      do { performed = try saved.performed(scenario) } catch { throw Failure(.harnessError, error.message) }
      let verdict =
        saved.isStrict ? Opinions.judgeStrictly(performed, saved.trace) : Opinions.judge(performed, saved.trace)
      let result = CaseResult(scenario: performed, status: .judged(verdict), trace: saved.trace)
      if let place = adapters.firstIndex(where: { $0.name == saved.adapter }) {
        adapters[place].cases.append(result)
      } else {
        adapters.append(
          AdapterResult(name: saved.adapter, argument: saved.adapter, identity: nil, cases: [result], seconds: 0))
      }
    }
    for place in adapters.indices {
      adapters[place].cases = RandomChapter.folded(
        saved: adapters[place].cases, into: catalogue.scenarios.filter { $0.chapter == RandomChapter.name })
    }
    return RunResult(
      adapters: adapters, seed: traces.first?.seed ?? 0, seconds: (clock.now - start) / .seconds(1),
      timestamp: Timestamp.now, isInterrupted: false)
  }

  static func read(_ path: String) throws(Failure) -> [SavedTrace] {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw Failure(.harnessError, "cannot read \(path): \(SystemMessage.text(of: error))")
    }
    do { return try SavedTrace.all(parsing: Array(data), name: path) } catch {
      throw Failure(.harnessError, error.message)
    }
  }
}
