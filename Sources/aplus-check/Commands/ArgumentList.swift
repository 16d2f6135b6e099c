import APlusHosting
import ArgumentParser
import Foundation

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
