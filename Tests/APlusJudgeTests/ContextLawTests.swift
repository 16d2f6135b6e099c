import APlusJudge
import APlusModel
import Testing

/// The law of contexts, and what contexts change in other laws.
@Suite("contexts") struct ContextLawTests {
  private func judge(_ contexts: [String: Program.ContextKind], _ steps: [Step], _ host: Performance) -> Verdict {
    var scenario = scenario(functions: ["a": Function(), "b": Function()], steps)
    scenario.program.contexts = contexts
    return Judge.judge(scenario, host.trace())
  }

  /// Two handlers of one settled promise, each with the context that it is given.
  private func steps(_ first: String?, _ second: String?) -> [Step] {
    [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "a", on: first), .then(2, "p", ok: "b", on: second)]
  }

  private func host(_ runs: [(function: String, registration: Int, context: String?)]) -> Performance {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "a")
    host.then(2, "p", 2, ok: "b")
    for run in runs {
      let value = host.object("S")
      host.step(host.handlerFrame(run.function, run.registration, value, context: run.context))
    }
    host.idle()
    return host
  }

  @Test func `handlers on the contexts that they were given conform, in any order`() {
    let host = host([("b", 2, "c2"), ("a", 1, "c1")])
    let verdict = judge(["c1": .serial, "c2": .serial], steps("c1", "c2"), host)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test(arguments: ["c2", "#1", nil]) func `a handler on another context violates`(place: String?) {
    let host = host([("a", 1, place), ("b", 2, "c2")])
    let violation = judge(["c1": .serial, "c2": .serial], steps("c1", "c2"), host).violations.first
    #expect(violation?.law == .context)
    #expect(violation?.requirement == "CX-1")
    let name = place == "#1" ? "the library's context #1" : place ?? "no context"
    #expect(violation?.message == "`a` ran on \(name), though it was registered for c1")
  }

  @Test func `a handler of a dead context owes nothing`() {
    let host = host([("b", 2, "c2")])
    let verdict = judge(["c1": .dead, "c2": .serial], steps("c1", "c2"), host)
    #expect(verdict.outcome == .conforms, "\(verdict)")
  }

  @Test func `a handler of a dead context that runs violates`() {
    let host = host([("a", 1, "c2"), ("b", 2, "c2")])
    let violation = judge(["c1": .dead, "c2": .serial], steps("c1", "c2"), host).violations.first
    #expect(violation?.message == "`a` ran on c2, though it was registered for c1, which had shut down")
  }

  @Test func `a handler of a living context that never runs violates`() {
    let host = host([("b", 2, "#1")])
    let violation = judge(["c1": .serial], steps("c1", nil), host).violations.first
    #expect(violation?.law == .liveness)
    #expect(violation?.message == "`a` never ran although p is settled")
  }

  @Test func `the default context of one promise is the same`() {
    let contexts = ["c1": Program.ContextKind.serial]
    let same = host([("a", 1, "#1"), ("b", 2, "#1")])
    #expect(judge(contexts, steps(nil, nil), same).outcome == .conforms)
    let moved = host([("a", 1, "#1"), ("b", 2, "c1")])
    let violation = judge(contexts, steps(nil, nil), moved).violations.first
    #expect(violation?.requirement == "CX-2")
    #expect(violation?.message == "handlers of p without a context ran on the library's context #1 and on c1")
  }

  @Test func `order is kept on one context`() {
    let host = host([("b", 2, "c1"), ("a", 1, "c1")])
    let violation = judge(["c1": .serial], steps("c1", "c1"), host).violations.first
    #expect(violation?.law == .order)
    #expect(violation?.message == "`b` ran before `a`, which was registered on p first")
  }

  @Test func `an inline handler may run inside a call, any other may not`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let registration = host.open(host.thenFrame(1, host.object("p"), 1, ok: "a"))
    host.step(host.handlerFrame("a", 1, host.object("S"), context: "c1"))
    host.close(registration, .gives(host.object("q")))
    host.idle()
    func verdict(_ kind: Program.ContextKind) -> Verdict {
      judge(["c1": kind], [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "a", on: "c1")], host)
    }
    #expect(verdict(.inline).outcome == .conforms, "\(verdict(.inline))")
    #expect(verdict(.serial).violations.contains { $0.law == .cleanStack })
  }

  @Test(arguments: [true, false]) func `handlers of a serial context do not overlap`(isSame: Bool) {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "a")
    host.then(2, "p", 2, ok: "b")
    let value = host.object("S")
    let place = isSame ? "c1" : "c2"
    let first = host.open(host.handlerFrame("a", 1, value, context: "c1"), on: 1)
    let second = host.open(host.handlerFrame("b", 2, value, context: place), on: 2)
    host.close(first, on: 1)
    host.close(second, on: 2)
    host.idle()
    let contexts = ["c1": Program.ContextKind.serial, "c2": .serial]
    let message = judge(contexts, steps("c1", place), host).violations.first?.message
    #expect(message == (isSame ? "`b` ran on c1 while the handler `a` was running there" : nil))
  }

  @Test func `a program without contexts is not judged by them`() {
    let host = host([("a", 1, "#1"), ("b", 2, "#2")])
    #expect(judge([:], steps(nil, nil), host).outcome == .conforms)
  }
}
