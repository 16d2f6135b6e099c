import ArgumentParser
import Foundation

/// The options of `run` that name adapters.
struct AdapterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The adapter to check, by name or path; repeatable.",
      discussion: """
        A name is looked up among the adapters of the tool, in ./adapters, and as \
        aplus-adapter-NAME on the PATH. An argument with a '/' is a path: to an adapter file, \
        whose extension determines its language, to a directory with one or with adapter.json, \
        to a shared library, or to a program that speaks the wire protocol.
        """, valueName: "arg"), completion: Completions.adapters) var adapter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Fail if an adapter lacks a capability; repeatable.",
      discussion: "As 'list' shows them in brackets: 'threads', 'combinators:all,race'.", valueName: "capability,…"))
  var require: [String] = []
}

/// The options of `run` that select cases.
struct CaseOptions: ParsableArguments {
  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Select the chapters that give a verdict in a second or two: aplus, zalgo and once.") var quick = false

  @Option(
    help: ArgumentHelp(
      "Run one part of the cases, to share them among machines: I/N, auto or auto/N.",
      discussion: """
        'auto' takes the part from the build server's variables: CI_NODE_INDEX, \
        BUILDKITE_PARALLEL_JOB, TEST_SHARD_INDEX, JOB_COMPLETION_INDEX or SLURM_ARRAY_TASK_ID. \
        'merge' makes one result of all parts. Without --seed, all parts have the seed 1.
        """, valueName: "part")) var shard: String?

  @Flag(help: "List the selected cases without running them.") var list = false

  @Flag(help: "With --list: write JSON, as 'list --json' does.") var json = false

  @Flag(
    help: ArgumentHelp(
      "Run only the cases that failed when they were last run.",
      discussion: """
        These are the cases that violate a requirement, have no verdict or pass unexpectedly; a \
        failure that the baseline expects does not count. Without an earlier run of the adapter, \
        this is an error (3); if nothing failed, nothing is run (0). The default report is not \
        replaced.
        """)) var rerunFailed = false

  func validate() throws {
    if json, !list { throw ValidationError("--json: expected it with --list; for results, use --report json=FILE") }
  }
}

/// The options for how, and how often, cases are performed.
struct PerformanceOptions: ParsableArguments {
  static let usualTimeout = 10.0

  @Option(help: "Number of hosts that run at the same time (default: one per processor).") var jobs: Int?

  @Option(help: "Seconds for a host to start, and for each 5,000 steps of a case.") var timeout: Double =
    PerformanceOptions.usualTimeout

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of random choices (default: random; the summary shows it).", valueName: "seed"),
    transform: Self.seed) var seed: UInt64?

  @Option(
    help: ArgumentHelp("Stop after N unexpected failures; --fail-fast alone stops after the first.", valueName: "n"))
  var failFast: Int?

  @Option(help: ArgumentHelp("Perform every case N times; a flaky case fails.", valueName: "n")) var `repeat`: Int = 1

  @Flag(
    help: ArgumentHelp(
      "Detect flaky cases: perform every case 20 times.",
      discussion: """
        Ten times in one host, five times in new hosts, and five times under load, beside twice \
        as many busy threads as processors and with four times the time-out. A case fails if its \
        verdicts or failure types differ. Excludes --repeat, --fail-fast and --update-baseline.
        """)) var verifyStability = false

  @Option(
    help: ArgumentHelp(
      "Number of rounds of a case with rounds; more rounds find rarer races.",
      discussion: """
        A host performs them in batches, each with a time-out of its own. The first batch that \
        fails is reported, and ends the case.
        """, valueName: "n")) var rounds: Int?

  private static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("--seed \(text): expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  /// Checks the options as far as the command line alone allows.
  func check() throws(Failure) {
    try expect(timeout > 0 && timeout <= 86_400, "--timeout \(timeout): expected seconds above 0 and up to 86400")
    try expect("--jobs", jobs, in: 1...1024)
    try expect(failFast ?? 1 >= 1, "--fail-fast=\(failFast ?? 1): expected a number from 1")
    try expect("--repeat", `repeat`, in: 1...1_000_000)
    try expect("--rounds", rounds, in: 1...10_000_000)
    if verifyStability {
      let option = "--verify-stability"
      try expect(`repeat` == 1, "\(option) performs every case 20 times: remove --repeat")
      try expect(failFast == nil, "\(option) needs all results: remove --fail-fast")
    }
  }

  /// The options that change the result of a case, for the command that repeats one.
  var replayArguments: [String] {
    var arguments = rounds.map { ["--rounds", String($0)] } ?? []
    if timeout != Self.usualTimeout { arguments += ["--timeout", String(format: "%g", timeout)] }
    if `repeat` > 1 { arguments += ["--repeat", String(`repeat`)] }
    if verifyStability { arguments.append("--verify-stability") }
    return arguments
  }
}
