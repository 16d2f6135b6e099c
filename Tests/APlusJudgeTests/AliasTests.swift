import APlusModel
import Testing

@testable import APlusJudge

/// A `then` that gives back a promise that was there before, which Promises/A+ allows.
@Suite("aliases") struct AliasTests {
  private let handlers = ["ok": Function(), "bad": Function()]

  @Test func `a then that returns p itself is an alias`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "p")
    host.then(2, "p", 2, ok: "ok", gives: "p")
    host.handler("h", 1, "S", .returned(host.object("D")))
    host.handler("ok", 2, "S")
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(endings: [.returns(.name("D"))]), "ok": Function()],
      [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h"), .then(2, "p", ok: "ok")])
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test func `a then that gives back what its handler returned inside it is an alias`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.make(1, "x", "fulfilled", "D")
    let then = host.open(host.thenFrame(2, host.object("p"), 1, ok: "h"))
    host.handler("h", 1, "S", .returned(host.object("x")))
    host.close(then, .gives(host.object("x")))
    host.then(3, "x", 2, ok: "ok")
    host.handler("ok", 2, "D")
    host.idle()
    let verdict = host.judged(
      functions: ["h": Function(endings: [.returns(.name("x"))]), "ok": Function()],
      [.make(0, "p", .fulfilled, "S"), .make(1, "x", .fulfilled, "D"), .then(2, "p", ok: "h"), .then(3, "x", ok: "ok")])
    #expect(verdict.violations.map(\.requirement) == ["2.2.4"], "\(verdict)")
  }

  /// Two promises follow `i`; `then` on the first, without handlers, gives back `given`.
  private func followers(thenGives given: String, _ seen: String) -> Verdict {
    var host = Performance()
    host.make(0, "i")
    host.make(1, "p")
    host.settle(2, .resolve, "p", "i")
    host.then(3, "p", 1, gives: given)
    host.then(4, given, 2, ok: "ok", bad: "bad")
    host.make(5, "r")
    host.settle(6, .resolve, "r", given)
    host.then(7, "r", 3, ok: "ok", bad: "bad")
    host.then(8, "p", 4, ok: "ok", bad: "bad")
    host.settle(9, .fulfill, "i", "S")
    for registration in 2...4 { host.handler("ok", registration, seen) }
    host.idle()
    let steps: [Step] = [
      .make(0, "i"), .make(1, "p"), .settle(2, .resolve, "p", "i"), .then(3, "p", as: given),
      .then(4, given, ok: "ok", bad: "bad"), .make(5, "r"), .settle(6, .resolve, "r", given),
      .then(7, "r", ok: "ok", bad: "bad"), .then(8, "p", ok: "ok", bad: "bad"), .settle(9, .fulfill, "i", "S"),
    ]
    return host.judged(functions: handlers, steps)
  }

  @Test("a then that gives back what its promise follows makes no cycle", arguments: ["i", "q"]) func isNoCycle(
    _ given: String
  ) {
    #expect(followers(thenGives: given, "S").outcome == .conforms)
    #expect(followers(thenGives: given, "O").outcome == .violates)
  }

  @Test func `a promise that follows what was derived from it is a cycle`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, gives: "q")
    host.settle(2, .resolve, "p", "q")
    host.then(3, "q", 2, ok: "ok", bad: "bad")
    host.handler("ok", 2, "S")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", as: "q"), .settle(2, .resolve, "p", "q"), .then(3, "q", ok: "ok", bad: "bad"),
    ]
    let verdict = host.judged(functions: handlers, steps)
    #expect(verdict.outcome == .violates)
  }

  @Test func `a handler that is lost on a promise with an alias is missed`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, gives: "p")
    host.then(2, "p", 2, ok: "ok")
    host.idle()
    let verdict = host.judged(
      functions: handlers, [.make(0, "p", .fulfilled, "S"), .then(1, "p"), .then(2, "p", ok: "ok")])
    #expect(verdict.violations.map(\.law) == [.liveness], "\(verdict.outcome)")
  }

  @Test func `what a combinator gave may be given back by then`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.step(.combine(step: 1, kind: "race", of: [host.object("p")]), .gives(host.object("c")))
    host.then(2, "c", 1, gives: "c")
    host.then(3, "c", 2, ok: "ok", bad: "bad")
    host.handler("ok", 2, "S")
    host.idle()
    let race = CombinatorCall(kind: "race", members: ["p"], result: "c")
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), Step(id: 1, .combine(race)), .then(2, "c", as: "c"),
      .then(3, "c", ok: "ok", bad: "bad"),
    ]
    let verdict = host.judged(functions: handlers, steps)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  /// A promise of two names, `y` and `q`, of which some are dropped; it is asked for, and then the
  /// rest is dropped.
  private func probe(afterDropping names: [String], andBefore rest: [String]) -> Verdict {
    var host = Performance()
    host.make(0, "y", "fulfilled", "S")
    let promise = host.object("y")
    host.objects[promise.reference ?? 0].names.append("q")
    host.log(.bound(step: 1, name: "q", value: promise))
    host.step(.drop(step: 2, names: names))
    host.log(.gone(step: 3, name: "q", false))
    host.step(.drop(step: 4, names: rest))
    host.idle()
    return host.judged(
      [
        .make(0, "y", .fulfilled, "S"), Step(id: 1, .bind(name: "q", value: .name("y"))), Step(id: 2, .drop(names)),
        Step(id: 3, .probe("q")), Step(id: 4, .drop(rest)),
      ], expect: [.freed(name: "q", true)])
  }

  @Test func `a promise that the program keeps by another name need not be given back`() {
    #expect(probe(afterDropping: ["q"], andBefore: ["y"]).outcome == .conforms)
    let verdict = probe(afterDropping: ["q", "y"], andBefore: [])
    #expect(verdict.violations.map(\.message) == ["q is not given back"], "\(verdict)")
  }
}
