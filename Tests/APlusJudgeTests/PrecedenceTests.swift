import APlusJudge
import APlusModel
import Testing

/// Where two laws find fault with one event, two faults are two, and one fault is one.
@Suite("laws that meet in one event") struct PrecedenceTests {
  private let functions = ["h": Function(), "g": Function(), "k": Function()]
  private let reversed: [Step] = [
    .make(0, "p"), .then(1, "p", ok: "h"), .then(2, "p", ok: "g"), .settle(3, .fulfill, "p", "S"),
  ]
  private let overtaking: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h"), .then(2, "p", ok: "g")]

  /// A promise that keeps its handlers on a stack, and runs them inside the call that settles it.
  private func reversedInline(_ value: String = "S") -> Performance {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h")
    host.then(2, "p", 2, ok: "g")
    let settle = host.open(.settle(step: 3, .fulfill, on: host.object("p"), with: host.object("S")))
    host.handler("g", 2, value)
    host.handler("h", 1, value)
    host.close(settle)
    host.idle()
    return host
  }

  /// A handler that runs inside its own `then`, while one that was added before still waits.
  private func overtakingInline(_ wrong: String? = nil) -> Performance {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    let then = host.open(host.thenFrame(2, host.object("p"), 2, ok: "g"))
    host.handler("g", 2, wrong ?? "S")
    host.close(then, .gives(host.object("q")))
    host.handler("h", 1, wrong ?? "S")
    host.idle()
    return host
  }

  private func judge(_ steps: [Step], _ host: Performance, _ decides: Set<Law>) -> Verdict {
    host.judged(functions: functions, steps, decides: decides)
  }

  private func laws(_ violations: [Violation]) -> [Law?] { violations.map(\.law) }

  @Test func `the order of handlers that run inside a settle is judged`() {
    let verdict = judge(reversed, reversedInline(), [.order])
    #expect(verdict.violations.map(\.message) == ["`g` ran before `h`, which was registered on p first"])
    #expect(laws(verdict.incidental) == [.cleanStack, .cleanStack])
  }

  @Test func `a case of the clean stack collects the order beside it`() {
    let verdict = judge(reversed, reversedInline(), [.cleanStack])
    #expect(laws(verdict.violations) == [.cleanStack, .cleanStack])
    #expect(verdict.incidental.map(\.requirement) == ["2.2.6.1"])
  }

  @Test func `a case of values collects both`() {
    let verdict = judge(reversed, reversedInline(), [.agreement])
    #expect(verdict.outcome == .conforms)
    #expect(laws(verdict.incidental) == [.cleanStack, .cleanStack, .order])
  }

  @Test func `a wrong value inside a settle is reported beside the stack and the order`() {
    let verdict = judge(reversed, reversedInline("O"), [.agreement])
    #expect(verdict.violations.map(\.requirement) == ["2.2.2.1"])
    #expect(laws(verdict.incidental) == [.cleanStack, .cleanStack, .order])
  }

  @Test func `a handler that overtakes because it runs inside its then is one fault`() {
    for decides: Set<Law> in [[.cleanStack], [.cleanStack, .order]] {
      let verdict = judge(overtaking, overtakingInline(), decides)
      #expect(laws(verdict.violations) == [.cleanStack])
      #expect(verdict.incidental.isEmpty)
    }
    let verdict = judge(overtaking, overtakingInline(), [.agreement])
    #expect(laws(verdict.incidental) == [.cleanStack])
  }

  @Test func `a case of the order names what overtakes, whatever the cause`() {
    let verdict = judge(overtaking, overtakingInline(), [.order])
    #expect(laws(verdict.violations) == [.order])
    #expect(laws(verdict.incidental) == [.cleanStack])
  }

  @Test func `a case that expects an order reports overtaking as its own violation`() {
    var asked = scenario(functions: functions, overtaking, decides: [.order])
    asked.expectations = [.order(["h", "g"])]
    let verdict = Judge.judge(asked, overtakingInline().trace())
    #expect(verdict.violations.map(\.message) == ["`g` ran before `h`"])
    #expect(laws(verdict.violations) == [nil])
    #expect(laws(verdict.incidental) == [.cleanStack])
  }

  @Test func `a value that is wrong does not hide what overtakes`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.then(2, "p", 2, ok: "g")
    host.handler("g", 2, "O")
    host.handler("h", 1, "O")
    host.idle()
    let verdict = judge(overtaking, host, [.order])
    #expect(laws(verdict.violations) == [.order])
    #expect(laws(verdict.incidental) == [.agreement])
  }

  @Test func `one that overtakes inside its then does not hide one that overtakes elsewhere`() {
    let nested = [Step.then(4, "p", ok: "k")]
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h")
    host.then(2, "p", 2, ok: "g")
    let settle = host.open(.settle(step: 3, .fulfill, on: host.object("p"), with: host.object("S")))
    let outer = host.open(host.handlerFrame("g", 2, host.object("S")))
    let then = host.open(host.thenFrame(4, host.object("p"), 3, ok: "k"))
    host.handler("k", 3, "S")
    host.close(then, .gives(host.object("q")))
    host.close(outer)
    host.handler("h", 1, "S")
    host.close(settle)
    host.idle()
    let functions = ["h": Function(), "g": Function(steps: nested), "k": Function()]
    let verdict = host.judged(functions: functions, reversed, decides: [.cleanStack])
    #expect(verdict.incidental.map(\.message) == ["`g` ran before `h`, which was registered on p first"])
  }

  @Test func `a second run with another value is one fault, under the case's name`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.handler("h", 1, "S")
    host.handler("h", 1, "O", call: 2)
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h")]
    let once = judge(steps, host, [.once, .agreement])
    #expect(laws(once.violations) == [.once])
    #expect(once.incidental.isEmpty)
    let agreement = judge(steps, host, [.agreement])
    #expect(agreement.violations.map(\.requirement) == ["2.1.2.2"])
    #expect(laws(agreement.incidental) == [.once])
  }

  @Test func `a second run inside a call is two faults`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h")
    host.handler("h", 1, "S")
    let then = host.open(host.thenFrame(2, host.object("p"), 2, ok: "g"))
    host.handler("h", 1, "S", call: 2)
    host.close(then, .gives(host.object("q")))
    host.handler("g", 2, "S")
    host.idle()
    let verdict = judge(overtaking, host, [.once])
    #expect(laws(verdict.violations) == [.once])
    #expect(laws(verdict.incidental) == [.cleanStack])
  }

  @Test func `a handler inside a call, off its context, is one fault, under the case's name`() {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    let then = host.open(host.thenFrame(1, host.object("p"), 1, ok: "h"))
    host.step(host.handlerFrame("h", 1, host.object("S")))
    host.close(then, .gives(host.object("q")))
    host.idle()
    func verdict(_ decides: Set<Law>) -> Verdict {
      var asked = scenario(
        functions: functions, [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", on: "c")], decides: decides)
      asked.program.contexts = ["c": .serial]
      return Judge.judge(asked, host.trace())
    }
    #expect(laws(verdict([.context]).violations) == [.context])
    #expect(laws(verdict([.context]).incidental) == [.cleanStack])
    #expect(laws(verdict([.cleanStack]).violations) == [.cleanStack])
    #expect(verdict([.cleanStack]).incidental.isEmpty)
  }
}
