import ArgumentParser

/// The command line of the tool.
struct AplusCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aplus-check", abstract: "Checks promise libraries for Promises/A+ conformance and Zalgo safety.",
    discussion: """
      Exit status: 0 conforms, 1 violates a requirement, 2 adapter error, 3 harness or file \
      error, 5 no case selected, 64 usage, 130 interrupted.
      """, version: Version.current,
    subcommands: [
      RunCommand.self, InitCommand.self, ListCommand.self, ExplainCommand.self, JudgeCommand.self, ReplayCommand.self,
      AdaptersCommand.self, BoardCommand.self, MergeCommand.self, CompareCommand.self, FuzzCommand.self,
      ManualCommand.self,
    ], defaultSubcommand: RunCommand.self)
}
