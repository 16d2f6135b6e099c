import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check board`: checks every library that has an adapter, and writes the compatibility
/// table.
struct BoardCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Writes the board, the compatibility table of all libraries.",
    discussion: """
      Checks the libraries of all adapters in ./adapters and beside the tool, except those that \
      come with the tool, and writes board.md, .html, .svg and .json, and a page for each library in \
      the directory board. If a library of the \
      current board cannot be checked here, nothing is written. With --from, no library is run: \
      the board is made from files of '--save' or '--report json'.
      """)

  @Option(help: ArgumentHelp("Directory of the board.", valueName: "dir")) var output = "reports"

  @Option(help: ArgumentHelp("Remove the column of an adapter from the board; repeatable.", valueName: "adapter"))
  var drop: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Make the board from saved results, without running any library.", valueName: "file")) var from:
    [String] = []

  @Option(help: ArgumentHelp("Save the results there, one file each, for --from.", valueName: "dir")) var save: String?

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var sandbox: SandboxOptions

  @Option(help: "Number of hosts that run at the same time (default: one per processor).") var jobs: Int?

  @Option(help: "Seconds for a host to start, and for each 5,000 steps of a case.") var timeout: Double = 10

  func status() async throws -> CommandStatus {
    guard from.isEmpty else { return try made() }
    let names = try AdapterArguments.names()
    // A column of an adapter that comes with the tool came from saved results.
    let board = try Board(directory: output, adapters: names.libraries, dropping: drop + names.builtIn)
    Console.write("board: builds and runs \(board.adapters.joined(separator: ", "))\n", to: .standardError)
    var arguments = try RunArguments.parse(["--quiet", "--seed", "1"])
    arguments.adapters.adapter = board.adapters
    arguments.cases.selection = selection
    arguments.performances.jobs = jobs
    arguments.performances.timeout = timeout
    arguments.hosts.sandbox = sandbox
    arguments.reports.report = board.reports + (save.map { directory in ["results=\(directory)"] } ?? [])
    let run = try Run(
      arguments, announcement: Announcement(board.adapters),
      finish: { result throws(Failure) in try board.finished(result) })
    try await board.checkColumns(timeout: timeout, sandbox)
    return try await run.status()
  }

  /// Makes the board from saved results.
  private func made() throws(Failure) -> CommandStatus {
    let catalogue = try Catalogue.load(specs: selection.specs)
    let files = try ResultFiles(from, in: catalogue, dropping: drop)
    for note in files.notes { Console.warn(note) }
    try files.checkParts()
    let board = try Board(directory: output, from: files.result, dropping: drop)
    let result = try board.finished(files.result)
    var reports = ReportOptions()
    reports.report = board.reports
    reports.noGithub = true
    var context = files.context(catalogue, specs: selection.specs)
    context.program = "aplus-check"
    let plan = try ReportPlan(reports, adapters: board.adapters)
    try plan.write(result, in: context, isQuiet: false)
    return CommandStatus(of: result)
  }
}
