import APlusJudge
import APlusModel
import Testing

/// A handler that is due runs before nothing can run any more, at each quiescence.
@Suite("stalls") struct StallTests {
  private let functions = ["a": Function(), "b": Function()]

  private let steps: [Step] = [.make(0, "p"), .then(1, "p", ok: "a"), .settle(2, .fulfill, "p", "S"), .idle(3, [])]

  /// `a` runs after a quiescence, which is known to be one with a strength.
  private func verdict(_ strength: Strength, settlesBefore: Bool) -> Verdict {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "a")
    if settlesBefore { host.settle(2, .fulfill, "p", "S") }
    host.idle(strength)
    host.log(.block(step: 3))
    if !settlesBefore { host.settle(4, .fulfill, "p", "S") }
    host.handler("a", 1, "S")
    host.idle()
    let settle = Step.settle(settlesBefore ? 2 : 4, .fulfill, "p", "S")
    let first: [Step] = [.make(0, "p"), .then(1, "p", ok: "a")]
    return host.judged(
      functions: functions, settlesBefore ? first + [settle, .idle(3, [])] : first + [.idle(3, [settle])])
  }

  @Test func `a handler that waits for the next turn was stalled`() {
    for strength in [Strength.proved, .quiescent] {
      let verdict = verdict(strength, settlesBefore: true)
      #expect(verdict.violations.map(\.law) == [.liveness], "\(verdict)")
      #expect(verdict.violations.first?.requirement == "2.2.2.1")
      #expect(
        verdict.violations.first?.message
          == "`a` ran only after something else happened: p was settled, and nothing could run any more")
    }
  }

  @Test func `where the host gave up waiting a handler may be late`() {
    #expect(verdict(.bounded, settlesBefore: true).outcome == .conforms)
  }

  @Test func `a handler of a promise that settles in the next turn is in time`() {
    let verdict = verdict(.proved, settlesBefore: false)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test func `a settlement that may have lost proves nothing`() {
    // Of two settlements without a report, the second may be the one that won.
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "a")
    host.settle(2, .fulfill, "p", "S")
    host.idle()
    host.log(.block(step: 3))
    host.settle(4, .fulfill, "p", "S")
    host.handler("a", 1, "S")
    host.idle()
    let verdict = host.judged(
      functions: functions,
      [
        .make(0, "p"), .then(1, "p", ok: "a"), .settle(2, .fulfill, "p", "S"),
        .idle(3, [.settle(4, .fulfill, "p", "S")]),
      ])
    #expect(!verdict.violations.contains { $0.message.contains("something else happened") }, "\(verdict)")
  }
}
