#if os(Linux)
import APlusJSON
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

  /// Programs of one user can stop one another; a tracer needs the right to trace.
  @Test func `a host that stops what guards it costs neither the reports nor the end`() async throws {
    let place = try TestFolder.make()
    let mark = "TMPDIR=\(place.path)"
    let run = try await CommandRun(
      ["--adapter", "./fake", "--filter", "2.1.2.1-*", "--report", "json=run.json"], environment: ["TMPDIR": place.path]
    ) {
      try FakeAdapter.install(
        "fake", in: $0,
        script: "(while kill -STOP $PPID; do :; done) </dev/null >/dev/null 2>&1 & \(FakeAdapter.crashing)")
    }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.error)")
    _ = try JSON(parsing: try #require(run.file("run.json")), name: "run.json")
    #expect(try await MarkedProcesses.areGone(mark, within: RunningCommand.patience))
  }

  /// A limit that the runner has not set for itself; those of memory end it wherever it is.
  @Test(arguments: ["--as=1", "--nofile=0", "--data=1"])
  func `a host that lowers the runner's limits does not crash it`(limit: String) async throws {
    let run = try await CommandRun(arguments + ["--report", "json=run.json"]) {
      try FakeAdapter.install(
        "fake", in: $0, script: "prlimit --pid $(ps -o ppid= -p $PPID) \(limit); \(FakeAdapter.crashing)")
    }
    #expect([2, 3].contains(run.status), "\(run.status) \(run.error)")
    if run.status == 3 { #expect(run.error.contains("error: ")) }
  }

  /// Only the soft limit, which whoever owns the process may raise again.
  @Test func `a limit that a host lowers is raised again`() async throws {
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install(
        "fake", in: $0,
        script: """
          runner=$(ps -o ppid= -p $PPID); prlimit --pid $runner --nofile=64:
          while [ $(prlimit --pid $runner --nofile -o SOFT --noheadings) -le 64 ]; do :; done
          \(FakeAdapter.crashing)
          """)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.error)")
  }

  @Test func `a program of a test that hangs is killed, and named`() async throws {
    let overdue = await #expect(throws: ProgramRun.Overdue.self) {
      _ = try await ProgramRun("sleep", ["1000"], patience: .milliseconds(1))
    }
    #expect(overdue.map { "\($0)" }?.hasPrefix("sleep 1000: ") == true)
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

  @Test(arguments: [24, 40, 100]) func `with few descriptors there are fewer hosts`(limit: Int) async throws {
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

  /// The host has the limit of the command; what is missing is not a package.
  @Test(arguments: ["-n 20", "-n 24", "-v 600000"]) func `a limit that keeps a host from starting is named`(
    limit: String
  ) async throws {
    let run = try await ProgramRun(
      "/bin/sh",
      ["-c", "ulimit \(limit) && exec \"$0\" \"$@\"", ProgramRun.built("aplus-check")] + [
        "--adapter", "node", "--filter", "2.1.2.1-a", "--jobs", "1", "--report", "json=-",
      ])
    #expect([0, 3].contains(run.status), "\(run.error)")
    #expect(!run.error.contains("apt install"))
    if run.status == 3 { #expect(run.error.contains("ulimit")) }
  }

  /// Which of the two it is depends on the descriptors that the command inherits.
  @Test(arguments: 11...20) func `between the two it runs, or says why not`(limit: Int) async throws {
    let run = try await limited("-n \(limit)", jobs: 2)
    #expect(run.status == 0 || run.status == CommandStatus.harnessError.rawValue, "\(run.error)")
    #expect(run.error.contains("ulimit -n"))
  }
}
#endif
