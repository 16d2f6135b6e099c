import ArgumentParser

/// Prepares the arguments for the parser.
enum ArgumentList {
  /// Whether the arguments ask for the detailed version, `--version --verbose`, which the parser
  /// does not know.
  static func asksForDetails(_ arguments: [String]) -> Bool {
    arguments.contains("--version") && arguments.count == 2
      && (arguments.contains("--verbose") || arguments.contains("-v"))
  }

  /// Completes the arguments: takes a path in the first place for an adapter, adds those of the project's file to
  /// `run`, and the number 1 to a bare `--fail-fast`, as the parser has no options with optional values.
  static func completed(_ arguments: [String]) throws(Failure) -> [String] {
    var arguments = arguments
    if let path = arguments.first, path.contains("/") || [".", ".."].contains(path), !path.hasPrefix("-") {
      arguments.insert("--adapter", at: 0)
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
