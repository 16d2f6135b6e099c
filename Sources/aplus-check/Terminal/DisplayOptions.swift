import APlusReports
import ArgumentParser
import Foundation

/// The options for the output on the console.
struct DisplayOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colors: auto, always or never.", valueName: "when")) var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: "Show every case and every failure.") var verbose = false

  @Flag(name: .shortAndLong, help: "Show only the summary.") var quiet = false

  @Flag(
    help: "Show no colors and no progress, and traces in one column, as for a screen reader; also where TERM is dumb.")
  var plain = false

  @Option(help: ArgumentHelp("Show the N cases that took longest.", valueName: "n")) var slowest: Int = 0

  func validate() throws {
    if slowest < 0 { throw ValidationError("--slowest \(slowest): expected a number from 0") }
    if plain && color == .always { throw ValidationError("--plain shows no colors: remove --color always") }
    if verbose && quiet { throw ValidationError("--verbose and --quiet exclude each other") }
  }

  /// Whether the output is plain text from top to bottom.
  var isPlain: Bool { plain || ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  func style(on stream: Console.Stream) -> ConsoleStyle {
    let environment = ProcessInfo.processInfo.environment
    let usesColor = color.usesColor(isTerminal: stream.isTerminal, environment: environment)
    var style = ConsoleStyle(
      usesColor: usesColor && !plain, usesUnicode: Console.usesUnicode(environment: environment),
      verbosity: quiet ? .quiet : verbose ? .verbose : .normal)
    style.slowest = slowest
    style.isPlain = isPlain
    style.width = stream.width(environment: environment)
    return style
  }
}

/// When text is colored.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never

  /// Whether text on a stream is colored.
  ///
  /// The option overrides `NO_COLOR`, which overrides `CLICOLOR_FORCE` and `FORCE_COLOR`, which
  /// override `CLICOLOR=0`; last, the stream decides.
  func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    if isSet("NO_COLOR") { return false }
    let isForced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains { isSet($0) && environment[$0] != "0" }
    if isForced { return true }
    if environment["CLICOLOR"] == "0" { return false }
    return isTerminal && environment["TERM"] != "dumb"
  }
}
