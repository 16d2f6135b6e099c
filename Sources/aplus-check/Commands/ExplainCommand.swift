import APlusJSON
import APlusReports
import ArgumentParser

/// `aplus-check explain`: shows what a requirement demands and how it is judged.
struct ExplainCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains a requirement, a case, or a word of a report.")

  @ArgumentParser.Argument(
    help: "A requirement such as 2.2.4, the id of a case, or a word such as zalgo or clean-stack.") var subject: String

  @Option(help: ArgumentHelp("Directory of the cases.", valueName: "dir")) var specs: String?

  func status() async throws -> CommandStatus {
    let catalogue = try Catalogue.load(specs: specs)
    let (scenarios, requirements) = (catalogue.scenarios, catalogue.requirements)
    guard let text = ExplainText(of: subject, in: scenarios, requirements) else {
      let known = ExplainText.subjects(scenarios, requirements)
      let hint = known.nearest(to: subject).map { "did you mean '\($0)'?" }
      throw Failure(
        .usage, "there is no requirement, case or word '\(subject)'; " + (hint ?? "'aplus-check list' shows the cases"))
    }
    Console.write(text.text(), to: .standardOutput)
    return .conforms
  }
}
