import APlusJudge
import APlusModel
import Testing

@Suite struct UnboundTests {
  /// What a host did in the iterations of a repeat with one step.
  enum Iteration {
    case performs
    /// A name is not bound, and the step does nothing.
    case leavesOut
    /// A name for a value is not bound, and the step goes on with `UNBOUND`.
    case goesOn
    case skips
  }

  @Test(
    "a step of a repeat is left out where a name is not bound, and only there",
    arguments: [
      ([.performs, .performs, .performs], true), ([.performs, .leavesOut, .performs], true),
      ([.leavesOut, .leavesOut, .leavesOut], true), ([.goesOn, .leavesOut, .goesOn], true),
      ([.performs, .skips, .performs], false), ([.performs, .leavesOut, .skips], false),
      ([.skips, .leavesOut, .performs], false),
    ] as [([Iteration], Bool)]) func isLeftOut(_ iterations: [Iteration], isFaithful: Bool)
  {
    var host = Performance()
    host.make(0, "p")
    for (index, iteration) in iterations.enumerated() {
      host.indices = [index]
      switch iteration {
      case .performs: host.settle(2, .fulfill, "p", "S")
      case .leavesOut: host.log(.unbound(step: 2, name: "x"))
      case .goesOn:
        host.log(.unbound(step: 2, name: "x"))
        host.settle(2, .fulfill, "p", "S")
      case .skips: break
      }
    }
    host.indices = []
    host.idle()
    let verdict = host.judged([
      .make(0, "p"), Step(id: 1, .repeated(iterations.count, [.settle(2, .fulfill, "p", "S")])),
    ])
    if case .error = verdict.outcome { #expect(!isFaithful, "\(verdict)") } else { #expect(isFaithful) }
  }

  @Test("a combinator gets the mark UNBOUND for a member that is not bound", arguments: ["UNBOUND", "S"]) func isMember(
    _ member: String
  ) {
    var host = Performance()
    host.log(.unbound(step: 0, name: "x"))
    host.step(.combine(step: 0, kind: "all", of: [host.object(member)]), .gives(host.object("r")))
    host.idle()
    let verdict = host.judged([Step(id: 0, .combine(CombinatorCall(kind: "all", members: ["x"], result: "r")))])
    if case .error = verdict.outcome {
      #expect(member != "UNBOUND", "\(verdict)")
    } else {
      #expect(member == "UNBOUND")
    }
  }
}
