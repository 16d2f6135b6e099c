import ArgumentParser

/// `aplus-check run`: judges adapters; the command when none is named.
struct RunCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Judges one or more adapters (the default)."
  )

  static let usualTimeout = 10.0

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
        junit=FILE, json=FILE, matrix=FILE.md, matrix=FILE.html or traces=DIRECTORY; '-' is the \
        standard output for junit and json. Without this option each adapter gets \
        reports/ADAPTER.xml, unless --filter leaves only one case or two.
        """,
      valueName: "kind=path"
    ),
    transform: ReportRequest.init(parsing:)
  )
  var report: [ReportRequest] = []

  @OptionGroup var baseline: BaselineOptions

  @Option(help: "How many hosts perform cases at the same time (default: one per processor).")
  var jobs: Int?

  @Option(help: "How many seconds a host gets to start, and for each 5,000 steps of a case.")
  var timeout: Double = RunCommand.usualTimeout

  @Option(help: "The number that random choices start from (default: a random one, told).")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Stop after N cases that fail unexpectedly; --fail-fast alone stops after one.",
      valueName: "n"
    )
  )
  var failFast: Int?

  @Option(
    help: ArgumentHelp(
      "Perform every case N times; a verdict that moves is a failure.",
      valueName: "n"
    )
  )
  var `repeat`: Int = 1

  @Flag(
    help: ArgumentHelp(
      "Look for verdicts that move: perform every case 20 times.",
      discussion: """
        Ten times in one host, five times in new hosts, and five times beside twice as many busy \
        threads as there are processors, with four times the time-out. A verdict or type of \
        failure that differs is a failure. Excludes --repeat, --fail-fast and --update-baseline.
        """
    )
  )
  var verifyStability = false

  @Option(
    help: ArgumentHelp(
      "How many rounds a case has that is made of rounds; more find rarer races.",
      discussion: """
        A host is asked for some at a time, each time with a time-out of its own. The first that \
        fail are told, and end the case.
        """,
      valueName: "n"
    )
  )
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "What an adapter must be able to do, else the run fails; may be repeated.",
      discussion: "Words as 'list' shows them in brackets: 'threads', 'combinators:all,race'.",
      valueName: "capability,…"
    )
  )
  var require: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Fail what goes beyond the specifications, too.",
      discussion:
        "What cases only advise, and handlers that begin on another thread before the call of then has ended."
    )
  )
  var strict = false

  @OptionGroup var display: DisplayOptions

  func status() async throws -> CommandStatus {
    try await Run(RunPlan(self)).status()
  }
}
