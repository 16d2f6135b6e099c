import APlusJudge
import APlusModel
import APlusRunner
import Synchronization
import TestSupport
import Testing

@Suite("Long lines") struct LongLineTests {
  /// A trace of 8,000 events and 1 object in about 600 kB; `@events` and `$objects` may be changed.
  private static func answer(_ change: String = "") -> String {
    #"""
    my @events = map { qq({"n":$_,"s":0,"e":"mark","step":0,"name":"n$_ \\"]},[{\\\\"}) } 1..7999;
    push @events, '{"n":8000,"s":0,"e":"phase","strength":"proved"}';
    my $objects = '{"kind":"mark","names":["D"]}';
    my $head = '{"run":3,"trace":{"trace":"aplus-trace/1","ending":"quiet", ';
    my $tail = "}}\n";
    \#(change);
    my $list = join(" , ", @events);
    $answer = qq($head"events" : [ $list ],"objects":[$objects]$tail);
    """#
  }

  @Test func `a long trace is the trace that the host wrote`() async throws {
    let traces = Mutex<[Trace]>([])
    let runner = Runner(scenarios: Scenario.numbered(4), options: RunOptions()) { _, trace in
      traces.withLock { $0.append(trace) }
      return Verdict(outcome: .conforms)
    }
    let host = ScriptedHost(third: Self.answer())
    let result = await runner.run(host.adapter)
    #expect(result.cases.allSatisfy { $0.summary == "conforms" }, "\(result.cases[2].summary)")
    let trace = try #require(traces.withLock { $0.first { $0.events.count > 1 } })
    #expect(trace.events.count == 8_000)
    #expect(trace.objects == [TracedObject(kind: .mark, names: ["D"])])
    #expect(trace.ending == .quiet)
    #expect(trace.strength == .proved)
    #expect(trace.events[6_999].kind == .mark(step: 0, name: #"n7000 "]},[{\"#))
  }

  @Test func `a long trace of rows is the trace that the host wrote`() async throws {
    let change = #"""
      @events = map { qq([1,$_]) } 2..7999;
      unshift @events, '{"n":1,"s":0,"e":"mark","i":[1],"step":0,"name":"m","vary":["i"]}';
      push @events, '{"n":8000,"s":0,"e":"phase","strength":"proved"}';
      $objects .= ',[0,2999]';
      """#
    let traces = Mutex<[Trace]>([])
    let runner = Runner(scenarios: Scenario.numbered(4), options: RunOptions()) { _, trace in
      traces.withLock { $0.append(trace) }
      return Verdict(outcome: .conforms)
    }
    _ = await runner.run(ScriptedHost(third: Self.answer(change)).adapter)
    let trace = try #require(traces.withLock { $0.first { $0.events.count > 1 } })
    let marks = (1...7999).map { number in Event(sequence: number, indices: [number], kind: .mark(step: 0, name: "m")) }
    #expect(trace.events.dropLast() == marks[...])
    #expect(trace.events.last?.kind == .phase(.proved))
    #expect(trace.objects == Array(repeating: TracedObject(kind: .mark, names: ["D"]), count: 3000))
  }

  private static let breach = "aplus.adapter-protocol: the host "

  @Test(
    "a fault of a long line is found",
    arguments: [
      ("$events[6999] = '{5}'", breach + "wrote a line that is not JSON, at element 7000 of its events:1:"),
      ("$events[6999] = ''", breach + "wrote a line that is not JSON, at element 7000 of its "),
      ("$events[6999] = '{\"n\":7000}'", breach + "wrote a wrong trace: event 7000, \"s\": is missing"),
      (
        "$events[6999] = '{\"n\":7000,\"s\":0,\"e\":\"unhandled\",\"value\":{\"ref\":1}}'",
        breach + "wrote a wrong trace: event 7000: reference 1 is not below the 1 objects"
      ),
      (
        "$events[6999] = '{\"n\":7000,\"s\":0,\"e\":\"end\",\"f\":1,\"gives\":{\"ref\":1}}'",
        breach + "wrote a wrong trace: event 7000: reference 1 is not below the 1 objects"
      ),
      (
        "$events[6999] = '[1]'",
        breach + "wrote a wrong trace: event 7000: is like event 1, which is not an earlier event with \"vary\""
      ), ("$objects .= ',[0,1000000]'", breach + "wrote a wrong trace: trace, \"objects\": more than"),
      ("$events[-1] .= ','", breach + "wrote a line that is not JSON, at element 8001 of its "),
      ("$events[-1] .= '}'", breach + "wrote a line that is not JSON, at element 8000 of its "),
      ("$objects = '5'", breach + "wrote a wrong trace: object 1: expected an object"),
      ("$tail = \"}]\\n\"", breach + "wrote a line that is not JSON: line:1:"),
      ("$tail = ',\"events\":[]}}' . \"\\n\"", breach + "wrote a line that is not JSON: line:1:"),
      ("$head =~ s/run\":3/run\":4/", breach + "answered run 4 out of turn"),
      ("$head =~ s/\"ending\":\"quiet\",//", breach + "wrote a wrong trace: trace, \"ending\""),
      ("$head = '{\"run\":3,\"race\":{'", breach + "wrote a line that is not a message"),
      (
        "print $head, '\"events\":[', join(',', @events); exit 5",
        "aplus.adapter-crash: the host exited with code 5 in the middle of a line"
      ),
    ]) func isFound(_ change: String, _ error: String) async
  {
    let result = await ScriptedHost(third: Self.answer(change)).run()
    #expect(result.cases[2].summary.hasPrefix(error), "\(result.cases[2].summary)")
    #expect(result.cases.count { $0.summary == "conforms" } == 5)
  }

  @Test(
    "a line of 100 MB is refused before it has arrived",
    arguments: [
      (#"print "x" x 1000000 for 1..100; print "\n""#, "wrote a line with a part of more than 1048576 bytes"),
      (
        #"print '{"run":3,"trace":', "[1,2]," x 100000 for 1..170; print "\n""#,
        "wrote a line with a part of more than 1048576 bytes"
      ),
      (
        #"print '{"run":3,"trace":{"objects":[{"kind":"mark","names":["', "x" x 100000000, "\n""#,
        "wrote a line with a part of more than 1048576 bytes"
      ),
      (
        #"my $o = '{"kind":"mark","class":"' . "x" x 100000 . '"},';"#
          + #"print '{"run":3,"trace":{"objects":['; print $o for 1..1000; print "\n""#,
        "wrote a line of more than 67108864 bytes"
      ),
    ]) func isRefused(_ code: String, _ message: String) async
  {
    let result = await ScriptedHost(third: code + ";").run(timeout: .seconds(30))
    #expect(result.cases[2].summary == Self.breach + message)
    #expect(result.cases.count { $0.summary == "conforms" } == 5)
  }

  /// The case is at fault, and the host is not.
  @Test func `a line over the limit is the fault of a case that may need one`() async {
    var scenarios = Scenario.numbered(6)
    let bind = Step(id: 1, .bind(name: "p#", value: .text(String(repeating: "x", count: 100_000))))
    scenarios[2].program = Program(steps: [Step(id: 0, .repeated(1000, [bind]))])
    let code =
      #"my $o = '{"kind":"mark","class":"' . "x" x 100000 . '"},';"#
      + #"print '{"run":3,"trace":{"objects":['; print $o for 1..1000; print "\n";"#
    let result = await ScriptedHost(third: code).run(scenarios: scenarios)
    #expect(
      result.cases[2].summary == """
        aplus.spec-invalid: the trace of this case takes more than 67108864 bytes, which is the limit of a line of the \
        protocol; give the case fewer steps or rounds, or shorter texts
        """)
    #expect(result.cases.count { $0.summary == "conforms" } == 5)
  }
}
