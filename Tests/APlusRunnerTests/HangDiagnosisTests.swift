import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Testing

/// Where the kernel shows it, an overdue host is reported as deadlocked or still computing.
@Suite("Hang diagnosis") struct HangDiagnosisTests {
  private func summary(_ third: String) async -> String { await result(third).summary }

  private func result(_ third: String) async -> CaseResult {
    // The kernel is asked every 100 ms, and must have been asked several times.
    await ScriptedHost(third: third).runHanging(timeout: .seconds(1)).cases[2]
  }

  #if os(Linux)
  @Test func `a host that waits for itself is deadlocked`() async {
    // It reads from a pipe that only it can write to.
    let summary = await summary("pipe(my $reader, my $writer); sysread($reader, my $byte, 1);")
    #expect(
      summary == "aplus.timeout: no answer within 1 s; deadlocked: its only thread waits,"
        + " nothing is due; open: make (step 0)")
  }

  @Test func `a host in an endless loop is still computing after ten times as long`() async {
    let result = await result("1 while 1;")
    #expect(result.summary.hasPrefix("aplus.computing: still computing after "), "\(result.summary)")
    // On a busy machine, the repetition may get too little of a processor to count as computing.
    #expect(result.summary.contains(" s of wall time); "), "\(result.summary)")
    #expect(result.summary.hasSuffix("open: make (step 0)"), "\(result.summary)")
    #expect(result.seconds >= 9)
  }

  @Test func `a host that computes for longer than the time-out, and then answers, is only slow`() async {
    let result = await result("my @start = times; 1 while (times)[0] + (times)[1] - $start[0] - $start[1] < 2.5;")
    #expect(result.summary == "conforms")
    #expect(result.seconds >= 2.5)
  }
  #endif

  @Test(arguments: ["sleep 1000 while 1;", "if (fork) { wait } else { sleep 1000 }"])
  func `a host with a pending timer or child is neither`(third: String) async {
    let summary = await summary(third)
    #expect(summary == "aplus.timeout: no answer within 1 s; open: make (step 0)")
  }
}
