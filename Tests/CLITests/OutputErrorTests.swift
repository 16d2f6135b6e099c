import Testing

@testable import aplus_check

@Suite("Errors of the standard output", .testFolder) struct OutputErrorTests {
  /// Commands that write to the standard output.
  static let commands: [[String]] = [
    ["list", "--filter", "2.1.2.1-a"], ["explain", "2.1.2.1"], ["adapters", "--json"],
    ["--adapter", "reference", "--filter", "2.1.2.1-a"],
    ["--adapter", "reference", "--filter", "2.1.2.1-a", "--report", "junit=-"],
    ["--adapter", "reference", "--filter", "2.1.2.1-a", "--report", "json=-"],
  ]

  @Test(arguments: commands, ["> /dev/full", ">&-"]) func `a standard output that cannot be written is one clear error`(
    _ arguments: [String], _ redirection: String
  ) async throws {
    let run = try await CommandRun(arguments, redirection: redirection)
    #expect(run.status == CommandStatus.harnessError.rawValue)
    let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
    let errors = run.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(errors == ["error: cannot write to the standard output: \(reason)"])
  }

  @Test(arguments: commands) func `a reader that has gone away is no error`(_ arguments: [String]) async throws {
    let run = try await CommandRun(arguments, outputWithoutReader: true)
    #expect(run.status == 0)
    #expect(!run.error.contains("error:"))
  }
}
