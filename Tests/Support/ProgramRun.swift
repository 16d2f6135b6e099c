import Foundation
package import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A program that a test has run to its end.
///
/// Tests do not use Foundation's `Process`: on Linux it reads beyond its memory where very many
/// descriptors are open, which ends the tests, and it keeps a thread while it waits.
package struct ProgramRun: Sendable {
  private static let limit = 1 << 24

  /// How long a program may run; one that hangs fails its test and not the whole run of the tests.
  package static let patience = Duration.seconds(1200)

  /// A program that has not ended in time.
  package struct Overdue: Error, CustomStringConvertible {
    let command: [String]
    package var description: String { "\(command.joined(separator: " ")): it has not ended within the patience" }
  }

  /// The exit code; 128 and the number of the signal where one ended it, as in a shell.
  package let status: Int32
  package let output: String
  package let error: String

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name where it is to be found by the search path.
  ///   - arguments: The arguments after its name.
  ///   - input: What it reads.
  ///   - patience: After which time it is killed.
  /// - Throws: That it cannot be started, that it writes more than 16 MiB, or ``Overdue``.
  package init(_ program: String, _ arguments: [String], input: String = "", patience: Duration = Self.patience)
    async throws
  {
    let overdue = Overdue(command: [program] + arguments)
    self = try await Gate.programs.run {
      try await withThrowingTaskGroup { group in
        group.addTask { try await Self(running: program, arguments, input: input) }
        group.addTask {
          try await Task.sleep(for: patience)
          throw overdue
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw overdue }
        return first
      }
    }
  }

  private init(running program: String, _ arguments: [String], input: String) async throws {
    let run = try await Subprocess.run(
      program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
      input: .string(input), output: .string(limit: Self.limit), error: .string(limit: Self.limit))
    status = Self.status(run.terminationStatus)
    output = run.standardOutput
    error = run.standardError
  }

  /// The status of a program that has ended, as in a shell.
  package static func status(_ status: TerminationStatus) -> Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let number): 128 + number
    }
  }

  /// Whether a process is running; a zombie is not.
  package static func isAlive(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return FileManager.default.fileExists(atPath: "/proc") == false
    }
    return !state.contains(") Z")
  }

  /// The path of a program that was built along with the tests.
  package static func built(_ name: String) -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let products =
      bundle?.bundleURL.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return products.appending(path: name).path()
  }
}
