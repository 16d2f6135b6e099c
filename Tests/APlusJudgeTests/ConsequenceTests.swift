import APlusJudge
import APlusModel
import Testing

/// Unmet expectations of a case: consequences of a fault that a law finds, or faults of their own.
@Suite("Consequences") struct ConsequenceTests {
  private let functions = ["h": Function(endings: [.returns(.name("S"))]), "ok": Function()]
  private let chain: [Step] = [
    .make(0, "p", .fulfilled, "D"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", ok: "ok"),
  ]

  private func judge(
    _ steps: [Step], _ host: Performance, decides: Set<Law> = [], expect: [APlusModel.Expectation],
    level: Requirement.Level = .must
  ) -> Verdict {
    var asked = scenario(functions: functions, steps, decides: decides, expect: expect)
    asked.level = level
    return Judge.judge(asked, host.trace())
  }

  /// `p.then(h).then(ok)`, as far as it came.
  private func chain(returning value: String?, then got: String?) -> Performance {
    var host = Performance()
    host.make(0, "p", "fulfilled", "D")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok")
    if let value { host.handler("h", 1, "D", .returned(host.object(value))) }
    if let got { host.handler("ok", 2, got) }
    host.idle()
    return host
  }

  @Test func `what follows from a handler that was lost before is not reached`() {
    let host = chain(returning: nil, then: nil)
    let verdict = judge(chain, host, expect: [.runs(function: "ok", times: 1, with: nil, after: nil)])
    #expect(verdict.outcome == .notReached(because: ["2.2.2.1"]), "\(verdict)")
    #expect(verdict.violations.isEmpty)
    #expect(verdict.incidental.map(\.message) == ["`h` never ran although p is settled"])
  }

  @Test func `a law's violation on the same promise decides, under its requirement`() {
    let host = chain(returning: "S", then: nil)
    let verdict = judge(chain, host, expect: [.runs(function: "ok", times: 1, with: nil, after: nil)])
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.map(\.message) == ["`ok` never ran: q never settled, or was rejected instead"])
    #expect(verdict.violations.map(\.requirement) == ["2.3.4"])
  }

  @Test func `a fault that no law finds counts for the case's requirement`() {
    let host = chain(returning: "S", then: "S")
    let verdict = judge(chain, host, expect: [.runs(function: "ok", times: 2, with: nil, after: nil)])
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.map(\.requirement) == ["0"])
    #expect(verdict.violations.map(\.message) == ["`ok` ran once, expected 2 times"])
  }

  @Test func `a fault of another promise explains nothing`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "D")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok")
    host.make(3, "r", "fulfilled", "O")
    host.then(4, "r", 3, ok: "ok")
    host.handler("h", 1, "D", .returned(host.object("S")))
    host.handler("ok", 2, "S")
    host.idle()
    let steps = chain + [.make(3, "r", .fulfilled, "O"), .then(4, "r", ok: "ok")]
    let verdict = judge(steps, host, expect: [.outcome(promise: "q", is: .fulfilled, with: .value(.name("O")))])
    #expect(verdict.violations.map(\.requirement) == ["0"], "\(verdict)")
  }

  @Test func `what a case asks beyond the sentence is advice, and no more when strict`() {
    let host = chain(returning: "S", then: "S")
    let asked = [APlusModel.Expectation.runs(function: "ok", times: 2, with: nil, after: nil)]
    #expect(judge(chain, host, expect: asked, level: .should).isAdvice)
    #expect(!judge(chain, host, expect: asked).isAdvice)
  }

  @Test func `a broken law is never mere advice`() {
    let verdict = judge(
      chain, chain(returning: "S", then: nil),
      expect: [
        .runs(function: "ok", times: 1, with: nil, after: nil),
        .outcome(promise: "p", is: .rejected, with: .value(.name("D"))),
      ], level: .should)
    #expect(verdict.violations.map(\.law) == [.liveness], "what is only advised is left out")
    #expect(!verdict.isAdvice)
  }

  @Test(
    "a host that stopped recording shows what ran too often",
    arguments: [
      (1, ["`ok` ran 3 times and more, expected once"]),
      (3, ["the library goes on and on: the host stopped after 20015 events"]),
    ]) func overrun(times: Int, messages: [String])
  {
    var host = Performance()
    host.make(0, "p", "fulfilled", "D")
    for step in 1...3 {
      host.then(step, "p", step, ok: "ok")
      host.handler("ok", step, "D")
    }
    let reason = host.object("E")
    for _ in 0..<20_000 { host.log(.uncaught(reason)) }
    let verdict = host.judged(
      functions: functions, [.make(0, "p", .fulfilled, "D")] + (1...4).map { .then($0, "p", ok: "ok") }, decides: [],
      expect: [.runs(function: "ok", times: times, with: nil, after: nil)], ending: .overrun)
    #expect(verdict.violations.map(\.message) == messages, "\(verdict)")
  }

  @Test func `a host that stopped recording below its limit breaks the protocol`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "D")
    let verdict = host.judged([.make(0, "p", .fulfilled, "D")], ending: .overrun)
    #expect(verdict.error?.type == .protocolViolation)
    #expect(verdict.error?.message.contains("after 3 events, of 20000 that it may record") == true)
  }

  @Test(arguments: [TraceEnding.stuck, .deadlocked], [true, false])
  func `a wait that only the script could end is no violation`(ending: TraceEnding, isOwed: Bool) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "D")
    host.then(1, "p", 1, ok: "h")
    _ = host.open(.wait(step: 2, gate: "m"))
    let marking = Function(steps: [Step(id: 3, .mark("m"))])
    let verdict = host.judged(
      functions: ["h": isOwed ? marking : Function()],
      [.make(0, "p", .fulfilled, "D"), .then(1, "p", ok: "h"), Step(id: 2, .wait(gate: "m"))], stuckViolates: true,
      ending: ending)
    // Where a handler was to make the mark, the library owes it.
    #expect((verdict.outcome == .violates) == isOwed, "\(verdict)")
  }

  @Test func `of several functions that did not run, every process names the first by name`() {
    let names = ["a", "b", "c", "d", "e", "f"]
    var host = Performance()
    host.make(0, "p")
    for (place, name) in names.reversed().enumerated() { host.then(1 + place, "p", 1 + place, ok: name) }
    host.idle()
    let steps: [Step] = [.make(0, "p")] + names.reversed().enumerated().map { .then(1 + $0, "p", ok: $1) }
    let functions = Dictionary(uniqueKeysWithValues: names.map { ($0, Function()) })
    let verdict = host.judged(functions: functions, steps, expect: [.runsAll(times: 1, with: nil)])
    #expect(verdict.violations.first?.message.contains("`a`") == true, "\(verdict)")
  }
}
