import APlusJudge
import APlusSpec
import Testing

@testable import APlusRunner

/// What a host wrote in time may be read when it has been ended for being late.
@Suite("Answers that come when the host is ended") struct LateAnswerTests {
  @Test func `the scenario that comes next is not blamed`() async {
    let result = await ScriptedHost(third: "too_late($answer);").run(timeout: .seconds(2))
    #expect(result.cases.map(\.summary) == Array(repeating: "conforms", count: 6))
  }

  @Test func `nor is the first one, where a smoke program was late`() async {
    // Two scenarios and a smoke program, which is run 3; no other host is asked the program.
    let host = ScriptedHost(
      start: "$hello =~ s/,\"cancellation:downstream\"//;",
      third: "too_late($answer);"
    )
    let result = await host.run(timeout: .seconds(2), scenarios: Scenario.numbered(2))
    #expect(result.cases.map(\.summary) == ["conforms", "conforms"])
  }

  @Test func `a hello that is late is none`() async {
    let host = ScriptedHost(start: #"too_late("$hello\n");"#)
    let result = await host.run(timeout: .seconds(2))
    #expect(result.launchFailure?.message.hasSuffix("the host said no hello within 2 s") == true)
    #expect(result.cases.allSatisfy { $0.summary.hasPrefix("not run") })
  }
}
