import APlusJudge
import APlusModel
import Testing

/// Reasons that the library makes are judged by kind: it may make a new one for each reader.
@Suite("reasons of the library's own") struct ReasonTests {
  private static func cancellation(_ type: String) -> TracedObject {
    TracedObject(kind: .error, type: type, isForeign: true, isCancellation: true)
  }

  private static func timeout(_ type: String) -> TracedObject {
    TracedObject(kind: .error, type: type, isForeign: true, isTimeout: true)
  }

  private static func error(_ type: String?, isForeign: Bool = true) -> TracedObject {
    TracedObject(kind: .error, type: type, isForeign: isForeign)
  }

  /// A promise that is cancelled, whose two observers read a reason each.
  private func judge(_ first: TracedObject, _ second: TracedObject) -> Verdict {
    var host = Performance()
    host.make(0, "p")
    host.step(.cancel(step: 1, on: host.object("p"), with: nil))
    for (position, reason) in [first, second].enumerated() {
      let (step, registration) = (position + 2, position + 1)
      host.then(step, "p", registration, bad: "bad")
      let value = host.keep(reason)
      host.step(host.handlerFrame("bad", registration, value, rejected: true))
    }
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), Step(id: 1, .cancel(promise: "p", reason: nil)), .then(2, "p", bad: "bad"),
      .then(3, "p", bad: "bad"),
    ]
    return host.judged(functions: ["bad": Function()], steps, decides: [.agreement])
  }

  @Test(arguments: [
    (cancellation("CancellationException"), cancellation("CancellationException")),
    (cancellation("CancellationError"), cancellation("CancelledFutureError")),
    (timeout("TimeoutError"), timeout("TimeoutError")), (error("TypeError"), error("TypeError")),
  ]) func `two of one kind agree`(first: TracedObject, second: TracedObject) {
    let verdict = judge(first, second)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test(arguments: [
    (cancellation("Error"), timeout("Error")), (cancellation("Error"), error("Error")),
    (error("TypeError"), error("RangeError")), (error(nil), error(nil)),
    (error("Error", isForeign: false), error("Error")),
    (error("Error", isForeign: false), error("Error", isForeign: false)),
  ]) func `others disagree`(first: TracedObject, second: TracedObject) {
    #expect(judge(first, second).violations.map(\.requirement) == ["2.1.3.2"])
  }

  @Test func `a child may get a cancellation of its own`() {
    var host = Performance()
    host.make(0, "p")
    host.step(.cancel(step: 1, on: host.object("p"), with: nil))
    host.then(2, "p", 1, bad: "bad")
    host.then(3, "p", 2, ok: "ok", gives: "q")
    host.then(4, "q", 3, bad: "bad")
    for registration in [1, 3] {
      let value = host.keep(Self.cancellation("CancellationError"))
      host.step(host.handlerFrame("bad", registration, value, rejected: true))
    }
    host.idle()
    let steps: [Step] = [
      .make(0, "p"), Step(id: 1, .cancel(promise: "p", reason: nil)), .then(2, "p", bad: "bad"),
      .then(3, "p", ok: "ok", as: "q"), .then(4, "q", bad: "bad"),
    ]
    let verdict = host.judged(functions: ["bad": Function(), "ok": Function()], steps)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }
}
