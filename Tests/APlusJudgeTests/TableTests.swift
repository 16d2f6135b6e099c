import APlusJudge
import APlusModel
import Testing

/// The table of faulty and correct traces: each row is a trace that a naive wording of a law gets wrong.
@Suite("traces that naive laws misjudge") struct TableTests {
  private let pendingThenFulfill: [Step] = [
    .make(0, "p"), .then(1, "p", ok: "h", as: "q"), .settle(2, .fulfill, "p", "S"),
  ]

  @Test func `a handler that begins on a pool thread before then ended is allowed and counted`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let then = host.open(host.thenFrame(1, host.object("p"), 1, ok: "h"))
    host.handler("h", 1, "S", on: 1)
    host.close(then, .gives(host.object("q")))
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function()], [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q")])
    #expect(verdict.outcome == .conforms)
    #expect(verdict.concurrentStarts == 1)
  }

  @Test func `a trampoline drained between two jobs is clean`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.settle(2, .fulfill, "p", "S")
    host.handler("h", 1, "S")
    host.idle()
    let verdict = host.judged(functions: ["h": Function()], pendingThenFulfill)
    #expect(verdict.outcome == .conforms)
    #expect(verdict.strength == .proved)
  }

  @Test func `a trampoline drained at the end of the outermost settle is nested`() throws {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    let settle = host.open(.settle(step: 2, .fulfill, on: host.object("p"), with: host.object("S")))
    host.handler("h", 1, "S")
    host.close(settle)
    host.idle()
    let verdict = host.judged(functions: ["h": Function()], pendingThenFulfill)
    let violation = try #require(verdict.violations.first)
    #expect(violation.law == .cleanStack)
    #expect(violation.requirement == "2.2.4")
    #expect(violation.message == "`h` (onFulfilled) ran inside fulfill of p")
  }

  @Test func `a thenable's then may be called inside resolve`() {
    let thenable = Value.thenable(Thenable(name: "x", then: .function("t")))
    let steps: [Step] = [.make(0, "p"), Step(id: 1, .settle(.resolve, promise: "p", value: thenable))]
    var host = Performance()
    host.make(0, "p")
    let x = host.object("x", .thenable)
    host.objects[1].isThenable = true
    let resolve = host.open(.settle(step: 1, .resolve, on: host.object("p"), with: x))
    host.step(.thenable(UserCall(function: "t", call: 1, argumentCount: 0, arguments: []), on: x, pair: 1))
    host.close(resolve)
    host.idle()
    let verdict = host.judged(functions: ["t": Function()], steps)
    #expect(verdict.outcome == .conforms)
    #expect(verdict.incidental.isEmpty)
  }

  @Test func `a library that throws where it was asked for a promise is judged`() {
    let promise = Value.promise(.resolved, with: .name("S"), whenIdle: false)
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", ok: "ok"), Step(id: 2, .settle(.resolve, promise: "p", value: promise)),
    ]
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok")
    let make = host.open(.make(step: 2, state: "resolved", with: host.object("S"), isReadyMade: true))
    host.close(make, .threw(host.object("S")))
    host.settle(2, .resolve, "p", "UNBOUND")
    host.handler("ok", 1, "UNBOUND")
    host.idle()
    let expected = Expectation.outcome(promise: "p", is: .fulfilled, with: .value(.name("S")))
    let verdict = host.judged(functions: ["ok": Function()], steps, expect: [expected])
    #expect(verdict.outcome == .violates)
  }

  @Test func `the next handler on the thread of a suspended one is clean`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "p", 2, ok: "g", gives: "r")
    let waiting = host.open(host.handlerFrame("h", 1, host.object("S")))
    host.log(.suspend(frame: waiting))
    host.handler("g", 2, "S")
    host.log(.resume(frame: waiting))
    host.close(waiting)
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(), "g": Function()],
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), .then(2, "p", ok: "g", as: "r")])
    #expect(verdict.outcome == .conforms)
  }

  @Test func `a handler run from a destructor in drop is nested`() throws {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    let drop = host.open(.drop(step: 2, names: ["p"]))
    host.handler("h", 1, "S")
    host.close(drop)
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function()],
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), Step(id: 2, .drop(["p"]))])
    #expect(verdict.violations.first?.requirement == "Z-drop")
  }

  @Test func `handlers of different promises are not ordered`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.make(1, "q", "fulfilled", "D")
    host.then(2, "p", 1, ok: "h", gives: "a")
    host.then(3, "q", 2, ok: "g", gives: "b")
    host.handler("g", 2, "D")
    host.handler("h", 1, "S")
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(), "g": Function()],
      [
        .make(0, "p", .fulfilled, "S"), .make(1, "q", .fulfilled, "D"), .then(2, "p", ok: "h", as: "a"),
        .then(3, "q", ok: "g", as: "b"),
      ])
    #expect(verdict.outcome == .conforms)
  }

  @Test func `a block may start before the frame that asked for it has ended elsewhere`() {
    let later = Step(id: 2, .later(.turn, [Step(id: 3, .mark("later"))]))
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    let handler = host.open(host.handlerFrame("h", 1, host.object("S")), on: 1)
    host.log(.block(step: 2))
    host.log(.mark(step: 3, name: "later"))
    host.close(handler, on: 1)
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(steps: [later])], [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")])
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  private func resolvedWithThenable(isCalled: Bool) -> Verdict {
    let thenable = Value.thenable(Thenable(name: "x", then: .function("t")))
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok", gives: "q")
    let x = host.object("x", .thenable)
    host.objects[2].isThenable = true
    host.step(.settle(step: 2, .resolve, on: host.object("p"), with: x))
    if isCalled {
      host.step(.thenable(UserCall(function: "t", call: 1, argumentCount: 0, arguments: []), on: x, pair: 1))
    }
    host.idle()
    return host.judged(
      functions: ["ok": Function(), "t": Function()],
      [.make(0, "p"), .then(1, "p", ok: "ok", as: "q"), Step(id: 2, .settle(.resolve, promise: "p", value: thenable))])
  }

  @Test func `a library that never calls the thenable violates liveness`() {
    let verdict = resolvedWithThenable(isCalled: false)
    #expect(verdict.violations.map(\.law) == [.liveness])
    #expect(verdict.violations.first?.requirement == "2.3.3.3")
  }

  @Test(arguments: [true, false]) func `a thenable that a resolver is called with is called`(isCalled: Bool) {
    func thenable(_ name: String) -> Value { .thenable(Thenable(name: name, then: .function(name == "x" ? "t" : "u"))) }
    func frame(_ thenable: TracedValue, _ function: String, pair: Int) -> Frame {
      let call = UserCall(function: function, call: 1, argumentCount: 0, arguments: [])
      return .thenable(call, on: thenable, pair: pair)
    }
    var host = Performance()
    host.make(0, "p")
    let x = host.object("x", .thenable)
    let y = host.object("y", .thenable)
    host.objects[1].isThenable = true
    host.objects[2].isThenable = true
    host.step(.settle(step: 1, .resolve, on: host.object("p"), with: x))
    let outer = host.open(frame(x, "t", pair: 1))
    host.step(.call(step: 2, pair: 1, rejects: false, with: y))
    host.close(outer)
    if isCalled { host.step(frame(y, "u", pair: 2)) }
    host.idle()
    let resolve = ResolverName(thenable: nil, rejects: false)
    let verdict = host.judged(
      functions: [
        "t": Function(steps: [Step(id: 2, .call(resolver: resolve, value: thenable("y")))]), "u": Function(),
      ], [.make(0, "p"), Step(id: 1, .settle(.resolve, promise: "p", value: thenable("x")))])
    #expect(verdict.violations.map(\.requirement) == (isCalled ? [] : ["2.3.3.3.1"]))
  }

  @Test func `a thenable that never settles owes nothing`() {
    #expect(resolvedWithThenable(isCalled: true).outcome == .conforms)
  }

  @Test func `a cancel that wins over two fulfills with acceptance conforms`() {
    var host = Performance()
    host.make(0, "p")
    host.step(.cancel(step: 1, on: host.object("p"), with: nil), .accepted(true))
    host.settle(2, .fulfill, "p", "S", accepted: false)
    host.settle(3, .fulfill, "p", "D", accepted: false)
    host.idle()
    let verdict = host.judged([
      .make(0, "p"), Step(id: 1, .cancel(promise: "p", reason: nil)), .settle(2, .fulfill, "p", "S"),
      .settle(3, .fulfill, "p", "D"),
    ])
    #expect(verdict.outcome == .conforms)
  }

  @Test func `a cancelled child of a recovering handler may stay cancelled`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, bad: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad", gives: "r")
    host.step(.cancel(step: 3, on: host.object("p"), with: nil))
    let reason = host.foreignError("Cancelled")
    host.step(host.handlerFrame("bad", 2, reason, rejected: true))
    host.step(host.handlerFrame("h", 1, reason, rejected: true), .returned(host.object("S")))
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(endings: [.returns(.name("S"))]), "ok": Function(), "bad": Function()],
      [
        .make(0, "p"), .then(1, "p", bad: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad", as: "r"),
        Step(id: 3, .cancel(promise: "p", reason: nil)),
      ])
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test func `a rejection that carries the value of a fulfill is torn`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok", bad: "bad", gives: "q")
    let fulfill = host.open(.settle(step: 2, .fulfill, on: host.object("p"), with: host.object("S")))
    host.close(fulfill)
    host.settle(3, .reject, "p", "O")
    host.handler("bad", 1, "S", rejected: true)
    host.idle()
    let verdict = host.judged(
      functions: ["ok": Function(), "bad": Function()],
      [
        .make(0, "p"), .then(1, "p", ok: "ok", bad: "bad", as: "q"), .settle(2, .fulfill, "p", "S"),
        .settle(3, .reject, "p", "O"),
      ])
    #expect(verdict.violations.first?.law == .agreement)
    #expect(verdict.violations.first?.message == "p is rejected with S, expected fulfilled with S")
  }

  @Test func `a case of another requirement violates when its deciding law is broken`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.idle()
    host.log(.block(step: 1))
    let then = host.open(host.thenFrame(2, host.object("p"), 1, ok: "h"))
    host.handler("h", 1, "S")
    host.close(then, .gives(host.object("q")))
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .idle(1, [.then(2, "p", ok: "h", as: "q")])]
    let decided = host.judged(functions: ["h": Function()], steps, decides: [.cleanStack])
    #expect(decided.outcome == .violates)
    let other = host.judged(functions: ["h": Function()], steps, decides: [.order])
    #expect(other.outcome == .conforms)
    #expect(other.incidental.map(\.requirement) == ["2.2.4"])
  }

  @Test func `a follower of a pending promise that is rejected by a late settle breaks lock-in`() {
    var host = Performance()
    host.make(0, "p")
    host.make(1, "x")
    host.then(2, "p", 1, ok: "ok", bad: "bad", gives: "q")
    host.settle(3, .resolve, "p", "x")
    host.idle()
    host.log(.block(step: 4))
    host.settle(5, .reject, "p", "O")
    host.handler("bad", 1, "O", rejected: true)
    host.idle()
    let verdict = host.judged(
      functions: ["ok": Function(), "bad": Function()],
      [
        .make(0, "p"), .make(1, "x"), .then(2, "p", ok: "ok", bad: "bad", as: "q"), .settle(3, .resolve, "p", "x"),
        .idle(4, [.settle(5, .reject, "p", "O")]),
      ])
    #expect(verdict.violations.first?.law == .lockIn)
  }

  @Test func `a promise returned by its own handler must be rejected`() {
    let functions = ["h": Function(endings: [.returns(.name("q"))]), "ok": Function(), "bad": Function()]
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "D"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad"),
    ]
    func verdict(_ finish: (inout Performance) -> Void) -> Verdict {
      var host = Performance()
      host.make(0, "p", "fulfilled", "D")
      host.then(1, "p", 1, ok: "h", gives: "q")
      host.then(2, "q", 2, ok: "ok", bad: "bad")
      host.handler("h", 1, "D", .returned(host.object("q")))
      finish(&host)
      host.idle()
      return host.judged(functions: functions, steps)
    }
    let right = verdict { host in
      let error = host.foreignError("TypeError")
      host.step(host.handlerFrame("bad", 2, error, rejected: true))
    }
    #expect(right.outcome == .conforms, "\(right)")
    #expect(verdict { $0.handler("ok", 2, "S") }.violations.first?.requirement == "2.3.1")
    #expect(verdict { _ in }.violations.first?.law == .liveness)
  }

  @Test func `an entry point that throws leaves the mark UNBOUND in place of its promise`() {
    var host = Performance()
    host.make(0, "p")
    let made = host.open(.make(step: 1, state: "resolved", with: host.object("S"), isReadyMade: true))
    host.close(made, .threw(host.foreignError("Error")))
    host.step(.settle(step: 1, .resolve, on: host.object("p"), with: host.object("UNBOUND")))
    host.idle()
    let inner = Value.promise(.resolved, with: .name("S"), whenIdle: false)
    let steps: [Step] = [.make(0, "p"), Step(id: 1, .settle(.resolve, promise: "p", value: inner))]
    #expect(host.judged(steps).outcome == .conforms)
  }
}
