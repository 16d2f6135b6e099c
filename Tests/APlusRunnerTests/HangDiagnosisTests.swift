import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Testing

/// Where the kernel shows it, an overdue host is reported as deadlocked or running.
@Suite("Hang diagnosis") struct HangDiagnosisTests {
  private func summary(_ third: String) async -> String {
    // The kernel is asked every 100 ms, and must have been asked several times.
    let result = await ScriptedHost(third: third).runHanging(timeout: .seconds(1))
    return result.cases[2].summary
  }

  #if os(Linux)
  @Test func `a host that waits for itself is deadlocked`() async {
    // It reads from a pipe that only it can write to.
    let summary = await summary("pipe(my $reader, my $writer); sysread($reader, my $byte, 1);")
    #expect(
      summary == "aplus.timeout: no answer within 1 s; deadlocked: its only thread waits,"
        + " nothing is due; open: make (step 0)")
  }

  @Test func `a host in an endless loop is still running`() async {
    let summary = await summary("1 while 1;")
    #expect(summary.hasPrefix("aplus.timeout: no answer within 1 s; still running: 1 thread used "), "\(summary)")
    #expect(summary.hasSuffix(" s; open: make (step 0)"), "\(summary)")
  }
  #endif

  @Test(arguments: ["sleep 1000 while 1;", "if (fork) { wait } else { sleep 1000 }"])
  func `a host with a pending timer or child is neither`(third: String) async {
    let summary = await summary(third)
    #expect(summary == "aplus.timeout: no answer within 1 s; open: make (step 0)")
  }
}
