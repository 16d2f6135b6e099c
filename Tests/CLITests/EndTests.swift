#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("The end of the command", .testFolder) struct EndTests {
  /// Beside other suites the signal may come late: until then the host is waited for.
  private let arguments = ["--adapter", "./fake", "--jobs", "1", "--filter", "2.1.2.1-*", "--timeout", "600"]

  /// A host that spins, and has started a process that left its group and its session.
  private static let spreading = """
    perl -MPOSIX -e 'fork and exit; POSIX::setsid(); open F, ">daemon.new"; print F $$; close F;
      rename "daemon.new", "daemon"; 1 while 1' </dev/null >/dev/null 2>&1
    \(FakeAdapter.spinning)
    """

  @Test func `a command that is killed takes its hosts along, and what they started`() async throws {
    var left: [Int32] = []
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install("fake", in: $0, script: Self.spreading)
    } meanwhile: { command in
      for name in ["spinning", "daemon"] {
        let number = try await command.file(name).trimmingCharacters(in: .whitespacesAndNewlines)
        left.append(try #require(Int32(number)))
      }
      kill(command.process, SIGKILL)
    }
    #expect(run.status == 128 + SIGKILL)
    let end = ContinuousClock.now + RunningCommand.patience
    while left.contains(where: ProgramRun.isAlive), .now < end { try await Task.sleep(for: .milliseconds(2)) }
    #expect(left.count == 2 && !left.contains(where: ProgramRun.isAlive))
  }

  @Test(arguments: [SIGHUP, SIGQUIT, SIGTERM, SIGUSR1]) func `a signal that ends processes lets the reports be written`(
    number: Int32
  ) async throws {
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      _ = try await command.file("spinning")
      kill(command.process, number)
      try await command.said("interrupted")
      try command.touch("end")
    }
    #expect(run.status == CommandStatus.interrupted.rawValue)
    #expect(run.file("reports/fake.xml")?.contains("not run: the run was interrupted") == true)
  }

  @Test func `a host has neither a terminal nor the priority or limits of the runner`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--filter", "2.1.2.1-a"]) {
      try FakeAdapter.install(
        "fake", in: $0, script: "cat /proc/$$/stat > stat; ulimit -n > limit; \(FakeAdapter.crashing)")
    }
    let fields = try #require(run.file("stat")).split(separator: " ").map(String.init)
    // The process, and its group; the terminal; the nice value.
    #expect(fields[0] == fields[4])
    #expect(fields[6] == "0")
    #expect(fields[18] == String(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))
    #expect(run.file("limit") == (try await ProgramRun("sh", ["-c", "ulimit -n"]).output))
  }
}

@Suite("Limits of the system") struct LimitTests {
  /// Runs the command with a limit that the shell sets.
  private func limited(_ limit: String, jobs: Int) async throws -> ProgramRun {
    try await ProgramRun(
      "/bin/sh",
      ["-c", "ulimit \(limit) && exec \"$0\" \"$@\"", ProgramRun.built("aplus-check")] + [
        "--adapter", "reference", "--filter", "2.1.2.*", "--jobs", String(jobs), "--report", "json=-",
      ])
  }

  @Test(arguments: [24, 40, 128]) func `with few descriptors there are fewer hosts`(limit: Int) async throws {
    let run = try await limited("-n \(limit)", jobs: 64)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("instead of 64: the limit on file descriptors allows no more"))
  }

  @Test(arguments: ["-n 5", "-n 8", "-n 10", "-v 100000"]) func `where no host can be started, one sentence says so`(
    limit: String
  ) async throws {
    let run = try await limited(limit, jobs: 2)
    #expect(run.status == CommandStatus.harnessError.rawValue, "\(run.error)")
    #expect(run.error.contains("ulimit"))
  }

  /// Which of the two it is depends on the descriptors that the command inherits.
  @Test(arguments: 11...20) func `between the two it runs, or says why not`(limit: Int) async throws {
    let run = try await limited("-n \(limit)", jobs: 2)
    #expect(run.status == 0 || run.status == CommandStatus.harnessError.rawValue, "\(run.error)")
    #expect(run.error.contains("ulimit -n"))
  }
}
#endif
