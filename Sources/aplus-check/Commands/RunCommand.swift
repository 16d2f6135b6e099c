import APlusModel
import ArgumentParser

/// `aplus-check run`: checks adapters; the default command.
struct RunCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Checks one or more adapters (default).",
    discussion: """
      Examples:
        aplus-check ./adapter.cjs                         check a library
        aplus-check ./adapter.cjs --quick                 in a second or two
        aplus-check ./adapter.cjs --filter 2.2.4-a -v     one case, with its trace
        aplus-check ./adapter.cjs --rerun-failed          what failed in the last run
        aplus-check ./adapter.cjs --watch                 again after each change
        aplus-check --adapter node --report html=run.html
      """)

  @OptionGroup var arguments: RunArguments

  func status() async throws -> CommandStatus {
    if arguments.watch { return try await Watch(arguments).status() }
    let cases = arguments.cases
    guard cases.list else { return try await Run(arguments).status() }
    let choice = try arguments.choice
    var selected = try Catalogue.load(specs: cases.selection.specs, choosing: choice).selecting(choice)
    if let shard = cases.shard { selected.scenarios = try ShardChoice(shard).shard.cases(of: selected.scenarios) }
    if cases.rerunFailed {
      try arguments.check()
      let adapter = try AdapterArguments.located(arguments.adapters.adapter)[0]
      selected.scenarios = try LastRun(of: adapter).failures(among: selected.scenarios)
    }
    Console.write(cases.json ? ListCommand.json(selected) : ListCommand.text(selected), to: .standardOutput)
    return .conforms
  }
}
