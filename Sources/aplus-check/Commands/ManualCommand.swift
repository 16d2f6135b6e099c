import APlusReports
import ArgumentParser

/// `aplus-check manual`: prints the manual page, generated from the texts of `--help`, for the
/// installation.
struct ManualCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page, for man.", shouldDisplay: false)

  func status() throws -> CommandStatus {
    guard let page = ManualPage(help: AplusCheck._dumpHelp()) else {
      throw Failure(.harnessError, "the help of the commands cannot be read")
    }
    Console.write(TerminalText(document: page.text), to: .standardOutput)
    return .conforms
  }
}
