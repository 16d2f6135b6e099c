import APlusReports
import ArgumentParser
import Foundation

/// The options about what is shown, and how.
struct DisplayOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: "Show every case, and every failure.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Show the summary alone.")
  var quiet = false

  func validate() throws {
    if verbose && quiet { throw ValidationError("--verbose and --quiet exclude each other") }
  }

  /// The style for one stream.
  func style(on stream: Console.Stream) -> ConsoleStyle {
    let environment = ProcessInfo.processInfo.environment
    return ConsoleStyle(
      usesColor: color.usesColor(isTerminal: stream.isTerminal, environment: environment),
      usesUnicode: Console.usesUnicode(environment: environment),
      verbosity: quiet ? .quiet : verbose ? .verbose : .normal
    )
  }
}
