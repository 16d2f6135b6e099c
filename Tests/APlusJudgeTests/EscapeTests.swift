import APlusJudge
import APlusModel
import Testing

/// What may throw, and what may not; and a `then` that gives back what it was called on.
@Suite("Escapes") struct EscapeTests {
  private let functions = ["ok": Function(), "bad": Function(), "h": Function(endings: [.throwing(.name("E"))])]

  private func judge(
    _ steps: [Step], _ host: Performance, decides: Set<Law> = Set(Law.allCases), expect: [APlusModel.Expectation] = []
  ) -> Verdict { host.judged(functions: functions, steps, decides: decides, expect: expect) }

  @Test func `a then that throws violates every case that shows it`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let frame = host.thenFrame(1, host.object("p"), 1, ok: "ok")
    host.step(frame, .threw(host.object("E")))
    host.handler("ok", 1, "S")
    host.idle()
    let verdict = judge([.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], host, decides: [.order])
    #expect(verdict.violations.map(\.requirement) == ["2.2.7"])
    #expect(verdict.violations.map(\.message) == ["`then` on p threw E"])
  }

  @Test func `what goes uncaught explains what never settled, and nothing else`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "p", 2, ok: "ok")
    host.then(3, "q", 3, bad: "bad")
    host.handler("h", 1, "S", .threw(host.object("E")))
    host.log(.uncaught(host.object("E")))
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), .then(2, "p", ok: "ok"),
      .then(3, "q", bad: "bad"),
    ]
    // `bad` waits for q, whose turn the exception ended; `ok` waits for p, which is settled.
    #expect(
      judge(steps, host).violations.map(\.message) == [
        "what `h` threw left the library uncaught", "`ok` never ran although p is settled",
      ])
  }

  @Test func `what no user code threw and goes uncaught explains what never ran`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    host.log(.uncaught(host.foreignError("RangeError")))
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")]
    #expect(judge(steps, host).violations.map(\.message) == ["RangeError left the library uncaught"])
  }

  @Test("an exception of the library has the number of a throw right before it", arguments: [true, false]) func arising(
    isRightBehind: Bool
  ) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "p", 2, ok: "ok")
    host.handler("h", 1, "S", .threw(host.object("E")))
    if !isRightBehind { host.handler("ok", 2, "S") }
    host.log(.uncaught(host.foreignError("SystemExit")))
    if isRightBehind { host.handler("ok", 2, "S") }
    host.idle()
    let verdict = judge(
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), .then(2, "p", ok: "ok")], host)
    let violation = verdict.violations.first
    #expect(violation?.law == nil)
    #expect(violation?.message == "SystemExit left the library uncaught")
    #expect(violation?.requirement == (isRightBehind ? "2.2.7.2" : "X1"))
    #expect(violation?.expected.hasSuffix("no user code threw this") == !isRightBehind)
  }

  @Test func `in a cycle of promises, a change by a late settlement is reported`() {
    var host = Performance()
    host.make(0, "p")
    host.make(1, "q")
    host.then(2, "q", 1, ok: "ok")
    host.settle(3, .resolve, "p", "q")
    host.settle(4, .resolve, "q", "p")
    host.settle(5, .fulfill, "p", "S")
    host.handler("ok", 1, "S")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .make(1, "q"), .then(2, "q", ok: "ok"), .settle(3, .resolve, "p", "q"),
      .settle(4, .resolve, "q", "p"), .settle(5, .fulfill, "p", "S"),
    ]
    let violations = judge(steps, host).violations
    #expect(violations.map(\.requirement) == ["2.3.2"])
    #expect(violations.map(\.message) == ["a late settlement changed p, which was locked in: fulfilled with S"])
  }

  @Test func `a case is violated by what it is about, if nothing that it names is`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, bad: "bad")
    host.handler("h", 1, "S", .threw(host.object("E")))
    host.log(.uncaught(host.object("E")))
    host.handler("bad", 2, "E", rejected: true)
    host.idle()
    var asked = scenario(
      functions: functions,
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", bad: "bad")], decides: [.order],
      expect: [])
    #expect(Judge.judge(asked, host.trace()).outcome == .conforms)
    asked.requirement = "2.2.7.2"
    let verdict = Judge.judge(asked, host.trace())
    #expect(verdict.violations.map(\.requirement) == ["2.2.7.2"])
    #expect(verdict.incidental.isEmpty)
  }

  @Test(
    "a crash is blamed on a throw that it follows, also where another thread went on for a while",
    arguments: [(1, true), (3, true), (4, false)]) func crashAfterThrow(meanwhile: Int, isBlamed: Bool)
  {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.handler("h", 1, "S", .threw(host.object("E")), on: 1)
    for number in 1...meanwhile { host.then(1 + number, "p", 1 + number, ok: "ok") }
    var trace = host.trace()
    trace.ending = .crashed
    let later = (1...meanwhile).map { Step.then(1 + $0, "p", ok: "ok") }
    let verdict = Judge.judge(
      scenario(
        functions: functions, [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")] + later, decides: [], expect: []),
      trace)
    #expect(verdict.violations.contains { $0.type == .crash } == isBlamed, "\(verdict)")
  }

  @Test(
    "a crash is blamed by the stack of the thread that ended the process",
    arguments: [
      (TracedCrash.Place.library, true), (.adapter, false), (.host, false), (.runtime, false), (.unknown, false),
    ]) func crashOnItsOwnQueue(_ place: TracedCrash.Place, isBlamed: Bool)
  {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    // Another thread is inside `then`, and has nothing to do with the crash.
    _ = host.open(host.thenFrame(1, host.object("p"), 1, ok: "ok"))
    var trace = host.trace(.crashed)
    trace.crash = TracedCrash(stack: nil, place: place, function: "drain")
    let verdict = Judge.judge(
      scenario(functions: functions, [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], expect: []), trace)
    #expect(verdict.violations.map(\.requirement) == (isBlamed ? ["0"] : []))
    #expect(verdict.violations.map(\.message) == (isBlamed ? ["the library crashed on its own queue, in drain"] : []))
    trace.crash?.stack = 0
    let inside = Judge.judge(
      scenario(functions: functions, [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], expect: []), trace)
    let isInside = isBlamed || place == .unknown
    #expect(inside.violations.map(\.message) == (isInside ? ["the library crashed inside then"] : []))
    #expect(inside.violations.map(\.requirement) == (isInside ? ["0"] : []))
  }

  @Test(
    "a second settle may throw, and so may one that took effect", arguments: [Settlement.fulfill, .reject, .resolve])
  func isAllowed(_ verb: Settlement) {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok")
    host.settle(2, .fulfill, "p", "S")
    let (promise, mark) = (host.object("p"), host.object("O"))
    host.step(.settle(step: 3, verb, on: promise, with: mark), .threw(host.object("E")))
    host.handler("ok", 1, "S")
    host.idle()
    let verdict = judge(
      [.make(0, "p"), .then(1, "p", ok: "ok"), .settle(2, .fulfill, "p", "S"), .settle(3, verb, "p", "O")], host)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  /// A thenable's `then` that calls its pair twice; one of the calls throws.
  private func pair(firstThrows: Bool, laterThrows: Bool) -> Verdict {
    let calls = ["S", "O"].enumerated().map { index, mark in
      let resolver = ResolverName(thenable: nil, rejects: index == 1)
      return Step(id: 2 + index, .call(resolver: resolver, value: .name(mark)))
    }
    var host = Performance()
    host.make(0, "p")
    let x = host.object("x", .thenable)
    if case .reference(let index) = x { host.objects[index].isThenable = true }
    host.step(.settle(step: 1, .resolve, on: host.object("p"), with: x))
    let then = host.open(.thenable(UserCall(function: "t", call: 1, argumentCount: 0, arguments: []), on: x, pair: 1))
    let (value, reason, error) = (host.object("S"), host.object("O"), host.object("E"))
    host.step(.call(step: 2, pair: 1, rejects: false, with: value), firstThrows ? .threw(error) : .nothing)
    if !firstThrows {
      host.step(.call(step: 3, pair: 1, rejects: true, with: reason), laterThrows ? .threw(error) : .nothing)
    }
    host.close(then, laterThrows || firstThrows ? .threw(error) : .nothing)
    host.idle()
    let thenable = Value.thenable(Thenable(name: "x", then: .function("t")))
    return host.judged(
      functions: ["t": Function(steps: calls)],
      [.make(0, "p"), Step(id: 1, .settle(.resolve, promise: "p", value: thenable))])
  }

  @Test func `a later call of a pair that throws is not ignored`() {
    let verdict = pair(firstThrows: false, laterThrows: true)
    #expect(verdict.violations.map(\.requirement) == ["2.3.3.3.3"])
    #expect(verdict.violations.map(\.law) == [.once])
    #expect(verdict.violations.map(\.message) == ["a later call of rejectPromise threw E"])
  }

  @Test func `the first call of a pair returns`() {
    let verdict = pair(firstThrows: true, laterThrows: false)
    #expect(verdict.violations.map(\.requirement) == ["2.3.3.3.1"])
    #expect(verdict.violations.map(\.message) == ["`resolvePromise` threw E"])
    #expect(pair(firstThrows: false, laterThrows: false).outcome == .conforms)
  }

  /// A handler throws E, which leaves the library uncaught.
  private func uncaught(isHandled: Bool, isLate: Bool = false) -> Verdict {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    if isHandled { host.then(2, "q", 2, bad: "bad") }
    host.handler("h", 1, "S", .threw(host.object("E")))
    if !isLate { host.log(.uncaught(host.object("E"))) }
    if isHandled { host.handler("bad", 2, "E", rejected: true) }
    if isLate { host.log(.uncaught(host.object("E"))) }
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q")]
    return judge(isHandled ? steps + [.then(2, "q", bad: "bad")] : steps, host)
  }

  @Test("what a handler threw may not leave the library uncaught", arguments: [false, true]) func isUncaught(
    isLate: Bool
  ) {
    let verdict = uncaught(isHandled: true, isLate: isLate)
    #expect(verdict.violations.map(\.requirement) == ["2.2.7.2"])
    #expect(verdict.violations.map(\.law) == [.propagation])
    #expect(verdict.violations.map(\.message) == ["what `h` threw left the library uncaught as well"])
  }

  @Test func `an unhandled rejection may be reported in any way`() {
    #expect(uncaught(isHandled: false).outcome == .conforms)
  }

  @Test func `what a handler throws may go anywhere where then gives no promise`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let frame = host.thenFrame(1, host.object("p"), 1, ok: "h")
    host.step(frame, .gives(.undefined))
    host.handler("h", 1, "S", .threw(host.object("E")))
    host.log(.uncaught(host.object("E")))
    host.idle()
    var scenario = scenario(functions: functions, [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")])
    #expect(Set(Judge.judge(scenario, host.trace()).violations.map(\.requirement)) == ["2.2.7", "2.2.7.2"])
    scenario.limits = [.nothingFromThen]
    #expect(Judge.judge(scenario, host.trace()).violations.isEmpty)
  }

  /// A handler on another thread that registers another handler, in a call that does not return.
  private func blocked(after strength: Strength) -> Verdict {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "ok")
    _ = host.open(host.handlerFrame("ok", 1, host.object("S")), on: 1)
    _ = host.open(host.thenFrame(2, host.object("p"), 2, ok: "h"), on: 1)
    host.idle(strength)
    return host.judged(
      functions: ["ok": Function(steps: [.then(2, "p", ok: "h")]), "h": Function()],
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "ok")], ending: .stuck)
  }

  @Test("a call that nothing can end violates", arguments: [Strength.proved, .quiescent]) func isDeadlocked(
    _ strength: Strength
  ) {
    let verdict = blocked(after: strength)
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.first?.message == "the library got stuck inside then")
  }

  @Test func `a call that may just be slow is a time-out, not a violation`() {
    let verdict = blocked(after: .bounded)
    #expect(verdict.error?.type == .timeout, "\(verdict)")
  }

  @Test("a combinator that throws gives no promise", arguments: [false, true]) func combines(_ isThrown: Bool) {
    var host = Performance()
    let race = Frame.combine(step: 0, kind: "race", of: [])
    host.step(race, isThrown ? .threw(host.object("E")) : .gives(host.object("r")))
    if isThrown { host.log(.unbound(step: 1, name: "r")) } else { host.then(1, "r", 1) }
    host.idle()
    let combination = CombinatorCall(kind: "race", members: [], result: "r")
    let verdict = judge([Step(id: 0, .combine(combination)), .then(1, "r")], host, expect: [.givesPromise("r")])
    let requirements = verdict.violations.map(\.requirement)
    #expect(requirements == (isThrown ? ["K1"] : []), "\(verdict)")
  }

  @Test("a then that gives back the very promise gives a promise", arguments: ["p", "q"]) func isAlias(_ given: String)
  {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, gives: given)
    host.idle()
    let verdict = judge(
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", as: given)], host, expect: [.givesPromise(given)])
    // What has no `then` and was never asked for one is no promise.
    #expect((verdict.outcome == .conforms) == (given == "p"), "\(verdict)")
  }
}
