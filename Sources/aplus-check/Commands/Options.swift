import APlusHosting
import APlusReports
import ArgumentParser
import Foundation

/// The options that select cases.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select chapters, opt-in chapters included: names with commas; repeatable.", valueName: "name,…"),
    completion: Completions.chapters) var chapter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select cases by id; repeatable.",
      discussion: """
        A glob such as '2.2.*', or 're:' and a regular expression; a leading '!' excludes. \
        '2.2.4-b' includes its variants, and 'RX-C10' selects the cases of that requirement. A \
        pattern without a match gives a warning; an empty selection is an error (5).
        """, valueName: "pattern"), completion: Completions.cases) var filter: [String] = []

  @Option(help: ArgumentHelp("Directory of the cases (default: the tool's own).", valueName: "dir")) var specs: String?

  private var chapters: [String] {
    chapter.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The cases that the options choose.
  var choice: CaseChoice { get throws(Failure) { CaseChoice(chapters: chapters, filter: try CaseFilter(filter)) } }
}

/// The options for expected failures.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of expected failures (default: expected-failures.txt beside the manifest).", valueName: "file"))
  var baseline: String?

  @Flag(help: "Expect no failure, and read no file of expected failures.") var noBaseline = false

  @Flag(help: "Record the failures of this run as expected; refused where CI is set.") var updateBaseline = false

  func validate() throws {
    if noBaseline, baseline != nil || updateBaseline {
      throw ValidationError("--no-baseline excludes --baseline and --update-baseline")
    }
  }
}

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

/// Prepares the arguments for the parser.
enum ArgumentList {
  /// Whether the arguments ask for the detailed version, `--version --verbose`, which the parser
  /// does not know.
  static func asksForDetails(_ arguments: [String]) -> Bool {
    arguments.contains("--version") && arguments.count == 2
      && (arguments.contains("--verbose") || arguments.contains("-v"))
  }

  /// Whether a word without a slash names a file, and no subcommand.
  private static func isFile(_ word: String) -> Bool {
    FileManager.default.fileExists(atPath: word) && !FileLook.isDirectory(word)
      && !(["help"] + AplusCheck.configuration.subcommands.compactMap { $0.configuration.commandName }).contains(word)
  }

  /// Completes the arguments: takes a path or a file in the first place for an adapter, adds those of the project's file to
  /// `run`, and the number 1 to a bare `--fail-fast`, as the parser has no options with optional values.
  static func completed(_ arguments: [String]) throws(Failure) -> [String] {
    var arguments = arguments
    if let path = arguments.first, !path.hasPrefix("-") {
      if path.contains("/") || [".", ".."].contains(path) {
        arguments.insert("--adapter", at: 0)
      } else if isFile(path) {
        arguments.replaceSubrange(0..<1, with: ["--adapter", "./\(path)"])
      }
    }
    let first = arguments.first ?? ""
    let isOther = AplusCheck.configuration.subcommands.contains { command in
      command != RunCommand.self && command.configuration.commandName == first
    }
    if !isOther, !["help", "--help", "-h", "--version", "---completion"].contains(first) {
      arguments = try ConfigFile.completed(arguments)
    }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.indices.map { place in
      let argument = arguments[place]
      guard place < end, argument == "--fail-fast" else { return argument }
      let hasNumber = place + 1 < end && Int(arguments[place + 1]) != nil
      return hasNumber ? argument : "--fail-fast=1"
    }
  }
}
