import APlusReports
import ArgumentParser
import Dispatch
import Foundation

/// Where the process starts, and the one place where it ends.
@main enum EntryPoint {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // A host needs the main thread itself, as the library under test may need it.
    BuiltInAdapters.serve(arguments)
    Console.occupyClosedStreams()
    // A host that dies must not take the command with it.
    _ = signal(SIGPIPE, SIG_IGN)
    Task { exit(await run(arguments).rawValue) }
    dispatchMain()
  }

  private static func run(_ arguments: [String]) async -> CommandStatus {
    do {
      var command = try AplusCheck.parseAsRoot(ArgumentList.completed(arguments))
      guard let command = command as? any StatusCommand else {
        try command.run()
        return .conforms
      }
      let status = try await command.status()
      try Console.checkOutput()
      return status
    } catch let failure as Failure {
      tell(failure)
      return failure.status
    } catch {
      AplusCheck.exit(withError: error)
    }
  }

  private static func tell(_ failure: Failure) {
    let lines = failure.message.split(separator: "\n").map {
      "error: \(TerminalEscaping.line(String($0)))\n"
    }
    Console.write(lines.joined(), to: .standardError)
  }
}

/// A command that says what its exit status is.
protocol StatusCommand: ParsableCommand {
  /// Does the work.
  func status() async throws -> CommandStatus
}
