import ArgumentParser
import Foundation

/// The arguments of `run`.
struct RunArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of options (default: aplus.json, where there is one); the command line wins.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The profile of that file to use.", valueName: "name")) var profile: String?

  @Flag(help: "Also fail on advice, and on handlers that start on another thread before then returns.") var strict =
    false

  @Flag(
    help: ArgumentHelp(
      "Run again whenever files of an adapter or of --specs change, until Ctrl-C.",
      discussion: "The exit status is that of the last run.")) var watch = false

  @OptionGroup(title: "Adapters") var adapters: AdapterOptions

  @OptionGroup(title: "Cases") var cases: CaseOptions

  @OptionGroup(title: "Performances") var performances: PerformanceOptions

  @OptionGroup(title: "Hosts") var hosts: HostOptions

  @OptionGroup(title: "Known failures") var baseline: BaselineOptions

  @OptionGroup(title: "Exit status") var gate: GateOptions

  @OptionGroup(title: "Reports") var reports: ReportOptions

  @OptionGroup(title: "Console") var display: DisplayOptions

  /// The cases that the options choose: a failed case is run again also from an opt-in chapter.
  var choice: CaseChoice {
    get throws(Failure) {
      var choice = try cases.selection.choice
      choice.withOptIn = cases.rerunFailed
      if cases.quick { choice.chapters = ["aplus", "zalgo", "once"] }
      return choice
    }
  }

  /// Checks the options as far as the command line alone allows.
  func check() throws(Failure) {
    try expect(!adapters.adapter.isEmpty, "name an adapter to check: --adapter NAME")
    try expect(!cases.quick || cases.selection.chapter.isEmpty, "--quick selects chapters: remove --chapter")
    try performances.check()
    if performances.verifyStability {
      try expect(
        !baseline.updateBaseline, "--verify-stability does not update expected failures: remove --update-baseline")
    }
    try expect(baseline.baseline == nil || adapters.adapter.count == 1, "--baseline takes one adapter")
    if baseline.updateBaseline {
      let isCI = ProcessInfo.processInfo.environment["CI"]?.isEmpty == false
      try expect(!isCI, "--update-baseline is refused in a CI run, where CI is set")
      try expect(performances.failFast == nil, "--update-baseline needs all results: remove --fail-fast")
    }
    try expect(!cases.rerunFailed || adapters.adapter.count == 1, "--rerun-failed takes one adapter")
    try expect(
      !watch || !cases.list && !baseline.updateBaseline,
      "--watch runs the cases again and again: remove --list and --update-baseline")
    try expect(
      cases.shard == nil || !baseline.updateBaseline, "--shard runs only a part of the cases: remove --update-baseline")
    _ = try CaseFilter(cases.selection.filter)
    _ = try CapabilityList.parsed(adapters.require)
  }

  /// The options that change the result of a case, for the command that repeats one.
  var replayArguments: [String] { (strict ? ["--strict"] : []) + performances.replayArguments + hosts.replayArguments }
}
