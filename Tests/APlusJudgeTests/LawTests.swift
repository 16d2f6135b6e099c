import APlusJudge
import APlusModel
import Testing

/// Every law rejects a trace that breaks just it, with the message that its user reads.
@Suite("laws") struct LawTests {
  private let observers = ["ok": Function(), "bad": Function(), "h": Function(), "g": Function()]

  private func judge(_ steps: [Step], _ host: Performance) -> Verdict { host.judged(functions: observers, steps) }

  private func expect(
    _ verdict: Verdict, _ law: Law, _ requirement: String, _ message: String,
    location: Testing.SourceLocation = #_sourceLocation
  ) {
    let first = verdict.violations.first
    #expect(first?.law == law, "\(verdict)", sourceLocation: location)
    #expect(first?.requirement == requirement, sourceLocation: location)
    #expect(first?.message == message, sourceLocation: location)
  }

  @Test(arguments: [
    ("D", "which its handler returned, and did not throw"), ("S", "as p is, and not with what the handler returned"),
  ]) func `propagation: what a handler returned is not the outcome`(seen: String, source: String) {
    var host = Performance()
    host.make(0, "p", "rejected", "S")
    host.then(1, "p", 1, bad: "h", gives: "q")
    host.then(2, "q", 2, bad: "bad")
    host.step(host.handlerFrame("h", 1, host.object("S"), rejected: true), .returned(host.object("D")))
    host.handler("bad", 2, seen, rejected: true)
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(endings: [.returns(.name("D"))]), "bad": Function()],
      [.make(0, "p", .rejected, "S"), .then(1, "p", bad: "h", as: "q"), .then(2, "q", bad: "bad")])
    expect(verdict, .propagation, "2.2.7.1", "q is rejected with \(seen), \(source)")
  }

  @Test func `once: a handler that runs twice`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    host.handler("ok", 1, "S")
    host.handler("ok", 1, "S", call: 2)
    host.idle()
    expect(
      judge([.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], host), .once, "2.2.2.3",
      "`ok` (onFulfilled) was called more than once for one registration")
  }

  @Test func `once: both handlers of one registration`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok", bad: "bad")
    host.handler("ok", 1, "S")
    host.handler("bad", 1, "S", rejected: true)
    host.idle()
    expect(
      judge([.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok", bad: "bad")], host), .once, "2.2.3.3",
      "`bad` (onRejected) ran although `ok` of the same registration had run")
  }

  @Test(arguments: [1, 2]) func `once: a thenable that is a member of a combinator`(calls: Int) {
    let steps = [
      Step(id: 0, .bind(name: "x", value: .thenable(Thenable(name: "x", then: .function("h"))))),
      Step(id: 1, .combine(CombinatorCall(kind: "all", members: ["x"]))),
    ]
    var host = Performance()
    let x = host.object("x", .thenable)
    host.log(.bound(step: 0, name: "x", value: x))
    host.step(.combine(step: 1, kind: "all", of: [x]), .gives(host.object("r")))
    for pair in 1...calls {
      let call = UserCall(function: "h", call: pair, argumentCount: 0, arguments: [])
      host.step(.thenable(call, on: x, pair: pair))
    }
    host.idle()
    let verdict = judge(steps, host)
    guard calls > 1 else {
      #expect(verdict.outcome == .conforms, "\(verdict)")
      return
    }
    expect(verdict, .once, "K2", "`then` was called 2 times on x; at most 1 for its resolutions")
  }

  @Test func `not before: a handler of a pending promise`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok")
    host.handler("ok", 1, "S")
    host.idle()
    expect(
      judge([.make(0, "p"), .then(1, "p", ok: "ok")], host), .notBefore, "2.2.2.2",
      "a handler of p ran before anything had settled it")
  }

  @Test func `not before: a handler that runs before the settle that explains it`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, bad: "bad")
    host.handler("bad", 1, "O", rejected: true)
    host.idle()
    host.log(.block(step: 2))
    host.settle(3, .reject, "p", "O")
    host.idle()
    let steps: [Step] = [.make(0, "p"), .then(1, "p", bad: "bad"), .idle(2, [.settle(3, .reject, "p", "O")])]
    expect(judge(steps, host), .notBefore, "2.2.3.2", "a handler of p ran before anything had settled it")
  }

  @Test func `agreement: a late observer sees the other outcome`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    host.handler("ok", 1, "S")
    host.idle()
    host.log(.block(step: 2))
    host.settle(3, .reject, "p", "O")
    host.then(4, "p", 2, bad: "bad")
    host.handler("bad", 2, "O", rejected: true)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok"),
      .idle(2, [.settle(3, .reject, "p", "O"), .then(4, "p", bad: "bad")]),
    ]
    expect(
      judge(steps, host), .agreement, "2.1.2.1", "observers of p disagree: fulfilled with S, later rejected with O")
  }

  @Test func `order: handlers of one promise reversed`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.then(2, "p", 2, ok: "g")
    host.handler("g", 2, "S")
    host.handler("h", 1, "S")
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h"), .then(2, "p", ok: "g")]
    expect(judge(steps, host), .order, "2.2.6.1", "`g` ran before `h`, which was registered on p first")
  }

  @Test func `order: a registration that is still open hides no other`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let lanes = host.openLanes(1)
    let slow = host.open(host.thenFrame(2, host.object("p"), 1, ok: "h"), on: 1)
    host.then(3, "p", 2, ok: "h", on: 2)
    host.then(4, "p", 3, ok: "g", on: 2)
    host.close(slow, .gives(host.object("a")), on: 1)
    host.close(lanes)
    host.handler("g", 3, "S", on: 3)
    host.handler("h", 2, "S", on: 3)
    host.handler("h", 1, "S", on: 3)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"),
      Step(id: 1, .lanes([[.then(2, "p", ok: "h")], [.then(3, "p", ok: "h"), .then(4, "p", ok: "g")]])),
    ]
    expect(judge(steps, host), .order, "2.2.6.1", "`g` ran before `h`, which was registered on p first")
  }

  @Test func `order: registrations that overlap are not compared`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let lanes = host.openLanes(1)
    let one = host.open(host.thenFrame(2, host.object("p"), 1, ok: "h"), on: 1)
    let other = host.open(host.thenFrame(3, host.object("p"), 2, ok: "g"), on: 2)
    host.close(one, .gives(host.object("a")), on: 1)
    host.close(other, .gives(host.object("b")), on: 2)
    host.close(lanes)
    host.handler("g", 2, "S", on: 3)
    host.handler("h", 1, "S", on: 3)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), Step(id: 1, .lanes([[.then(2, "p", ok: "h")], [.then(3, "p", ok: "g")]])),
    ]
    #expect(judge(steps, host).outcome == .conforms, "\(judge(steps, host))")
  }

  @Test func `an order is expected only of registrations that were ordered`() {
    let functions = ["a": Function(steps: [.then(3, "p", ok: "h3")]), "h2": Function(), "h3": Function()]
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "a"), .then(2, "p", ok: "h2")]
    func verdict(isRegisteredFirst: Bool) -> Verdict {
      var host = Performance()
      host.make(0, "p", "fulfilled", "S")
      host.then(1, "p", 1, ok: "a")
      if isRegisteredFirst { host.then(2, "p", 2, ok: "h2") }
      let handler = host.open(host.handlerFrame("a", 1, host.object("S")), on: 1)
      host.then(3, "p", 3, ok: "h3", on: 1)
      host.close(handler, on: 1)
      host.handler("h3", 3, "S", on: 1)
      if !isRegisteredFirst { host.then(2, "p", 2, ok: "h2") }
      host.handler("h2", 2, "S", on: 1)
      host.idle()
      return host.judged(functions: functions, steps, decides: [], expect: [.order(["a", "h2", "h3"])])
    }
    #expect(verdict(isRegisteredFirst: false).outcome == .conforms)
    #expect(
      verdict(isRegisteredFirst: true).violations.map(\.message) == [
        "`h3` ran before `h2`, which was registered on p first"
      ])
  }

  @Test func `liveness: a lost handler`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.then(2, "p", 2, ok: "g")
    host.handler("h", 1, "S")
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h"), .then(2, "p", ok: "g")]
    expect(judge(steps, host), .liveness, "2.2.6.1", "`g` never ran although p is settled")
  }

  @Test func `propagation: an absent handler must pass the value on`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, bad: "bad", gives: "q")
    host.then(2, "q", 2, ok: "ok")
    host.handler("ok", 2, "D")
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", bad: "bad", as: "q"), .then(2, "q", ok: "ok")]
    expect(judge(steps, host), .propagation, "2.2.7.3", "q is fulfilled with D, expected fulfilled with S")
  }

  @Test func `one fault is found at its own edge and not below`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, bad: "bad", gives: "q")
    host.then(2, "q", 2, bad: "bad", gives: "r")
    host.then(3, "q", 3, ok: "g", gives: "s")
    host.then(4, "r", 4, ok: "ok", gives: "t")
    host.handler("g", 3, "D")
    host.handler("ok", 4, "D")
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), .then(1, "p", bad: "bad", as: "q"), .then(2, "q", bad: "bad", as: "r"),
      .then(3, "q", ok: "g", as: "s"), .then(4, "r", ok: "ok", as: "t"),
    ]
    #expect(judge(steps, host).violations.count == 1, "\(judge(steps, host))")
  }

  @Test(arguments: [(Settlement.fulfill, "2.1.2.1"), (.reject, "2.1.3.1")])
  func `settle once: two settlements report that they took effect`(first: Settlement, requirement: String) throws {
    var host = Performance()
    host.make(0, "p")
    host.settle(1, first, "p", "S", accepted: true)
    host.settle(2, .fulfill, "p", "D", accepted: true)
    host.idle()
    let steps: [Step] = [.make(0, "p"), .settle(1, first, "p", "S"), .settle(2, .fulfill, "p", "D")]
    expect(judge(steps, host), .settleOnce, requirement, "2 settlements of p took effect")
  }

  @Test func `settle once: no settlement reports that it took effect`() {
    var host = Performance()
    host.make(0, "p")
    host.settle(1, .fulfill, "p", "S", accepted: false)
    host.idle()
    expect(
      judge([.make(0, "p"), .settle(1, .fulfill, "p", "S")], host), .settleOnce, "2.1.1.1",
      "no settlement of p reports that it took effect")
  }

  @Test func `stuck: violates where the case says so, else an error`() {
    var host = Performance()
    host.make(0, "p")
    _ = host.open(host.thenFrame(1, host.object("p"), 1, ok: "h"))
    let steps: [Step] = [.make(0, "p"), .then(1, "p", ok: "h")]
    func verdict(_ isFault: Bool, _ ending: TraceEnding = .stuck) -> Verdict {
      host.judged(functions: observers, steps, stuckViolates: isFault, ending: ending)
    }
    #expect(
      verdict(true, .deadlocked).violations.first?.message
        == "the library got stuck inside then, deadlocked: all threads wait, nothing is due")
    #expect(verdict(true, .running).violations.first?.message == "the library got stuck inside then, still computing")
    #expect(
      verdict(false, .running).outcome
        == .error(HarnessError(type: .computing, message: "still computing, inside then")))
    #expect(verdict(true).violations.first?.message == "the library got stuck inside then")
    #expect(
      verdict(false).outcome == .error(HarnessError(type: .timeout, message: "the scenario got stuck inside then")))
  }

  @Test(arguments: [true, false])
  func `a library that computes outside of calls is no violation, even if handlers are due`(isFault: Bool) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")]
    let verdict = host.judged(functions: observers, steps, stuckViolates: isFault, ending: .running)
    #expect(verdict.outcome == .error(HarnessError(type: .computing, message: "still computing")))
  }

  @Test(arguments: [(1, "F3"), (0, "0")]) func `stuck: a then that waits for its handler on another stack breaks F3`(
    stack: Int, requirement: String
  ) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    _ = host.open(host.thenFrame(1, host.object("p"), 1, ok: "h"))
    _ = host.open(host.handlerFrame("h", 1, host.object("S")), on: stack)
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")]
    let verdict = host.judged(functions: observers, steps, stuckViolates: true, ending: .deadlocked)
    #expect(verdict.violations.first?.requirement == requirement)
  }

  @Test func `a chain of 100,000 links is judged`() {
    let count = 100_000
    var host = Performance()
    host.make(0, "p-start", "fulfilled", "S")
    var previous = host.object("p-start")
    for index in 0..<count {
      let next = host.keep(TracedObject(kind: .promise, names: ["p#"]))
      host.indices = [index]
      host.step(host.thenFrame(2, previous, index + 1, bad: "bad"), .gives(next))
      previous = next
    }
    host.objects[previous.index].names += ["last"]
    host.indices = []
    host.step(host.thenFrame(3, previous, count + 1, ok: "ok"), .gives(host.object("end")))
    host.step(host.handlerFrame("ok", count + 1, host.object("S")))
    host.idle()
    let steps: [Step] = [
      .make(0, "p-start", .fulfilled, "S"), Step(id: 1, .repeated(count, [.then(2, "p#-1", bad: "bad", as: "p#")])),
      .then(3, "last", ok: "ok"),
    ]
    let verdict = judge(steps, host)
    #expect(verdict.outcome == .conforms, "\(verdict.outcome)")
  }

  @Test(arguments: [1, 2]) func `a handler that ran twice before a crash is reported beside the error`(calls: Int) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    for call in 1...calls { host.handler("ok", 1, "S", call: call) }
    let verdict = host.judged(
      functions: ["ok": Function()], [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], ending: .cut)
    #expect(verdict.error?.type == .crash, "\(verdict)")
    #expect(verdict.incidental.map(\.requirement) == (calls > 1 ? ["2.2.2.3"] : []))
  }

  @Test func `a few violations of each kind are listed, and the rest counted`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    for call in 1...31 { host.handler("ok", 1, "S", call: call) }
    host.idle()
    let verdict = judge([.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], host)
    #expect(verdict.violations.map(\.requirement) == Array(repeating: "2.2.2.3", count: 20))
    #expect(verdict.omitted == 10)
  }

  /// Each promise of the chain has two explanations, and each of those as many as the promise that it follows.
  @Test(.timeLimit(.minutes(10))) func `a chain of promises whose handlers run twice is judged`() {
    let count = 40
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.make(1, "q0")
    for link in 1...count { host.then(link + 1, "p", link, ok: "h\(link)", gives: "q\(link)") }
    host.then(count + 2, "q\(count)", count + 1, ok: "ok")
    host.settle(count + 3, .fulfill, "q0", "S")
    for link in 1...count {
      for call in 1...2 {
        let result = FrameResult.returned(host.object("q\(link - 1)"))
        host.handler("h\(link)", link, "S", call: call, result)
      }
    }
    host.handler("ok", count + 1, "S")
    host.idle()
    let links = 1...count
    let functions = Dictionary(
      uniqueKeysWithValues: links.map { link in ("h\(link)", Function(endings: [.returns(.name("q\(link - 1)"))])) })
    let verdict = host.judged(
      functions: functions.merging(["ok": Function()]) { $1 },
      [.make(0, "p", .fulfilled, "S"), .make(1, "q0")] + links.map { .then($0 + 1, "p", ok: "h\($0)", as: "q\($0)") }
        + [.then(count + 2, "q\(count)", ok: "ok"), .settle(count + 3, .fulfill, "q0", "S")])
    #expect(Set(verdict.violations.map(\.requirement)) == ["2.2.2.3"], "\(verdict)")
  }
}

extension TracedValue { fileprivate var index: Int { if case .reference(let index) = self { index } else { -1 } } }
