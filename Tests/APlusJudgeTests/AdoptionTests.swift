import APlusJudge
import APlusModel
import Testing

/// No library may read `then` of a thenable that is a reason; the rejection that did decides the requirement.
@Suite("Adopted reasons") struct AdoptionTests {
  private static let functions = [
    "ok": Function(), "bad": Function(), "t": Function(), "thrower": Function(endings: [.throwing(.name("E"))]),
    "h": Function(endings: [.throwing(.name("x"))]),
  ]

  private static func steps(_ then: String) -> [Step] {
    let x = Thenable(name: "x", then: .function(then))
    return [Step(id: 0, .bind(name: "x", value: .thenable(x)))] + rest
  }

  private static let rest: [Step] = [
    .make(1, "p"), .then(2, "p", bad: "bad"), .then(3, "p", ok: "ok", as: "q"), .then(4, "q", ok: "ok", bad: "bad"),
    .settle(5, .reject, "p", "x"),
  ]

  private func judge(_ host: Performance, then: String = "t") -> [String] {
    host.judged(functions: Self.functions, Self.steps(then)).violations.filter {
      $0.law == .once || $0.law == nil || $0.law == .propagation
    }.map(\.requirement)
  }

  /// A performance up to the rejection of p with the thenable x.
  private func begun() -> Performance {
    var host = Performance()
    host.log(.bound(step: 0, name: "x", value: host.object("x", .thenable)))
    host.make(1, "p")
    host.then(2, "p", 1, bad: "bad")
    host.then(3, "p", 2, ok: "ok", gives: "q")
    host.then(4, "q", 3, ok: "ok", bad: "bad")
    return host
  }

  private func call(_ host: inout Performance, _ number: Int = 1) {
    let call = UserCall(function: "t", call: number, argumentCount: 0, arguments: [])
    host.step(.thenable(call, on: host.object("x"), pair: number))
  }

  @Test func `the promise that passes it on has adopted it`() {
    var host = begun()
    host.settle(5, .reject, "p", "x")
    host.handler("bad", 1, "x", rejected: true)
    call(&host)
    host.handler("ok", 3, "S")
    host.idle()
    #expect(judge(host).first == "2.2.7.4")
  }

  @Test func `a rejection that asks in its own call has adopted it`() {
    var host = begun()
    let frame = host.open(.settle(step: 5, .reject, on: host.object("p"), with: host.object("x")))
    call(&host)
    host.close(frame)
    host.handler("bad", 1, "x", rejected: true)
    host.handler("bad", 3, "x", rejected: true)
    host.idle()
    #expect(judge(host) == ["2.2.3.1"])
  }

  @Test func `a promise observed with another outcome has adopted it`() {
    var host = begun()
    host.settle(5, .reject, "p", "x")
    call(&host)
    host.handler("bad", 1, "S", rejected: true)
    host.handler("bad", 3, "S", rejected: true)
    host.idle()
    #expect(judge(host).first == "2.2.3.1")
  }

  @Test func `a promise observed in another state comes before an unobserved one`() {
    let steps =
      Self.steps("t").prefix(1) + [
        .make(1, "p"), .settle(2, .reject, "p", "x"), .make(3, "r", .fulfilled, "S"), .then(4, "r", ok: "h", as: "q"),
        .then(5, "q", ok: "ok"),
      ]
    var host = Performance()
    host.log(.bound(step: 0, name: "x", value: host.object("x", .thenable)))
    host.make(1, "p")
    host.settle(2, .reject, "p", "x")
    host.make(3, "r", "fulfilled", "S")
    host.then(4, "r", 1, ok: "h", gives: "q")
    host.then(5, "q", 2, ok: "ok")
    host.handler("h", 1, "S", .threw(host.object("x")))
    call(&host)
    host.handler("ok", 2, "S")
    host.idle()
    let verdict = host.judged(functions: Self.functions, Array(steps))
    // No handler observed p; q, which a handler rejects with x, was seen to be fulfilled.
    #expect(verdict.violations.first { $0.law == .once }?.requirement == "2.2.7.2")
  }

  @Test func `of promises that are resolved with one thenable, one may wait`() {
    let steps =
      Self.steps("t").prefix(1) + [
        .make(1, "p"), .make(2, "r"), .then(3, "p", ok: "ok"), .then(4, "r", ok: "ok"), .settle(5, .resolve, "p", "x"),
        .settle(6, .resolve, "r", "x"),
      ]
    let resolver = ResolverName(thenable: "x", rejects: false)
    let resolving = Step(id: 8, .call(resolver: resolver, value: .name("S")))
    var host = Performance()
    host.log(.bound(step: 0, name: "x", value: host.object("x", .thenable)))
    host.make(1, "p")
    host.make(2, "r")
    host.then(3, "p", 1, ok: "ok")
    host.then(4, "r", 2, ok: "ok")
    host.settle(5, .resolve, "p", "x")
    host.settle(6, .resolve, "r", "x")
    call(&host)
    call(&host, 2)
    host.idle()
    host.log(.block(step: 7))
    host.step(.call(step: 8, pair: 1, rejects: false, with: host.object("S")))
    host.handler("ok", 1, "S")
    host.idle()
    let program = steps + [Step(id: 7, .later(.idle, [resolving]))]
    let verdict = host.judged(functions: Self.functions, Array(program))
    #expect(verdict.outcome == .conforms)
  }

  @Test func `what a promise was resolved with as well may be asked`() {
    var host = Performance()
    host.log(.bound(step: 0, name: "x", value: host.object("x", .thenable)))
    host.make(1, "p")
    host.make(2, "r")
    host.settle(3, .reject, "p", "x")
    host.settle(4, .resolve, "r", "x")
    call(&host)
    call(&host, 2)
    host.idle()
    let steps =
      Self.steps("t").prefix(1) + [
        .make(1, "p"), .make(2, "r"), .settle(3, .reject, "p", "x"), .settle(4, .resolve, "r", "x"),
      ]
    let verdict = host.judged(functions: Self.functions, Array(steps))
    #expect(
      verdict.violations.filter { $0.law == .once }.map { "\($0.requirement): \($0.message)" } == [
        "2.3.3.3: `then` was called 2 times on x; at most 1 for its resolutions"
      ])
  }

  @Test func `a member that a promise was resolved with as well is no matter of the combinator`() {
    let steps = [
      Step(id: 0, .bind(name: "x", value: .thenable(Thenable(name: "x", then: .function("t"), get: [.givesThen])))),
      Step(id: 1, .combine(CombinatorCall(kind: "race", members: ["x"]))), .make(2, "p"),
      .settle(3, .resolve, "p", "x"),
    ]
    var host = Performance()
    let x = host.object("x", .thenable)
    host.log(.bound(step: 0, name: "x", value: x))
    host.step(.combine(step: 1, kind: "race", of: [x]), .gives(host.object("r")))
    host.make(2, "p")
    host.settle(3, .resolve, "p", "x")
    for read in 1...3 { host.step(.accessor(on: x, prototype: nil, read: read), .returned(.thenFunction)) }
    host.idle()
    let verdict = host.judged(functions: Self.functions, steps)
    #expect(
      verdict.violations.filter { $0.law == .once }.map { "\($0.requirement): \($0.message)" } == [
        "2.3.3.1: `then` was read 3 times on x; at most 2 for its resolutions"
      ])
  }

  @Test func `of promises that are resolved with one thenable, each has its own read of then`() {
    var host = Performance()
    let x = host.object("x", .thenable)
    host.log(.bound(step: 0, name: "x", value: x))
    host.make(1, "p")
    host.make(2, "r")
    host.then(3, "r", 1, bad: "bad")
    for (step, promise) in [(4, "p"), (5, "r")] {
      let frame = host.open(.settle(step: step, .resolve, on: host.object(promise), with: x))
      host.step(
        .accessor(on: x, prototype: nil, read: step - 3),
        step == 4 ? .returned(.thenFunction) : .threw(host.object("E2")))
      host.close(frame)
    }
    let thrower = UserCall(function: "thrower", call: 1, argumentCount: 0, arguments: [])
    host.step(.thenable(thrower, on: x, pair: 1), .threw(host.object("E")))
    host.handler("bad", 1, "E2", rejected: true)
    host.idle()
    let thenable = Thenable(name: "x", then: .function("thrower"), get: [.givesThen, .throwing(.name("E2"))])
    let steps: [Step] = [
      Step(id: 0, .bind(name: "x", value: .thenable(thenable))), .make(1, "p"), .make(2, "r"),
      .then(3, "r", bad: "bad"), .settle(4, .resolve, "p", "x"), .settle(5, .resolve, "r", "x"),
    ]
    let verdict = host.judged(functions: Self.functions, steps)
    #expect(verdict.outcome == .conforms)
  }

  @Test func `what it throws is not judged as that of a thenable`() {
    var host = begun()
    let frame = host.open(.settle(step: 5, .reject, on: host.object("p"), with: host.object("x")))
    let call = UserCall(function: "thrower", call: 1, argumentCount: 0, arguments: [])
    host.step(.thenable(call, on: host.object("x"), pair: 1), .threw(host.object("E")))
    host.close(frame, .threw(host.object("E")))
    host.idle()
    #expect(Set(judge(host, then: "thrower")) == ["2.2.3.1"])
  }

  @Test func `a combinator that reads a member twice breaks its own requirement`() {
    let steps = [
      Step(id: 0, .bind(name: "x", value: .thenable(Thenable(name: "x", then: .function("t"), get: [.givesThen])))),
      Step(id: 1, .combine(CombinatorCall(kind: "race", members: ["x"]))),
    ]
    var host = Performance()
    let x = host.object("x", .thenable)
    host.log(.bound(step: 0, name: "x", value: x))
    host.step(.combine(step: 1, kind: "race", of: [x]), .gives(host.object("r")))
    for read in 1...2 { host.step(.accessor(on: x, prototype: nil, read: read), .returned(.thenFunction)) }
    host.idle()
    let verdict = host.judged(functions: Self.functions, steps)
    #expect(
      verdict.violations.map { "\($0.requirement): \($0.message)" } == [
        "K2: `then` was read 2 times on x; at most 1 for its resolutions"
      ])
  }
}

/// A settlement that threw may have done nothing: it neither locks in nor owes a handler its turn.
@Suite("Settlements that throw") struct ThrownSettlementTests {
  private let functions = ["ok": Function(), "bad": Function()]

  @Test func `it does not lock in`() {
    var host = Performance()
    host.make(0, "p")
    host.make(1, "q")
    host.then(2, "p", 1, ok: "ok")
    host.step(
      .settle(step: 3, .resolve, on: host.object("p"), with: host.object("q")),
      .threw(host.foreignError("LogicException")))
    host.settle(4, .fulfill, "p", "S")
    host.handler("ok", 1, "S")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .make(1, "q"), .then(2, "p", ok: "ok"), .settle(3, .resolve, "p", "q"),
      .settle(4, .fulfill, "p", "S"),
    ]
    #expect(
      host.judged(functions: functions, steps).violations.map(\.message) == ["`resolve` of p threw LogicException"])
  }

  @Test func `a registration that threw owes no handler`() {
    var host = Performance()
    host.make(0, "p")
    host.step(host.thenFrame(1, host.object("p"), 1, ok: "ok"), .threw(host.foreignError("TypeError")))
    host.settle(2, .fulfill, "p", "S")
    host.idle()
    let steps: [Step] = [.make(0, "p"), .then(1, "p", ok: "ok"), .settle(2, .fulfill, "p", "S")]
    #expect(host.judged(functions: functions, steps).violations.map(\.message) == ["`then` on p threw TypeError"])
  }

  @Test func `handlers wait for nothing that it did`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, bad: "bad")
    host.step(
      .settle(step: 2, .reject, on: host.object("p"), with: host.object("S")), .threw(host.foreignError("TypeError")))
    host.idle()
    let steps: [Step] = [.make(0, "p"), .then(1, "p", bad: "bad"), .settle(2, .reject, "p", "S")]
    #expect(host.judged(functions: functions, steps).violations.map(\.message) == ["`reject` of p threw TypeError"])
  }
}
