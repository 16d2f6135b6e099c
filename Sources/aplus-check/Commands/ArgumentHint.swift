import APlusJSON
import ArgumentParser
import Foundation

/// What to do about an argument that the parser refuses; its own message says only which one it is.
enum ArgumentHint {
  /// Adds what was expected, and what to do, to the first line of a message of the parser.
  static func completed(_ message: String) -> String {
    guard let line = message.split(separator: "\n").first.map(String.init) else { return message }
    if let unknown = line.firstMatch(of: /^(Error: Unknown option '(-{1,2}[^']+)')/),
      let own = own(for: String(unknown.output.2))
    {
      return "\(unknown.output.1): here it is '\(own)'" + message.dropFirst(line.count)
    }
    guard let hint = hint(for: line) else { return message }
    return line + hint + message.dropFirst(line.count)
  }

  /// The options of other test runners, and what does the same here.
  static let foreign: KeyValuePairs<[String], String> = [
    ["--bail", "-b", "--failfast", "-x", "--exitfirst", "--maxfail", "--stop-on-failure"]: "--fail-fast",
    [
      "--grep", "-g", "--only", "-t", "-k", "--testNamePattern", "--test-name-pattern", "--match", "-m", "--run",
      "--tests", "--pattern",
    ]: "--filter PATTERN",
    ["--reporter", "-R", "--reporters", "--test-reporter", "--format", "--junitxml", "--junit-xml", "--output", "-o"]:
      "--report KIND=FILE",
    ["--last-failed", "--lf", "--onlyFailures", "--only-failures", "--failed"]: "--rerun-failed",
    ["--parallel", "--workers", "-j", "-n", "--maxWorkers", "--concurrency"]: "--jobs N",
    ["--watchAll", "-w"]: "--watch", ["--silent", "-s"]: "--quiet", ["--no-color", "--no-colors"]: "--color never",
    ["--collect-only", "--listTests", "--list-tests", "--dry-run"]: "--list",
    ["--testTimeout", "--test-timeout"]: "--timeout SECONDS", ["--retries", "--retry", "--repeat-each"]: "--repeat N",
    ["--durations"]: "--slowest N", ["--random-seed", "--random-order-seed"]: "--seed N",
  ]

  private static func own(for option: String) -> String? { foreign.first { $0.key.contains(option) }?.value }

  private static func hint(for line: String) -> String? {
    if let argument = line.wholeMatch(of: /Error: Unexpected argument '(.*)'/)?.output.1 {
      return hint(forUnexpected: String(argument))
    }
    if let option = line.wholeMatch(of: /Error: The value '.*' is invalid for '(--[a-z-]+) <.*>'/)?.output.1 {
      return ": expected \(option == "--timeout" ? "seconds, such as 2.5" : "a whole number")"
    }
    if let option = line.wholeMatch(of: /Error: Missing value for '(--[a-z-]+) <.*>'/)?.output.1 {
      return "; a value that begins with '-' is written '\(option)=VALUE'"
    }
    return nil
  }

  private static func hint(forUnexpected argument: String) -> String {
    let commands = AplusCheck.configuration.subcommands.compactMap { $0.configuration.commandName }
    if let near = commands.nearest(to: argument) { return "; did you mean 'aplus-check \(near)'?" }
    if FileManager.default.fileExists(atPath: argument) {
      let path = argument.contains("/") ? argument : "./\(argument)"
      return "; an adapter is named with --adapter \(path)"
    }
    return "; a path in the first place is an adapter, any other needs its option, such as --adapter"
  }
}
