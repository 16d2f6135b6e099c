import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check merge`: merges saved results, and writes reports of them.
struct MergeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merges the results of runs, and writes any report of them.",
    discussion: """
      Takes files of '--report json' and '--report jsonl': the shards of a run, runs of several \
      adapters, or what is left of a run that was killed. The exit status is that of the merged run.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("Files of results.", valueName: "file")) var files: [String]

  @OptionGroup var reports: ReportOptions

  @OptionGroup var gate: GateOptions

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir")) var specs: String?

  @OptionGroup var display: DisplayOptions

  func status() async throws -> CommandStatus {
    try reports.refuseTraces()
    let catalogue = try Catalogue.load(specs: specs)
    let files = try ResultFiles(files, in: catalogue)
    let plan = try ReportPlan(reports, adapters: files.result.adapters.map(\.name))
    for note in files.notes { Console.warn(note) }
    let context = files.context(catalogue, specs: specs)
    plan.writeJournals(of: files.result, in: context)
    try plan.write(files.result, in: context, display)
    try files.checkParts()
    return gate.status(of: files.result)
  }
}
