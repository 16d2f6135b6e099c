import ArgumentParser

/// `aplus-check explain`: says what a requirement demands and how it is judged.
struct ExplainCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a requirement, or a case."
  )

  @Argument(help: "A requirement such as 2.2.4, or the id of a case.")
  var subject: String

  @Option(help: ArgumentHelp("The directory of the cases.", valueName: "dir"))
  var specs: String?

  func status() async throws -> CommandStatus {
    let catalogue = try Catalogue.load(specs: specs)
    let text = try ExplainText(of: subject, in: catalogue).text()
    Console.write(text, to: .standardOutput)
    return .conforms
  }
}
