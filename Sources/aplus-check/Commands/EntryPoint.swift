import APlusHost
import APlusHosting
import APlusReports
import ArgumentParser
import Dispatch
import Foundation

/// The start of the process, and the one place where it exits.
@main enum EntryPoint {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count == 2, arguments[0] == "host-native" {
      // A host needs the main thread, as its library may need it.
      NativeHost.run(arguments[1])
    }
    ProcessSignals.begin(status: CommandStatus.interrupted.rawValue)
    Console.occupyClosedStreams()
    // Writing to a host that has died must not end the command.
    _ = signal(SIGPIPE, SIG_IGN)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    if let shortage = ProcessLimits.prepare(processors: processors) {
      let failure = Failure(.harnessError, shortage)
      Console.report(failure)
      exit(failure.status.rawValue)
    }
    Task {
      let status = await run(arguments)
      Guardian.finish()
      exit(status.rawValue)
    }
    dispatchMain()
  }

  private static func run(_ arguments: [String]) async -> CommandStatus {
    do {
      if ArgumentList.asksForDetails(arguments) {
        Console.write(TerminalText(block: Version.details), to: .standardOutput)
        try Console.checkOutput()
        return .conforms
      }
      var command = try AplusCheck.parseAsRoot(ArgumentList.completed(arguments))
      guard let command = command as? any StatusCommand else {
        try command.run()
        return .conforms
      }
      let status = try await command.status()
      try Console.checkOutput()
      return status
    } catch let failure as Failure {
      Console.report(failure)
      return failure.status
    } catch {
      let status = AplusCheck.exitCode(for: error)
      let text = TerminalText(block: ArgumentHint.completed(AplusCheck.fullMessage(for: error)))
      if text != "" { Console.write(text + "\n", to: status.isSuccess ? .standardOutput : .standardError) }
      return CommandStatus(rawValue: status.rawValue) ?? .usage
    }
  }
}

/// A command with an exit status.
protocol StatusCommand: ParsableCommand {
  /// Does the work and returns the exit status.
  func status() async throws -> CommandStatus
}
