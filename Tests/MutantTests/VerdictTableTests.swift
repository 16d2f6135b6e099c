import TestSupport
import Testing

/// The comparison of verdict tables finds lost, added and changed cases.
@Suite("Verdict table", .enabled(if: HostProcess.hasPython, "needs python3")) struct VerdictTableTests {
  @Test func `the examples of its program give what they say`() async throws {
    let program = Repository.root + "Tests/Verdicts/verdicts.py"
    let run = try await ProgramRun("python3", ["-B", "-m", "doctest", program])
    #expect(run.status == 0, "\(run.output)")
  }
}
