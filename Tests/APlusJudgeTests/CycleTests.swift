import APlusJudge
import APlusModel
import Testing

/// Promises that wait for each other, and those that only seem to.
@Suite("cycles") struct CycleTests {
  private static let functions = ["ok": Function(), "bad": Function(), "h": Function()]

  /// `p` is resolved with a thenable that rejects with `q`, which `then` made of `p`.
  @Test func `a reason is no cycle, even if it was derived from the promise`() {
    let rejecting = Step(id: 6, .call(resolver: ResolverName(thenable: nil, rejects: true), value: .name("q")))
    let functions = ["t": Function(steps: [rejecting]), "bad": Function()]
    let steps: [Step] = [
      Step(id: 0, .bind(name: "x", value: .thenable(Thenable(name: "x", then: .function("t"))))), .make(1, "p"),
      .then(2, "p", as: "q"), .then(3, "p", bad: "bad"), .then(4, "q", bad: "bad"), .settle(5, .resolve, "p", "x"),
    ]
    func verdict(_ reason: String) -> Verdict {
      var host = Performance()
      let x = host.object("x", .thenable)
      host.log(.bound(step: 0, name: "x", value: x))
      host.make(1, "p")
      host.then(2, "p", 1, gives: "q")
      host.then(3, "p", 2, bad: "bad")
      host.then(4, "q", 3, bad: "bad")
      host.settle(5, .resolve, "p", "x")
      let call = UserCall(function: "t", call: 1, argumentCount: 0, arguments: [])
      let then = host.open(.thenable(call, on: x, pair: 1))
      host.step(.call(step: 6, pair: 1, rejects: true, with: host.object("q")))
      host.close(then)
      host.handler("bad", 2, "q", rejected: true)
      host.handler("bad", 3, reason, rejected: true)
      host.idle()
      return host.judged(functions: functions, steps)
    }
    #expect(verdict("q").outcome == .conforms, "\(verdict("q"))")
    #expect(verdict("O").violations.first?.requirement == "2.2.7.4")
  }

  /// `p` is fulfilled on one thread, and on another resolved with `q`, which follows `p`.
  private func race(isDerived: Bool, seen: String?) -> Verdict {
    var host = Performance()
    host.make(0, "p")
    if isDerived {
      host.then(1, "p", 1, gives: "q")
    } else {
      host.make(1, "q")
      host.settle(2, .resolve, "q", "p")
    }
    let lanes = host.openLanes(3)
    let resolve = Frame.settle(step: 4, .resolve, on: host.object("p"), with: host.object("q"))
    let resolved = host.open(resolve, on: 1)
    if seen != nil { host.settle(5, .fulfill, "p", "S", on: 2) }
    host.close(resolved, on: 1)
    host.close(lanes)
    host.then(6, "p", 2, ok: "ok")
    host.then(7, "q", 3, ok: "ok")
    if let seen {
      host.handler("ok", 2, "S")
      host.handler("ok", 3, seen)
    }
    host.idle()
    let making: [Step] = isDerived ? [.then(1, "p", as: "q")] : [.make(1, "q"), .settle(2, .resolve, "q", "p")]
    let fulfilling: [Step] = seen == nil ? [] : [.settle(5, .fulfill, "p", "S")]
    let steps =
      [Step.make(0, "p")] + making + [
        Step(id: 3, .lanes([[.settle(4, .resolve, "p", "q")], fulfilling])), .then(6, "p", ok: "ok"),
        .then(7, "q", ok: "ok"),
      ]
    return host.judged(functions: Self.functions, steps)
  }

  @Test(arguments: [true, false]) func `a resolution that lost to another settlement makes no cycle`(isDerived: Bool) {
    for seen in ["S", nil] {
      let verdict = race(isDerived: isDerived, seen: seen)
      #expect(verdict.outcome == .conforms, "\(verdict)")
    }
  }

  @Test func `a promise of a cycle is not fulfilled`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, gives: "q")
    host.settle(2, .resolve, "p", "q")
    host.then(3, "q", 2, ok: "ok")
    host.handler("ok", 2, "S")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", as: "q"), .settle(2, .resolve, "p", "q"), .then(3, "q", ok: "ok"),
    ]
    let verdict = host.judged(functions: Self.functions, steps)
    #expect(verdict.outcome == .violates)
  }

  /// `q`, which `then` made of `p`, waits for `p`, which was resolved with itself.
  @Test func `what waits for a cycle names self-resolution, unless its rejection was seen`() {
    func requirement(isRejectionSeen: Bool) -> String? {
      var host = Performance()
      host.make(0, "p")
      host.settle(1, .resolve, "p", "p")
      host.then(2, "p", 1, gives: "q")
      host.then(3, "q", 2, bad: "bad")
      var steps: [Step] = [
        .make(0, "p"), .settle(1, .resolve, "p", "p"), .then(2, "p", as: "q"), .then(3, "q", bad: "bad"),
      ]
      if isRejectionSeen {
        host.then(4, "p", 3, bad: "bad")
        steps.append(.then(4, "p", bad: "bad"))
        let error = host.foreignError("TypeError")
        host.step(host.handlerFrame("bad", 3, error, rejected: true), .nothing)
      }
      host.idle()
      let verdict = host.judged(functions: Self.functions, steps)
      return verdict.violations.first?.requirement
    }
    #expect(requirement(isRejectionSeen: false) == "2.3.1")
    #expect(requirement(isRejectionSeen: true) == "2.2.7.4")
  }
}
