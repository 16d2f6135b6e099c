import APlusRunner
import ArgumentParser

/// `aplus-check board`: asks every library that has an adapter, and writes the board.
struct BoardCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Writes the board: every library, requirement by requirement.",
    discussion: """
      Asks the libraries of all adapters in ./adapters and beside the tool, but not what comes \
      with the tool itself, and writes board.md and board.html. A column that is on the board and \
      cannot be asked here is not dropped: nothing is written then.
      """
  )

  @Option(help: ArgumentHelp("The directory of the board.", valueName: "dir"))
  var output = "reports"

  @Option(
    help: ArgumentHelp(
      "Take the column of an adapter off the board; may be repeated.",
      valueName: "adapter"
    )
  )
  var drop: [String] = []

  @OptionGroup var selection: SelectionOptions

  @Option(help: "How many hosts perform cases at the same time (default: one per processor).")
  var jobs: Int?

  @Option(help: "How many seconds a host gets to start, and for each 5,000 steps of a case.")
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
    command.report = board.reports
    let plan = try RunPlan(command)
    try await board.checkColumns(timeout: timeout)
    return try await Run(
      plan,
      announcement: Announcement(board.adapters),
      finish: { result throws(Failure) in try board.finished(result) }
    ).status()
  }
}
