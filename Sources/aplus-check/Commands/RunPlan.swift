import APlusModel
import Foundation

/// What a run is to do, checked as far as the command line alone tells.
struct RunPlan {
  var adapters: [String]
  var chapters: [String]
  var filter: CaseFilter
  var specs: String?
  var reports: [ReportRequest]
  /// How many hosts at the same time; nil leaves it to the runner.
  var jobs: Int?
  /// The time-out in seconds.
  var seconds: Double
  var seed: UInt64
  /// After how many cases that did not pass to stop.
  var failFast: Int?
  /// How often every case is performed.
  var repetitions: Int
  /// Whether to look for verdicts that move.
  var verifiesStability: Bool
  /// How many rounds a case has that is made of rounds; nil leaves it to the case.
  var rounds: Int?
  /// What an adapter must be able to do.
  var required: [Capability]
  var isStrict: Bool
  var display: DisplayOptions
  /// The file of expected failures that the command line names.
  var baseline: String?
  var usesBaselines: Bool
  var updatesBaseline: Bool

  /// The longest time-out that makes sense: a day.
  private static let longestTimeout = 86_400.0

  /// Checks the options against each other and against what makes sense.
  init(_ command: RunCommand) throws(Failure) {
    guard !command.adapter.isEmpty else {
      throw Failure(.usage, "name what to judge: --adapter NAME")
    }
    let isTimeoutSensible = command.timeout > 0 && command.timeout <= Self.longestTimeout
    guard isTimeoutSensible else {
      let found = command.timeout
      throw Failure(.usage, "--timeout \(found): expected seconds above 0 and up to 86400")
    }
    if let jobs = command.jobs, !(1...1024).contains(jobs) {
      throw Failure(.usage, "--jobs \(jobs): expected a number from 1 to 1024")
    }
    if let limit = command.failFast, limit < 1 {
      throw Failure(.usage, "--fail-fast=\(limit): expected a number from 1")
    }
    guard (1...1_000_000).contains(command.repeat) else {
      throw Failure(.usage, "--repeat \(command.repeat): expected a number from 1 to 1000000")
    }
    if let rounds = command.rounds, !(1...10_000_000).contains(rounds) {
      throw Failure(.usage, "--rounds \(rounds): expected a number from 1 to 10000000")
    }
    try Self.checkStability(command)
    try ReportPlan.validate(command.report)
    let options = command.baseline
    if options.baseline != nil, command.adapter.count > 1 {
      throw Failure(.usage, "--baseline is about one adapter")
    }
    if options.updateBaseline, ProcessInfo.processInfo.environment["CI"]?.isEmpty == false {
      throw Failure(.usage, "--update-baseline: what is expected is not decided by a CI run")
    }
    if options.updateBaseline, command.failFast != nil {
      throw Failure(.usage, "--update-baseline needs all results: without --fail-fast")
    }
    adapters = command.adapter
    chapters = command.selection.chapter
    filter = try CaseFilter(command.selection.filter)
    specs = command.selection.specs
    reports = command.report
    jobs = command.jobs
    seconds = command.timeout
    // Short enough to be typed again.
    seed = command.seed ?? .random(in: 1...999_999)
    failFast = command.failFast
    repetitions = command.repeat
    verifiesStability = command.verifyStability
    rounds = command.rounds
    required = try CapabilityList.parsed(command.require)
    isStrict = command.strict
    display = command.display
    baseline = options.baseline
    usesBaselines = !options.noBaseline
    updatesBaseline = options.updateBaseline
  }

  /// The options that change what a case shows, for the command that repeats one.
  var replayArguments: [String] {
    (rounds.map { ["--rounds", String($0)] } ?? []) + (isStrict ? ["--strict"] : [])
      + (seconds == RunCommand.usualTimeout ? [] : ["--timeout", String(format: "%g", seconds)])
      + (repetitions > 1 ? ["--repeat", String(repetitions)] : [])
      + (verifiesStability ? ["--verify-stability"] : [])
  }

  /// Checks that nothing contradicts the search for verdicts that move.
  private static func checkStability(_ command: RunCommand) throws(Failure) {
    guard command.verifyStability else { return }
    guard command.repeat == 1 else {
      throw Failure(.usage, "--verify-stability performs every case 20 times: without --repeat")
    }
    guard command.failFast == nil else {
      throw Failure(.usage, "--verify-stability needs all results: without --fail-fast")
    }
    guard !command.baseline.updateBaseline else {
      throw Failure(.usage, "--verify-stability expects no failure anew: without --update-baseline")
    }
  }
}
