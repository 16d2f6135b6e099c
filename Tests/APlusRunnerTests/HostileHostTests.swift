import APlusModel
import APlusRunner
import Testing

@Suite("Hostile hosts") struct HostileHostTests {
  /// A way to misbehave on the third of six runs, and the error that it must give.
  struct Misdeed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: String
    /// What the error must begin with.
    var error: String

    init(_ description: String, _ code: String, _ error: String) {
      testDescription = description
      self.code = code
      self.error = error
    }
  }

  private static let breach = "aplus.adapter-protocol: the host "
  private static let crash = "aplus.adapter-crash: the host "
  private static let timeout = "aplus.timeout: no answer within 0.2 s"
  private static let computing = "aplus.computing: still computing after "
  /// One of the two: it depends on who reads its output how fast.
  private static let overdue = "aplus"

  static let misdeeds: [Misdeed] = [
    Misdeed("garbage", #"print "Segmentation fault?\n""#, breach + "wrote a line that is not JSON"),
    Misdeed("an empty line", #"print "\n""#, breach + "wrote a line that is not JSON"),
    Misdeed("a number", #"print "5\n""#, breach + "wrote a line that is not a message"),
    Misdeed("an unknown message", #"print qq({"walk":3}\n)"#, breach + "wrote a line that is not a message"),
    Misdeed("invalid UTF-8", #"print qq({"run":3,"\xff\xfe":1}\n)"#, breach + "wrote a line that is not JSON"),
    Misdeed("NUL bytes", #"print "\0" x 100, "\n""#, breach + "wrote a line that is not JSON"),
    Misdeed("deep JSON", #"print '{"run":3,"trace":', '[' x 1000000, "\n""#, breach + "wrote a line that is not JSON"),
    Misdeed("duplicate keys", #"print qq({"run":3,"run":3}\n)"#, breach + "wrote a line that is not JSON"),
    Misdeed("a byte order mark", #"print "\xef\xbb\xbf""#, breach + "wrote a line that is not JSON"),
    Misdeed(
      "half a line, then exit", #"print substr($answer, 0, 20); exit 0"#,
      crash + "exited with code 0 in the middle of a line"),
    Misdeed("half a line, then silence", "print substr($answer, 0, 20); forever()", timeout),
    Misdeed("a slow drip of bytes", "for (split //, $answer x 50) { print; Time::HiRes::sleep(0.5) }", timeout),
    Misdeed("silence", "forever()", timeout), Misdeed("a loop without end", "1 while 1", computing),
    Misdeed("silence with all signals ignored", "$SIG{$_} = 'IGNORE' for keys %SIG; forever()", timeout),
    Misdeed("stops itself", "kill STOP => $$", timeout), Misdeed("closes its input", "close STDIN; forever()", timeout),
    Misdeed("closes its output and exits", "close STDOUT; exit 4", crash + "exited with code 4"),
    Misdeed("closes its output and stays", "POSIX::close(1); forever()", breach + "closed its output and did not end"),
    Misdeed(
      "closes everything and stays", "POSIX::close($_) for 0..20; forever()",
      breach + "closed its output and did not end"), Misdeed("exits with 0", "exit 0", crash + "exited with code 0"),
    Misdeed("exits with 7", "exit 7", crash + "exited with code 7"),
    Misdeed("SEGV", "kill SEGV => $$; forever()", crash + "was ended by signal 11 (SIGSEGV)"),
    Misdeed("ABRT", "kill ABRT => $$; forever()", crash + "was ended by signal 6 (SIGABRT)"),
    Misdeed("ILL", "kill ILL => $$; forever()", crash + "was ended by signal 4 (SIGILL)"),
    Misdeed("TRAP", "kill TRAP => $$; forever()", crash + "was ended by signal 5 (SIGTRAP)"),
    Misdeed("FPE", "$SIG{FPE} = 'DEFAULT'; kill FPE => $$; forever()", crash + "was ended by signal 8 (SIGFPE)"),
    Misdeed("BUS", "kill BUS => $$; forever()", crash + "was ended by signal"),
    Misdeed("KILL", "kill KILL => $$; forever()", crash + "was ended by signal 9 (SIGKILL)"),
    Misdeed("TERM", "kill TERM => $$; forever()", crash + "was ended by signal 15 (SIGTERM)"),
    Misdeed("PIPE", "kill PIPE => $$; forever()", crash + "was ended by signal"),
    Misdeed("signals its group", "kill TERM => -$$; forever()", crash + "was ended by signal 15 (SIGTERM)"),
    Misdeed("hello twice", #"print "$hello\n""#, breach + "said hello twice"),
    Misdeed("a fatal line", #"print qq({"fatal":"no more"}\n)"#, breach + "says: no more"),
    Misdeed("the wrong run", #"$answer =~ s/"run":3/"run":4/"#, breach + "answered run 4 out of turn"),
    Misdeed("run 0", #"$answer =~ s/"run":3/"run":0/"#, breach + "answered run 0 out of turn"),
    Misdeed(
      "a huge run", #"$answer =~ s/"run":3/"run":9223372036854775807/"#, breach + "answered run 9223372036854775807"),
    Misdeed(
      "the least run", #"$answer =~ s/"run":3/"run":-9223372036854775808/"#,
      breach + "answered run -9223372036854775808"),
    Misdeed("an answer twice", #"$answer =~ s/"run":3/"run":2/"#, breach + "answered run 2 twice"),
    Misdeed("an event without being asked", "stream(3)", breach + "streamed an event without being asked to"),
    Misdeed(
      "a late event of the future", #"print qq({"late":5,"event":{}}\n)"#, breach + "reported a late event of run 5"),
    Misdeed(
      "a trace of the wrong shape", #"$answer = qq({"run":3,"trace":[]}\n)"#,
      breach + "wrote a wrong trace: trace: expected an object, found an array"),
    Misdeed(
      "a trace without events", #"$answer =~ s/"events".*\]/"x":[]/"#,
      breach + #"wrote a wrong trace: trace, "events": is missing"#),
    Misdeed(
      "a huge reference", #"$answer =~ s/"e":"phase"/"e":"due","due":{"ref":99999999999}/"#,
      breach + "wrote a wrong trace: event 1, "),
    Misdeed(
      "a line of 40 MB", #"print "x" x 1000000 for 1..40; print "\n""#,
      breach + "wrote a line of more than 1048576 bytes"),
    Misdeed(
      "output without end, without newline", #"print "x" x 65536 while 1"#,
      breach + "wrote a line of more than 1048576 bytes"),
    Misdeed("leaves a child that holds the pipes", "if (fork == 0) { forever() } exit 3", crash + "exited with code 3"),
    Misdeed(
      "leaves a child in its own session", "if (fork == 0) { POSIX::setsid(); forever() } exit 3",
      crash + "exited with code 3"),
    Misdeed(
      "leaves a child that floods the output", #"if (fork == 0) { POSIX::setsid(); print "{}\n" while 1 } exit 3"#,
      "aplus."),
    Misdeed(
      "leaves a child that floods stderr",
      #"if (fork == 0) { POSIX::setsid(); print STDERR "x" x 65536 while 1 } exit 3"#, crash + "exited with code 3"),
    Misdeed("floods stderr without end", #"print STDERR "x" x 65536 while 1"#, overdue),
  ]

  @Test("costs one scenario its verdict", arguments: misdeeds) func isContained(_ misdeed: Misdeed) async throws {
    let host = ScriptedHost(third: misdeed.code + ";")
    let result =
      if [Self.timeout, Self.computing, Self.overdue].contains(misdeed.error) {
        await host.runHanging { $0.lineLimit = 1 << 20 }
      } else { await host.run { $0.lineLimit = 1 << 20 } }
    #expect(result.launchFailure == nil)
    #expect(result.cases.map(\.scenario.id) == ["1", "2", "3", "4", "5", "6"])
    let others = result.cases.enumerated().filter { $0.offset != 2 }.map(\.element.summary)
    #expect(others == ["conforms", "conforms", "conforms", "conforms", "conforms"])
    let summary = result.cases[2].summary
    // On a busy machine a host may get too little of a processor to show that it computes; it is then run again.
    let isLate = misdeed.error == Self.computing && summary.contains("in another performance: still computing after ")
    #expect(summary.hasPrefix(misdeed.error) || isLate, "\(summary)")
  }
}
