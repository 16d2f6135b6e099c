import APlusJudge
import APlusModel
import Testing

/// What a host did not perform as written is the host's fault, and shows nothing of the library.
@Suite("fidelity") struct FidelityTests {
  @Test func `a frame that is suspended and never resumed`() throws {
    var host = Performance()
    host.make(0, "p", "fulfilled", "S")
    host.then(1, "p", 1, ok: "h", gives: "q")
    let waiting = host.open(host.handlerFrame("h", 1, host.object("S")))
    host.log(.suspend(frame: waiting))
    host.idle()
    let steps: [Step] = [.make(0, "p", .fulfilled, "S"), .then(1, "p", ok: "h", as: "q")]
    let verdict = host.judged(functions: ["h": Function()], steps)
    let message = try #require(verdict.error?.message)
    #expect(message.contains("frame 3 was never resumed in a quiet trace"))
  }

  /// A handler is called with a text although the program passes a longer one.
  private func verdict(_ seen: String) -> Verdict {
    let long = String(repeating: "ä", count: 300)
    var host = Performance()
    host.log(.begin(frame: 1, .make(step: 0, state: "fulfilled", with: .text(seen), isReadyMade: false)))
    host.log(.end(frame: 1, .gives(host.object("p"))))
    host.log(.bound(step: 0, name: "p", value: host.object("p")))
    host.idle()
    let make = Step(id: 0, .bind(name: "p", value: .promise(.fulfilled, with: .text(long), whenIdle: false)))
    return host.judged([make])
  }

  @Test func `a long text is cut to 200 characters, and not shorter`() {
    #expect(verdict(String(repeating: "ä", count: 200)).outcome == .conforms)
    #expect(verdict(String(repeating: "ä", count: 100)).outcome == .conforms, "200 bytes")
    for short in ["", "ä", String(repeating: "ä", count: 99)] {
      #expect(verdict(short).error != nil, "\(short.count) characters")
    }
  }

  @Test func `a trace that is no performance exercises no law`() {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 2_000_000_000, ok: "h", gives: "q")
    host.idle()
    let scenario = scenario(functions: ["h": Function()], [.make(0, "p")])
    #expect(Exercise(of: host.trace(), performing: scenario) == nil)
    #expect(Judge.judge(scenario, host.trace()).error != nil)
  }

  /// A closure is made, and what it performs when it is freed is performed so many times.
  private func release(times: Int) -> Verdict {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", gives: "q")
    for _ in 0..<times {
      let freed = host.open(.task(UserCall(function: "code", call: 1, argumentCount: 0, arguments: [])))
      host.log(.mark(step: 2, name: "freed"))
      host.close(freed)
    }
    host.idle()
    let functions = ["h": Function(released: "code"), "code": Function(steps: [Step(id: 2, .mark("freed"))])]
    return host.judged(functions: functions, [.make(0, "p"), .then(1, "p", ok: "h", as: "q")])
  }

  @Test func `what a closure performs when it is freed is performed at most once`() throws {
    #expect(release(times: 0).outcome == .conforms)
    #expect(release(times: 1).outcome == .conforms)
    let message = try #require(release(times: 2).error?.message)
    #expect(message.contains("`code` was performed more often than closures were made"))
  }
}
