import APlusJSON
import APlusJudge
import Synchronization
import TestSupport
import Testing

@testable import APlusModel
@testable import APlusRunner

@Suite("Rounds") struct RoundTests {
  /// What a run reported on its way.
  private final class Told: Sendable {
    let rounds = Mutex<[Int]>([])
    let progress = Mutex(0)
    let traces = Mutex(0)
  }

  /// A scenario of a thousand steps in each round.
  private func scenario(rounds: Int) -> Scenario {
    var scenario = Scenario.numbered(1)[0]
    let steps = [Step(id: 0, .repeated(1000, [Step(id: 1, .mark("m"))]))]
    scenario.program = Program(steps: steps, rounds: rounds)
    return scenario
  }

  private func batches(own: Int, wanted: Int?) -> [Int] {
    RunSchedule.batches(of: scenario(rounds: own), at: 0, rounds: wanted).map(\.rounds)
  }

  /// Performs 230 rounds in four runs.
  private func run(_ host: ScriptedHost, _ told: Told) async -> AdapterResult {
    var options = RunOptions(timeout: ScriptedHost.patience)
    options.rounds = 230
    options.observers = [
      Following { event in
        switch event {
        case .performed: told.progress.withLock { $0 += 1 }
        case .traced(_, let performance, _):
          #expect(performance == 1)
          told.traces.withLock { $0 += 1 }
        case .began, .identified, .performing, .recorded, .warned, .noted: break
        }
      }
    ]
    let runner = Runner(scenarios: [scenario(rounds: 20)], options: options) { scenario, trace in
      told.rounds.withLock { $0.append(scenario.program.rounds) }
      return Verdict(outcome: trace.ending == .quiet ? .conforms : .violates, strength: trace.strength)
    }
    return await runner.run(host.adapter)
  }

  @Test func `rounds are split into runs that fit, none smaller than the scenario itself`() {
    #expect(batches(own: 20, wanted: nil) == [20])
    #expect(batches(own: 20, wanted: 5) == [5])
    #expect(batches(own: 20, wanted: 99) == [99])
    #expect(batches(own: 20, wanted: 230) == [58, 58, 57, 57])
    #expect(batches(own: 1, wanted: 230) == [1])
    #expect(batches(own: 200, wanted: 600) == [200, 200, 200])
    let many = batches(own: 20, wanted: 10_000_000)
    #expect(many.reduce(0, +) == 10_000_000)
    #expect(many.allSatisfy { (50..<100).contains($0) })
  }

  @Test func `a scenario conforms when all its rounds do, and is reported once`() async {
    let told = Told()
    let result = await run(ScriptedHost(), told)
    #expect(result.cases.map(\.summary) == ["conforms"])
    #expect(told.rounds.withLock { $0 } == [58, 58, 57, 57])
    #expect(told.progress.withLock { $0 } == 1)
    #expect(told.traces.withLock { $0 } == 1)
  }

  @Test func `a scenario violates when some of its rounds do`() async {
    let told = Told()
    let result = await run(ScriptedHost(third: #"$answer =~ s/quiet/stuck/;"#), told)
    #expect(result.cases.map(\.summary) == ["violates"])
    #expect(result.cases[0].trace?.ending == .stuck)
    #expect(told.progress.withLock { $0 } == 1)
    #expect(told.traces.withLock { $0 } == 2)
    // The rounds after a failed run are not requested.
    #expect(told.rounds.withLock { $0 } == [58, 58, 57])
  }

  @Test func `a failure stands beside a scenario whose rounds are split`() async {
    // Run 1 is the failure's; the rounds of the other scenario, which causes the event, are runs 2 to 5.
    let host = ScriptedHost(third: #"print qq({"late":1,"during":3,"event":{"e":"begin"}}\n);"#)
    var options = RunOptions(timeout: ScriptedHost.patience)
    options.rounds = 230
    var split = scenario(rounds: 20)
    split.id = "split"
    let failing = Scenario.numbered(1)[0]
    let runner = Runner(scenarios: [failing, split], options: options) { scenario, _ in
      Verdict(outcome: scenario.id == failing.id ? .violates : .conforms)
    }
    let result = await runner.run(host.adapter)
    #expect(result.cases.map(\.summary) == ["violates", "conforms"])
  }

  @Test func `a scenario whose rounds are not all performed is not run`() async {
    let told = Told()
    let isInterrupted = Flag()
    let host = ScriptedHost(third: "forever();")
    var options = RunOptions(timeout: ScriptedHost.patience)
    options.rounds = 230
    options.isInterrupted = { isInterrupted.isSet }
    let runner = Runner(scenarios: [scenario(rounds: 20)], options: options) { scenario, trace in
      let isSecond = told.rounds.withLock { rounds in
        rounds.append(scenario.program.rounds)
        return rounds.count == 2
      }
      if isSecond { isInterrupted.set() }
      return Verdict(outcome: .conforms, strength: trace.strength)
    }
    let result = await runner.run(host.adapter)
    #expect(result.cases.map(\.summary) == ["not run: the run was interrupted"])
  }
}
