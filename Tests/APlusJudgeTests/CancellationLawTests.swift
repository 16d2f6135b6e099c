import APlusJudge
import APlusModel
import Testing

/// The law of cancellation by intervals: what a cancel must, may and must not reach.
@Suite("cancellation") struct CancellationLawTests {
  private func judge(
    _ steps: [Step], _ host: Performance, h: Function = Function(endings: [.returns(.name("D"))]),
    profile: String = "downstream", adoption: String? = nil
  ) -> Verdict {
    let functions = ["h": h, "ok": Function(), "bad": Function()]
    var scenario = scenario(functions: functions, steps)
    scenario.capabilities = [profile, adoption].compactMap(\.self).map { Capability("cancellation", detail: $0) }
    return Judge.judge(scenario, host.trace())
  }

  private func cancel(_ id: Int) -> Step { Step(id: id, .cancel(promise: "p", reason: nil)) }

  // MARK: Must

  private let pendingSteps: [Step] = [
    .make(0, "p"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad"),
    Step(id: 3, .cancel(promise: "p", reason: nil)),
  ]

  /// A pending promise with a child, cancelled; nothing has run yet.
  private func pending() -> Performance {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad")
    host.step(.cancel(step: 3, on: host.object("p"), with: nil))
    return host
  }

  @Test func `a descendant that was pending is reached`() {
    var host = pending()
    host.step(host.handlerFrame("bad", 2, host.cancellation(), rejected: true))
    host.idle()
    let verdict = judge(pendingSteps, host)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test func `a descendant that was pending and stays so violates`() {
    var host = pending()
    host.idle()
    let violation = judge(pendingSteps, host).violations.first
    #expect(violation?.law == .cancellation)
    #expect(violation?.requirement == "RX-C4")
    #expect(violation?.message == "`bad` never ran, though the cancel of p must have reached q")
  }

  @Test(arguments: [1, 2]) func `one cancel may take effect on a promise that follows another one`(cancels: Int) {
    var host = Performance()
    host.make(0, "p")
    host.make(1, "i")
    host.settle(2, .resolve, "p", "i", accepted: true)
    for id in 3..<3 + cancels { host.step(.cancel(step: id, on: host.object("p"), with: nil), .accepted(true)) }
    host.then(5, "p", 1, bad: "bad")
    host.step(host.handlerFrame("bad", 1, host.cancellation(), rejected: true))
    host.idle()
    let steps: [Step] =
      [.make(0, "p"), .make(1, "i"), .settle(2, .resolve, "p", "i")] + (3..<3 + cancels).map(cancel) + [
        .then(5, "p", bad: "bad")
      ]
    let verdict = judge(steps, host, profile: "counted")
    #expect(verdict.violations.map(\.message) == (cancels == 1 ? [] : ["3 settlements of p took effect"]), "\(verdict)")
  }

  @Test(arguments: ["upstream", "chain", "listener"]) func `other cancellation profiles need not reach descendants`(
    profile: String
  ) {
    var host = pending()
    host.idle()
    let verdict = judge(pendingSteps, host, profile: profile)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test(.timeLimit(.minutes(10))) func `a promise that then gave as its own child is looked at once`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "p")
    host.step(.cancel(step: 2, on: host.object("p"), with: nil))
    host.step(host.handlerFrame("h", 1, host.object("S")), .returned(host.object("D")))
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h"), cancel(2)]
    #expect(judge(steps, host).violations.allSatisfy { $0.law != .cancellation })
  }

  @Test(arguments: [true, false]) func `a cancel inside a running handler reaches its child`(isReached: Bool) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad")
    let handler = host.open(host.handlerFrame("h", 1, host.object("S")))
    host.step(.cancel(step: 3, on: host.object("p"), with: nil))
    host.close(handler, .returned(host.object("D")))
    host.see(isReached: isReached)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad"),
    ]
    let h = Function(steps: [cancel(3)], endings: [.returns(.name("D"))])
    let violation = judge(steps, host, h: h).violations.first
    #expect(violation?.requirement == (isReached ? nil : "RX-C11"))
    #expect(
      violation?.message == (isReached ? nil : "q is fulfilled with D, though the cancel of p must have reached it"))
  }

  @Test(arguments: [true, false]) func `an error handler does not undo a cancel`(isUndone: Bool) {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, bad: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad")
    host.step(.cancel(step: 3, on: host.object("p"), with: nil))
    let reason = host.cancellation()
    host.step(host.handlerFrame("h", 1, reason, rejected: true), .returned(host.object("D")))
    if isUndone { host.handler("ok", 2, "D") } else { host.step(host.handlerFrame("bad", 2, reason, rejected: true)) }
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", bad: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad"), cancel(3),
    ]
    let violation = judge(steps, host).violations.first
    #expect(violation?.requirement == (isUndone ? "RX-C4" : nil))
  }

  @Test func `a promise that an error handler returned does not undo a cancel`() {
    var host = Performance()
    host.make(0, "i", "fulfilled", "D")
    host.make(1, "p")
    host.then(2, "p", 1, bad: "h", gives: "q")
    host.then(3, "q", 2, ok: "ok", bad: "bad")
    host.step(.cancel(step: 4, on: host.object("p"), with: nil))
    let reason = host.cancellation()
    host.step(host.handlerFrame("h", 1, reason, rejected: true), .returned(host.object("i")))
    host.handler("ok", 2, "D")
    host.idle()
    let steps: [Step] = [
      .make(0, "i", .fulfilled, "D"), .make(1, "p"), .then(2, "p", bad: "h", as: "q"),
      .then(3, "q", ok: "ok", bad: "bad"), cancel(4),
    ]
    let verdict = judge(steps, host, h: Function(endings: [.returns(.name("i"))]))
    #expect(verdict.violations.first?.requirement == "RX-C7")
  }

  @Test func `a settlement after a cancel changes nothing`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "ok", bad: "bad")
    host.step(.cancel(step: 2, on: host.object("p"), with: nil))
    host.settle(3, .fulfill, "p", "S")
    host.handler("ok", 1, "S")
    host.idle()
    let steps: [Step] = [.make(0, "p"), .then(1, "p", ok: "ok", bad: "bad"), cancel(2), .settle(3, .fulfill, "p", "S")]
    #expect(judge(steps, host).violations.first?.requirement == "RX-C15")
  }

  @Test func `then on a cancelled promise makes a cancelled one`() {
    var host = Performance()
    host.make(0, "p")
    host.step(.cancel(step: 1, on: host.object("p"), with: nil))
    host.then(2, "p", 1, bad: "h", gives: "q")
    host.then(3, "q", 2, ok: "ok", bad: "bad")
    let reason = host.cancellation()
    host.step(host.handlerFrame("h", 1, reason, rejected: true), .returned(host.object("D")))
    host.handler("ok", 2, "D")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), cancel(1), .then(2, "p", bad: "h", as: "q"), .then(3, "q", ok: "ok", bad: "bad"),
    ]
    #expect(judge(steps, host).violations.first?.requirement == "RX-C16")
  }

  // MARK: Must not run

  @Test(arguments: [("listener", 0, true), ("token", 0, true), ("listener", 1, false), ("rejection", 0, false)])
  func `the handler of a cancelled registration does not begin after the cancel`(
    profile: String, stack: Int, isViolation: Bool
  ) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.step(.cancel(step: 2, on: host.object("q"), with: nil))
    let run = host.open(host.handlerFrame("h", 1, host.object("S")), on: stack)
    host.close(run, .returned(host.object("D")), on: stack)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q"), Step(id: 2, .cancel(promise: "q", reason: nil)),
    ]
    let found = judge(steps, host, profile: profile).violations.map(\.requirement)
    #expect(found == (isViolation ? ["CP-2"] : []))
  }

  @Test(arguments: [("rejection", true), ("listener", true), ("token", true), ("upstream", false), ("counted", false)])
  func `where a cancel reaches nothing else, the handlers of siblings are owed`(profile: String, isOwed: Bool) {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "p", 2, ok: "ok", bad: "bad")
    host.step(.cancel(step: 3, on: host.object("q"), with: nil))
    host.settle(4, .fulfill, "p", "S")
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", ok: "h", as: "q"), .then(2, "p", ok: "ok", bad: "bad"),
      Step(id: 3, .cancel(promise: "q", reason: nil)), .settle(4, .fulfill, "p", "S"),
    ]
    #expect(judge(steps, host, profile: profile).violations.map(\.law) == (isOwed ? [.liveness] : []))
  }

  // MARK: May

  /// A promise that follows another one is cancelled; then the other one is found settled, or is seen to be cancelled.
  private func following(_ profile: String, adoption: String? = nil, isSeen: Bool = false) -> Verdict {
    var host = Performance()
    host.make(0, "i")
    host.make(1, "p")
    host.settle(2, .resolve, "p", "i")
    host.then(3, "i", 1, ok: "ok", bad: isSeen ? "bad" : nil)
    host.step(.cancel(step: 4, on: host.object("p"), with: nil))
    if isSeen { host.step(host.handlerFrame("bad", 1, host.cancellation(), rejected: true)) }
    host.settle(5, .fulfill, "i", "S", accepted: false)
    host.idle()
    let steps: [Step] = [
      .make(0, "i"), .make(1, "p"), .settle(2, .resolve, "p", "i"), .then(3, "i", ok: "ok", bad: isSeen ? "bad" : nil),
      cancel(4), .settle(5, .fulfill, "i", "S"),
    ]
    return judge(steps, host, profile: profile, adoption: adoption)
  }

  @Test(arguments: [
    ("downstream", "linked"), ("downstream", nil), ("upstream", nil), ("listener", nil), ("token", nil),
  ]) func `a cancel may go on to what the promise follows, unless that is kept`(profile: String, adoption: String?) {
    for isSeen in [false, true] {
      let verdict = following(profile, adoption: adoption, isSeen: isSeen)
      #expect(verdict.outcome == .conforms, "\(verdict)")
    }
  }

  @Test(arguments: [("downstream", "one-way"), ("rejection", nil)])
  func `a cancel does not go on to what the promise follows where that is kept`(profile: String, adoption: String?) {
    #expect(following(profile, adoption: adoption).violations.first?.requirement == "2.1.1.1")
    #expect(following(profile, adoption: adoption, isSeen: true).outcome == .violates)
  }

  /// A `then` and a cancel of a fulfilled promise that overlap.
  private func overlap(isReached: Bool) -> Verdict {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let lanes = host.openLanes(1)
    let then = host.open(host.thenFrame(2, host.object("p"), 1, ok: "h"), on: 1)
    let cancelled = host.open(.cancel(step: 3, on: host.object("p"), with: nil), on: 2)
    host.close(then, .gives(host.object("q")), on: 1)
    host.close(cancelled, on: 2)
    host.close(lanes)
    host.then(4, "q", 2, ok: "ok", bad: "bad")
    host.handler("h", 1, "S", .returned(host.object("D")))
    host.see(isReached: isReached)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), Step(id: 1, .lanes([[.then(2, "p", ok: "h", as: "q")], [cancel(3)]])),
      .then(4, "q", ok: "ok", bad: "bad"),
    ]
    return judge(steps, host)
  }

  @Test(arguments: [true, false]) func `a descendant whose then overlaps the cancel may be reached or not`(
    isReached: Bool
  ) {
    let verdict = overlap(isReached: isReached)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  /// A cancel that overlaps a fulfill, which wins; a handler has ended before the cancel has.
  private func race(isReached: Bool) -> Verdict {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad")
    let lanes = host.openLanes(3)
    let cancelled = host.open(.cancel(step: 4, on: host.object("p"), with: nil), on: 1)
    host.settle(5, .fulfill, "p", "S", on: 2)
    host.handler("h", 1, "S", .returned(host.object("D")), on: 3)
    host.close(cancelled, on: 1)
    host.close(lanes)
    host.see(isReached: isReached)
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", ok: "h", as: "q"), .then(2, "q", ok: "ok", bad: "bad"),
      Step(id: 3, .lanes([[cancel(4)], [.settle(5, .fulfill, "p", "S")]])),
    ]
    return judge(steps, host)
  }

  @Test(arguments: [true, false]) func `in a race that the settlement wins, a child may go either way`(isReached: Bool)
  {
    let verdict = race(isReached: isReached)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test(arguments: [true, false]) func `in a race that the cancel wins every descendant is cancelled`(isReached: Bool) {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, bad: "bad", gives: "r")
    host.then(2, "p", 2, ok: "h", gives: "q")
    host.then(3, "q", 3, ok: "ok", bad: "bad")
    let lanes = host.openLanes(4)
    let cancelled = host.open(.cancel(step: 5, on: host.object("p"), with: nil), on: 1)
    host.settle(6, .fulfill, "p", "D", on: 2)
    host.close(cancelled, on: 1)
    host.close(lanes)
    let reason = host.cancellation()
    host.step(host.handlerFrame("bad", 1, reason, rejected: true))
    if isReached { host.step(host.handlerFrame("bad", 3, reason, rejected: true)) } else { host.handler("ok", 3, "D") }
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), .then(1, "p", bad: "bad", as: "r"), .then(2, "p", ok: "h", as: "q"),
      .then(3, "q", ok: "ok", bad: "bad"), Step(id: 4, .lanes([[cancel(5)], [.settle(6, .fulfill, "p", "D")]])),
    ]
    let violation = judge(steps, host).violations.first
    #expect(violation?.requirement == (isReached ? nil : "RX-C4"))
  }

  // MARK: Must not

  @Test(arguments: [true, false]) func `a descendant that is made after the cancel of a settled promise is not reached`(
    isReached: Bool
  ) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.step(.cancel(step: 1, on: host.object("p"), with: nil))
    host.then(2, "p", 1, ok: "h", gives: "q")
    host.then(3, "q", 2, ok: "ok", bad: "bad")
    host.handler("h", 1, "S", .returned(host.object("D")))
    host.see(isReached: isReached)
    host.idle()
    let steps: [Step] = [
      .make(0, "p", .fulfilled, "S"), cancel(1), .then(2, "p", ok: "h", as: "q"), .then(3, "q", ok: "ok", bad: "bad"),
    ]
    let violation = judge(steps, host).violations.first
    #expect(violation?.law == (isReached ? .cancellation : nil))
    #expect(violation?.message == (isReached ? "q was cancelled, though it was made after the cancel had ended" : nil))
  }

  @Test func `a sibling is not reached`() {
    var host = Performance()
    host.make(0, "i")
    host.then(1, "i", 1, bad: "bad", gives: "p")
    host.then(2, "i", 2, ok: "h", gives: "s")
    host.then(3, "s", 3, ok: "ok", bad: "bad")
    host.step(.cancel(step: 4, on: host.object("p"), with: nil))
    host.settle(5, .fulfill, "i", "S")
    host.handler("h", 2, "S", .returned(host.object("D")))
    host.step(host.handlerFrame("bad", 3, host.cancellation(), rejected: true))
    host.idle()
    let steps: [Step] = [
      .make(0, "i"), .then(1, "i", bad: "bad", as: "p"), .then(2, "i", ok: "h", as: "s"),
      .then(3, "s", ok: "ok", bad: "bad"), cancel(4), .settle(5, .fulfill, "i", "S"),
    ]
    let violation = judge(steps, host).violations.first
    #expect(violation?.requirement == "RX-C8")
    #expect(violation?.message == "s was cancelled, though no cancel reaches it")
  }
}

extension Performance {
  /// The library's cancellation, made on first use.
  fileprivate mutating func cancellation() -> TracedValue {
    if let index = objects.firstIndex(where: \.isCancellation) { return .reference(index) }
    return keep(TracedObject(kind: .error, type: "Cancelled", isForeign: true, isCancellation: true))
  }

  /// The handlers of the promise that a cancel reaches, or not: then it has what `h` returned.
  fileprivate mutating func see(isReached: Bool) {
    if isReached { step(handlerFrame("bad", 2, cancellation(), rejected: true)) } else { handler("ok", 2, "D") }
  }
}
