import APlusCases
import APlusFuzz
import APlusModel
import TestSupport
import Testing

/// What no performance of a program can come to its end with, whatever the library does.
@Suite("The course of programs") struct CourseTests {
  private func mark(_ name: String = "m") -> Step { Step(id: 0, .mark(name)) }
  private func wait(_ name: String = "m") -> Step { Step(id: 0, .wait(gate: name)) }
  private func later(_ moment: Moment, _ steps: Step...) -> Step { Step(id: 0, .later(moment, steps)) }
  private func lanes(_ blocks: [Step]...) -> Step { Step(id: 0, .lanes(blocks)) }

  private func isValid(_ steps: [Step], functions: [String: Function] = [:]) -> Bool {
    Program(functions: functions, steps: steps).renumbered.isValid
  }

  @Test func `a wait for what comes only after the waiting code is refused`() {
    #expect(!isValid([later(.turn, mark()), wait()]))
    #expect(!isValid([later(.idle, mark()), later(.turn, wait())]))
    #expect(!isValid([wait(), mark()]))
    #expect(!isValid([later(.idle, wait()), later(.idle, mark())]))
    #expect(!isValid([lanes([later(.turn, mark())], [wait()])]), "lanes end before a later block")
    #expect(!isValid([lanes([wait("m"), mark("n")], [wait("n"), mark("m")])]), "each waits for the other")
    #expect(!isValid([lanes([wait()], [later(.idle, lanes([mark()]))])]))
    #expect(!isValid([Step(id: 0, .repeated(2, [wait(), mark()]))]))
  }

  @Test func `a wait for what another thread or earlier code marks is taken`() {
    #expect(isValid([mark(), wait()]))
    #expect(isValid([lanes([wait(), mark("n")], [mark(), wait("n")])]))
    #expect(isValid([lanes([mark()]), wait()]))
    #expect(isValid([later(.idle, wait()), later(.turn, mark())]), "turns come before idleness")
    #expect(isValid([mark(), later(.turn, lanes([wait()], [mark("n")]))]))
    #expect(isValid([later(.turn, wait("n")), later(.idle, mark("o")), mark("n")]))
  }

  @Test func `what a handler marks may end any wait, and any mark the wait of a handler`() {
    let promise = Step(id: 0, .bind(name: "p", value: .promise(.fulfilled, with: .name("D"), whenIdle: false)))
    func then(_ function: String) -> Step {
      Step(id: 0, .then(Registration(promise: "p", onFulfilled: .function(function), onRejected: .absent, result: nil)))
    }
    #expect(isValid([promise, then("h"), wait()], functions: ["h": Function(steps: [mark()])]))
    #expect(isValid([promise, then("h"), later(.idle, mark())], functions: ["h": Function(steps: [wait()])]))
    let both = ["h": Function(steps: [wait("n"), mark()]), "g": Function(steps: [wait(), mark("n")])]
    #expect(!isValid([promise, then("h"), then("g")], functions: both), "each handler waits for the other")
    let asks = ["h": Function(steps: [later(.turn, mark())])]
    #expect(!isValid([promise, then("h"), wait()], functions: asks), "the block needs the thread that waits")
    #expect(isValid([promise, then("h"), later(.idle, wait())], functions: asks))
  }

  @Test func `events are counted wherever they are asked for`() {
    let promise = Step(id: 0, .bind(name: "p", value: .promise(.fulfilled, with: .name("D"), whenIdle: false)))
    func then(_ function: String) -> Step {
      Step(id: 0, .then(Registration(promise: "p", onFulfilled: .function(function), onRejected: .absent, result: nil)))
    }
    func repeated(_ count: Int, _ step: Step) -> Step { Step(id: 0, .repeated(count, [step])) }
    let plain = ["h": Function()]
    #expect(isValid([promise, repeated(224_000, then("h"))], functions: plain))
    #expect(!isValid([promise, repeated(460_000, then("h"))], functions: plain))
    #expect(!isValid([promise, later(.idle, repeated(460_000, then("h")))], functions: plain))
    let outer = ["h": Function(), "g": Function(steps: [repeated(1000, then("h"))])]
    #expect(isValid([promise, repeated(100, then("g"))], functions: outer))
    #expect(!isValid([promise, repeated(1000, then("g"))], functions: outer), "handlers that register handlers")
    #expect(!isValid([promise, then("h")], functions: ["h": Function(steps: [then("h")])]), "registers itself")
    let ring = ["h": Function(steps: [then("g")]), "g": Function(steps: [then("h")])]
    #expect(!isValid([promise, then("h")], functions: ring), "two that register each other")
  }

  @Test func `every case of the project comes to its end`() throws {
    let library = try ProjectSpecs.library.get()
    for scenario in library.scenarios {
      let count = scenario.program.eventCount
      let isEndless = scenario.program.endlessFunction != nil
      #expect(!isEndless && count <= Double(Program.mostEvents), "\(scenario.id): \(count)")
    }
  }
}
