import APlusJudge
import APlusModel
import Testing

/// When a failure in a scope is certain: as soon as the item's handler has got it, or the scope has ended.
@Suite("Failures in scopes") struct ScopeLawTests {
  private let functions = ["e": Function(), "k": Function()]

  private func start(_ id: Int, _ word: ScopeWord, _ function: String, of members: [String] = [], as name: String)
    -> Step
  { Step(id: id, .start(CallStart(kind: word.rawValue, function: function, members: members, result: name))) }

  private func begin(_ host: inout Performance, _ step: Int, _ word: ScopeWord, _ name: String, in scope: String? = nil)
  {
    let call = host.object(name, .call)
    let start = StartCall(
      step: step, call: call, kind: word.rawValue, function: word == .scope ? "e" : "k",
      members: scope.map { [host.object($0, .call)] } ?? [])
    host.step(.start(start, number: SmallOrNone(wrappedValue: step + 1)), .gives(call))
  }

  private func judge(_ host: Performance, _ steps: [Step]) -> Verdict {
    var scenario = scenario(functions: functions, steps)
    scenario.capabilities = [ScopeProfile.structured, ScopeProfile.cancelsSiblings]
    return Judge.judge(scenario, host.trace())
  }

  /// The scope ends on another thread, before the call that fails its only item has returned.
  @Test(arguments: [false, true]) func `the end of a scope comes after a failure that its item has got`(
    isSwallowed: Bool
  ) {
    var host = Performance()
    begin(&host, 0, .scope, "s")
    begin(&host, 1, .add, "i", in: "s")
    host.settle(2, .fulfill, "s", "D")
    let reject = host.open(.settle(step: 3, .reject, on: host.object("i"), with: host.object("E")))
    host.handler("k", 2, "E", rejected: true, on: 1)
    host.handler("e", 1, isSwallowed ? "D" : "E", rejected: !isSwallowed, on: 1)
    host.close(reject)
    host.idle()
    let steps = [
      start(0, .scope, "e", as: "s"), start(1, .add, "k", of: ["s"], as: "i"), Step.settle(2, .fulfill, "s", "D"),
      Step.settle(3, .reject, "i", "E"),
    ]
    let verdict = judge(host, steps)
    let expected = isSwallowed ? ["s ended with a value, though an item of it failed"] : []
    #expect(verdict.violations.map(\.message) == expected, "\(verdict)")
  }

  @Test(arguments: [false, true]) func `an item that had completed does not fail any more`(isSecond: Bool) {
    var host = Performance()
    begin(&host, 0, .scope, "s")
    begin(&host, 1, .add, "i", in: "s")
    if isSecond {
      host.settle(2, .fulfill, "i", "D")
      host.handler("k", 2, "D", on: 1)
      host.settle(3, .reject, "i", "E")
    } else {
      host.settle(2, .reject, "i", "E")
      host.handler("k", 2, "E", rejected: true, on: 1)
      host.settle(3, .fulfill, "i", "D")
    }
    host.settle(4, .fulfill, "s", "D")
    host.handler("e", 1, "D", on: 1)
    host.idle()
    let steps = [
      start(0, .scope, "e", as: "s"), start(1, .add, "k", of: ["s"], as: "i"),
      Step.settle(2, isSecond ? .fulfill : .reject, "i", isSecond ? "D" : "E"),
      Step.settle(3, isSecond ? .reject : .fulfill, "i", isSecond ? "E" : "D"), Step.settle(4, .fulfill, "s", "D"),
    ]
    let verdict = judge(host, steps)
    let expected = isSecond ? [] : ["s ended with a value, though an item of it failed"]
    #expect(verdict.violations.map(\.message) == expected, "\(verdict)")
  }
}
