import ArgumentParser

/// `aplus-check run`: judges adapters; the command when none is named.
struct RunCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Judges one or more adapters (the default)."
  )

  @Option(
    help: ArgumentHelp(
      "What to judge: a name, or a path; may be repeated.",
      discussion: """
        A name is looked for in ./adapters, among the adapters that come with the tool, and as \
        aplus-adapter-NAME on the PATH. What contains a '/' is a path: a directory with \
        adapter.json, an executable, or a JavaScript file.
        """,
      valueName: "arg"
    )
  )
  var adapter: [String] = []

  @OptionGroup var selection: SelectionOptions

  @Option(
    help: ArgumentHelp(
      "Write a report; may be repeated.",
      discussion: """
        junit=FILE, json=FILE or traces=DIRECTORY; '-' is the standard output. Without this \
        option each adapter gets reports/ADAPTER.xml.
        """,
      valueName: "kind=path"
    ),
    transform: ReportRequest.init(parsing:)
  )
  var report: [ReportRequest] = []

  @OptionGroup var baseline: BaselineOptions

  @Option(help: "How many hosts perform cases at the same time (default: one per processor).")
  var jobs: Int?

  @Option(help: "How many seconds a host gets to start, and to perform a case.")
  var timeout: Double = 10

  @Option(help: "The number that random choices start from (default: a random one, told).")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Stop after N cases that did not pass; --fail-fast alone stops after one.",
      valueName: "n"
    )
  )
  var failFast: Int?

  @OptionGroup var display: DisplayOptions

  func status() async throws -> CommandStatus {
    try await Run(RunPlan(self)).status()
  }
}
