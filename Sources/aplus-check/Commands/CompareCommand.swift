import APlusJSON
import APlusModel
import APlusReports
import ArgumentParser

/// `aplus-check compare`: shows what has changed between two runs.
struct CompareCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares two results: regressions, fixes, new and lost cases.",
    discussion: """
      Takes two files of '--report json' or 'jsonl'. Adapters of the same name are compared; if \
      each file has only one adapter, these two are compared, whatever their names. Exit status 1 \
      if a case fails that did not fail before, or is lost.
      """)

  @ArgumentParser.Argument(help: "The earlier results.") var old: String

  @ArgumentParser.Argument(help: "The later results.") var new: String

  @Flag(help: "Write JSON.") var json = false

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir")) var specs: String?

  @OptionGroup var display: DisplayOptions

  func status() async throws -> CommandStatus {
    let catalogue = try Catalogue.load(specs: specs)
    let files = [try ResultFiles([old], in: catalogue), try ResultFiles([new], in: catalogue)]
    for note in files.flatMap(\.notes) { Console.warn(note) }
    let comparison = Comparison(of: files[0].result, with: files[1].result)
    guard !comparison.pairs.isEmpty else { throw Failure(.usage, "\(old) and \(new) have no adapter of the same name") }
    for name in comparison.unpaired { Console.warn("\(name) is in one of the files only") }
    let text = json ? TerminalText(comparison.json) : comparison.text(style: display.style(on: .standardOutput))
    Console.write(text, to: .standardOutput)
    return comparison.hasRegressed ? .violates : .conforms
  }
}
