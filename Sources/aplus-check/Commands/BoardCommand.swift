import APlusRunner
import ArgumentParser

/// `aplus-check board`: checks every library that has an adapter, and writes the compatibility table.
struct BoardCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Writes the board, the compatibility table of all libraries.",
    discussion: """
      Checks the libraries of all adapters in ./adapters and beside the tool, except those that \
      come with the tool, and writes board.md and board.html. If a library of the present board \
      cannot be checked here, nothing is written.
      """
  )

  @Option(help: ArgumentHelp("Directory of the board.", valueName: "dir"))
  var output = "reports"

  @Option(
    help: ArgumentHelp(
      "Remove the column of an adapter from the board; repeatable.",
      valueName: "adapter"
    )
  )
  var drop: [String] = []

  @OptionGroup var selection: SelectionOptions

  @Option(help: "Number of hosts that run at the same time (default: one per processor).")
  var jobs: Int?

  @Option(help: "Seconds for a host to start, and for each 5,000 steps of a case.")
  var timeout: Double = 10

  func status() async throws -> CommandStatus {
    let board = try Board(
      directory: output,
      adapters: AdapterArguments.libraries(),
      dropping: drop
    )
    var command = try RunCommand.parse(["--quiet", "--seed", "1"])
    command.adapter = board.adapters
    command.selection = selection
    command.jobs = jobs
    command.timeout = timeout
    command.reports.report = board.reports
    let run = try Run(
      command,
      announcement: Announcement(board.adapters),
      finish: { result throws(Failure) in try board.finished(result) }
    )
    try await board.checkColumns(timeout: timeout)
    return try await run.status()
  }
}
