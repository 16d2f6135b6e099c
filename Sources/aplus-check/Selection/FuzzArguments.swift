import APlusFuzz
import ArgumentParser
import Foundation

/// The arguments of `fuzz`.
struct FuzzArguments: ParsableArguments {
  static let usualPrograms = 1000

  @Option(help: ArgumentHelp("The adapter to check, by name or path.", valueName: "arg")) var adapter: String

  @Option(help: "Number of programs (default: 1000, unless --seconds is given).") var programs: Int?

  @Option(
    help: """
      Generate programs for this many seconds. Shrinking then ends after as long, or after a \
      minute if that is longer.
      """) var seconds: Double?

  @Option(help: "Seed of the programs (default: random; the summary shows it).") var seed: UInt64?

  @Option(help: ArgumentHelp("Number of the first program.", valueName: "n")) var first = 0

  @Option(help: "Maximum number of steps of a program.") var steps = ProgramGenerator.usualSteps

  @Option(help: "Maximum number of threads of a program; they settle each other's promises.") var lanes = 1

  @Option(
    help: ArgumentHelp("Perform the programs on another adapter too, and show where the two differ.", valueName: "arg"))
  var against: String?

  @Option(help: ArgumentHelp("Save each finding as a case, in a directory for --specs.", valueName: "dir")) var save:
    String?

  @Option(help: ArgumentHelp("File of expected failures.", valueName: "file")) var baseline: String?

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir")) var specs: String?

  @Option(help: "Number of hosts that run at the same time (default: one per processor).") var jobs: Int?

  @Option(help: "Seconds for a host to start, and for each program.") var timeout: Double = PerformanceOptions
    .usualTimeout

  @Option(help: ArgumentHelp("Stop after N findings; --fail-fast alone stops after the first.", valueName: "n"))
  var failFast: Int?

  @OptionGroup var hosts: HostOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup var display: DisplayOptions

  /// Checks the options as far as the command line alone allows.
  func check() throws(Failure) {
    try expect(programs == nil || seconds == nil, "--programs and --seconds exclude each other")
    try expect("--programs", programs, in: 1...1_000_000_000)
    try expect(
      (0.001...31_536_000).contains(seconds ?? 1), "--seconds \(seconds ?? 1): expected seconds from 0.001 to 31536000")
    try expect((0...1_000_000_000_000).contains(first), "--first \(first): expected a number from 0 to 1000000000000")
    try expect("--steps", steps, in: 2...200)
    try expect("--lanes", lanes, in: 1...16)
    try expect("--jobs", jobs, in: 1...1024)
    try expect(failFast ?? 1 >= 1, "--fail-fast=\(failFast ?? 1): expected a number from 1")
    try expect(timeout > 0 && timeout <= 86_400, "--timeout \(timeout): expected seconds above 0 and up to 86400")
  }

  /// The arguments that generate some of the programs again.
  func replay(_ index: Int, seed: UInt64, programs: Int = 1) -> [String] {
    var words = ["fuzz", "--adapter", adapter, "--seed", "\(seed)", "--first", "\(index)"]
    words += ["--programs", "\(programs)"]
    if steps != ProgramGenerator.usualSteps { words += ["--steps", "\(steps)"] }
    if lanes != 1 { words += ["--lanes", "\(lanes)"] }
    if timeout != PerformanceOptions.usualTimeout { words += ["--timeout", String(format: "%g", timeout)] }
    if let against { words += ["--against", against] }
    return words + hosts.replayArguments
  }
}
