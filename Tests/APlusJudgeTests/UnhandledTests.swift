import APlusJudge
import APlusModel
import Testing

/// Which reports of unhandled rejections are right, by the law and by the expectation.
@Suite("Reports of unhandled rejections") struct UnhandledTests {
  private let functions = ["ok": Function(), "bad": Function()]
  private let rejected: [Step] = [.make(0, "p", .rejected, "E")]

  private func host() -> Performance {
    var host = Performance()
    host.make(0, "p", "rejected", "E")
    return host
  }

  private func report(_ host: inout Performance, _ reason: String = "E") { host.log(.unhandled(host.object(reason))) }

  private func judge(_ host: Performance, _ steps: [Step], expect: [APlusModel.Expectation] = []) -> Verdict {
    host.judged(functions: functions, steps, expect: expect)
  }

  private func expect(
    _ verdict: Verdict, _ requirement: String, _ message: String, location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.violations.map(\.law) == [.unhandled], "\(verdict)", sourceLocation: location)
    #expect(verdict.violations.map(\.requirement) == [requirement], sourceLocation: location)
    #expect(verdict.violations.map(\.message) == [message], sourceLocation: location)
  }

  @Test(arguments: [0, 1, 2]) func `a rejection that nobody handles is reported once`(times: Int) {
    var host = host()
    for _ in 0..<times { report(&host) }
    host.idle()
    let verdict = judge(host, rejected)
    guard times > 1 else {
      #expect(verdict.outcome == .conforms, "\(verdict)")
      return
    }
    expect(verdict, "UH-3", "E was reported as unhandled once too often")
  }

  @Test(arguments: [false, true]) func `a chain is reported by its last promise`(isHandled: Bool) {
    var host = host()
    host.then(1, "p", 1, ok: "ok", gives: "q")
    if isHandled { host.then(2, "q", 2, bad: "bad") }
    if isHandled { host.handler("bad", 2, "E", rejected: true) }
    report(&host)
    host.idle()
    let chain: [Step] = rejected + [.then(1, "p", ok: "ok", as: "q")]
    let verdict = judge(host, isHandled ? chain + [.then(2, "q", bad: "bad")] : chain)
    guard isHandled else {
      #expect(verdict.outcome == .conforms, "\(verdict)")
      return
    }
    expect(verdict, "UH-5", "E was reported as unhandled, though it is handled")
  }

  @Test(arguments: [false, true]) func `a handler of a later turn may come too late for the library`(isLater: Bool) {
    var host = host()
    if isLater { host.log(.block(step: 1)) }
    host.then(2, "p", 1, bad: "bad")
    report(&host)
    host.handler("bad", 1, "E", rejected: true)
    host.idle()
    let then = Step.then(2, "p", bad: "bad")
    let verdict = judge(host, rejected + (isLater ? [Step(id: 1, .later(.turn, [then]))] : [then]))
    guard !isLater else {
      #expect(verdict.outcome == .conforms, "\(verdict)")
      return
    }
    expect(verdict, "UH-5", "E was reported as unhandled, though it is handled")
  }

  @Test func `a promise that is followed is handled by its follower`() {
    var host = host()
    host.make(1, "q")
    host.step(.settle(step: 2, .resolve, on: host.object("q"), with: host.object("p")))
    report(&host)
    report(&host)
    host.idle()
    let follow = Step(id: 2, .settle(.resolve, promise: "q", value: .name("p")))
    expect(judge(host, rejected + [.make(1, "q"), follow]), "UH-3", "E was reported as unhandled once too often")
  }

  @Test(arguments: [false, true]) func `a report comes once the turn is over`(isEarly: Bool) {
    var host = host()
    if isEarly { report(&host) }
    host.make(1, "q")
    if !isEarly { report(&host) }
    host.idle()
    let verdict = judge(host, rejected + [.make(1, "q")])
    guard isEarly else {
      #expect(verdict.outcome == .conforms, "\(verdict)")
      return
    }
    expect(verdict, "UH-4", "E was reported as unhandled in the turn of its rejection")
  }

  @Test(arguments: [
    ("D", "UH-7", "D was reported as unhandled, though it is a value and no reason"),
    ("O", "UH-2", "O was reported as unhandled, though no promise was rejected with it"),
  ]) func `only reasons of rejections are reported`(reason: String, requirement: String, message: String) {
    var host = host()
    host.make(1, "q", "fulfilled", "D")
    report(&host, reason)
    host.idle()
    expect(judge(host, rejected + [.make(1, "q", .fulfilled, "D")]), requirement, message)
  }

  @Test func `an error that the library made may be a reason`() {
    var host = host()
    host.log(.unhandled(host.foreignError("AggregateError")))
    host.idle()
    #expect(judge(host, rejected).outcome == .conforms)
  }

  @Test(arguments: [false, true]) func `a thenable may be asked although it comes too late`(isLate: Bool) {
    var host = Performance()
    let x = host.object("x", .thenable)
    host.log(.bound(step: 0, name: "x", value: x))
    host.make(1, "p")
    if isLate { host.settle(2, .fulfill, "p", "D") }
    host.step(.settle(step: 3, .resolve, on: host.object("p"), with: x))
    host.then(4, "p", 1, ok: "ok", bad: "bad")
    let call = UserCall(function: "t", call: 1, argumentCount: 0, arguments: [])
    let thenable = host.open(.thenable(call, on: x, pair: 1))
    host.close(thenable, .threw(host.object("E")))
    if isLate { host.handler("ok", 1, "D") } else { host.handler("bad", 1, "E", rejected: true) }
    report(&host)
    host.idle()
    let fulfill = Step(id: 2, .settle(.fulfill, promise: "p", value: .name("D")))
    let steps: [Step] =
      [Step(id: 0, .bind(name: "x", value: .thenable(Thenable(name: "x", then: .function("t"))))), .make(1, "p")]
      + (isLate ? [fulfill] : []) + [
        Step(id: 3, .settle(.resolve, promise: "p", value: .name("x"))), .then(4, "p", ok: "ok", bad: "bad"),
      ]
    let verdict = host.judged(
      functions: functions.merging(["t": Function(endings: [.throwing(.name("E"))])]) { own, _ in own }, steps)
    guard !isLate else {
      #expect(!verdict.violations.contains { $0.law == .unhandled }, "\(verdict)")
      return
    }
    expect(verdict, "UH-5", "E was reported as unhandled, though it is handled")
  }

  @Test func `of what a combinator takes, the law knows nothing`() {
    var host = host()
    host.step(.combine(step: 1, kind: "all", of: [host.object("p")]), .gives(host.object("r")))
    report(&host)
    report(&host)
    host.idle()
    let all = Step(id: 1, .combine(CombinatorCall(kind: "all", members: ["p"], result: "r")))
    #expect(judge(host, rejected + [all]).outcome == .conforms)
  }

  private static let reason = Expected.value(.name("E"))

  @Test(
    arguments: [
      (
        0, APlusModel.Expectation.unhandled(reason, times: nil, after: nil),
        "never reported as unhandled, expected at least once"
      ), (1, .unhandled(reason, times: nil, after: "m"), nil), (1, .unhandled(reason, times: 1, after: nil), nil),
      (0, .unhandled(reason, times: 0, after: nil), nil),
      (1, .unhandled(reason, times: 0, after: nil), "reported once as unhandled, expected never"),
      (1, .unhandled(reason, times: 2, after: nil), "reported once as unhandled, expected 2 times"),
      (-1, .unhandled(reason, times: nil, after: "m"), "reported as unhandled before `m`"),
    ] as [(Int, APlusModel.Expectation, String?)]) func `a case expects reports`(
      times: Int, expectation: APlusModel.Expectation, message: String?
    )
  {
    var host = host()
    host.make(1, "q", "rejected", "E")
    let isEarly = times < 0
    // Where the law says nothing, the expectation does.
    host.step(.combine(step: 2, kind: "race", of: []), .gives(host.object("r")))
    if isEarly { report(&host) }
    host.log(.mark(step: 3, name: "m"))
    if times > 0 { report(&host) }
    host.idle()
    let steps: [Step] =
      rejected + [
        .make(1, "q", .rejected, "E"), Step(id: 2, .combine(CombinatorCall(kind: "race", members: [], result: "r"))),
        Step(id: 3, .mark("m")),
      ]
    let verdict = judge(host, steps, expect: [expectation])
    #expect(verdict.violations.map(\.message) == message.map { ["E was \($0)"] } ?? [], "\(verdict)")
  }
}
