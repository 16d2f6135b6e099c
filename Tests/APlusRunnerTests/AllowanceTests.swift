import APlusHosting
import Testing

@testable import APlusModel
@testable import APlusRunner

@Suite("How long a program may take") struct AllowanceTests {
  /// A program that sets a mark so many times in each round.
  private func program(_ times: Int, rounds: Int = 1) -> Program {
    Program(steps: [Step(id: 0, .repeated(times, [Step(id: 1, .mark("m"))]))], rounds: rounds)
  }

  private func seconds(_ program: Program) -> Double { RunOptions(timeout: .seconds(10)).timeout(for: program).seconds }

  @Test func `up to 5,000 steps have the time-out, and more have as much for each 5,000`() {
    #expect(seconds(Program(steps: [])) == 10)
    #expect(seconds(program(5000)) == 10)
    #expect(seconds(program(9999)) == 10)
    #expect(seconds(program(10_000)) == 20)
    #expect(seconds(program(100_002)) == 200)
  }

  @Test func `no program has more than forty times the time-out`() {
    #expect(seconds(program(200_000)) == 400)
    #expect(seconds(program(100_000_000, rounds: 10_000_000)) == 400)
  }

  @Test func `steps count wherever they stand, as often as repeats and rounds perform them`() {
    let block = [Step(id: 1, .mark("m")), Step(id: 2, .mark("n"))]
    func work(_ action: Action) -> Double { Program(steps: [Step(id: 0, action)]).work }
    #expect(work(.mark("m")) == 1)
    #expect(work(.repeated(3, block)) == 6)
    #expect(work(.repeated(3, [Step(id: 3, .repeated(5, block))])) == 30)
    #expect(work(.later(.idle, [Step(id: 3, .repeated(5, block))])) == 11)
    #expect(work(.lanes([block, [Step(id: 3, .repeated(5, block))]])) == 13)
    #expect(work(.measure(promise: "p", times: 131_072)) == 32_769)
    #expect(Program(functions: ["h": Function(steps: block)], steps: block).work == 4)
    #expect(program(5, rounds: 7).work == 35)
    // h is registered 10 times, and registers g twice each time; what registers itself has an end.
    func registering(_ name: String) -> Step {
      let call = Registration(promise: "p", onFulfilled: .function(name), onRejected: .absent, result: nil)
      return Step(id: 1, .then(call))
    }
    let functions = ["h": Function(steps: [registering("g"), registering("g")]), "g": Function(steps: block)]
    let steps = [Step(id: 0, .repeated(10, [registering("h")]))]
    #expect(Program(functions: functions, steps: steps).work == 70)
    let own = ["h": Function(steps: [registering("h")])]
    #expect(Program(functions: own, steps: [registering("h")]).work == 3)
  }

  @Test func `a hang in a large program is reported with its time limit`() async {
    var scenarios = Scenario.numbered(4)
    scenarios[2].program = program(10_000)
    let result = await ScriptedHost(third: "forever();").runHanging(scenarios)
    #expect(result.cases[2].summary.hasPrefix("aplus.timeout: no answer within 0.4 s"))
    #expect(result.cases[2].seconds >= 0.4)
    #expect(result.cases.indices.filter { result.cases[$0].summary == "conforms" } == [0, 1, 3])
  }
}
