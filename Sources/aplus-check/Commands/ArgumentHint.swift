import APlusJSON
import ArgumentParser
import Foundation

/// What to do about an argument that the parser refuses; its own message says only which one it is.
enum ArgumentHint {
  /// Adds what was expected, and what to do, to the first line of a message of the parser.
  static func completed(_ message: String) -> String {
    guard let line = message.split(separator: "\n").first.map(String.init), let hint = hint(for: line) else {
      return message
    }
    return line + hint + message.dropFirst(line.count)
  }

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
