#if os(Linux)
import TestSupport
import Testing

@testable import APlusHosting
@testable import aplus_check

/// What the ends of hosts do to the runner's ends of their pipes.
@Suite("Pipes that hang up", .testFolder) struct HangUpTests {
  /// The C library overwrites freed memory, so that a use after free shows.
  @Test(arguments: 0..<3) func `hosts that end one after the other leave the runner unharmed`(attempt: Int) async throws
  {
    let run = try await CommandRun(
      ["--adapter", "./fake", "--jobs", "4", "--report", "none"], environment: ["MALLOC_PERTURB_": "165"]
    ) { try FakeAdapter.install("fake", in: $0, script: FakeAdapter.crashing) }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.error)")
    #expect(run.output.contains("the host exited with code 7"))
  }

  @Test func `the output of hundreds of programs that end at once is complete`() async {
    let words = "one\ntwo"
    let heard = await withTaskGroup(of: [String].self) { programs in
      for _ in 0..<300 {
        programs.addTask {
          await Gate.programs.run {
            var lines: [String] = []
            let command = HostCommand(executable: "/bin/echo", arguments: [words], environment: [:])
            let (exit, _, _) = await HostProcess.run(command, timeout: .seconds(600)) { lines.append($0) }
            return exit == .exited(0) ? lines : ["\(exit)"]
          }
        }
      }
      return await programs.reduce(into: []) { $0.append($1) }
    }
    #expect(heard == Array(repeating: ["one", "two"], count: 300))
  }
}
#endif
