import APlusModel
import APlusQuiescence
import CQuiescence
import Synchronization
import Testing

@testable import APlusHost

@Suite("threads") struct ThreadTests {
  /// Four lanes that register while a fifth settles.
  private static func race(registrations: Int, rounds: Int) -> Program {
    let register = Step(id: 10, .repeated(registrations, [Step(id: 11, .then(Programs.register("p", ok: "h")))]))
    var lanes = Array(repeating: [register], count: 4)
    lanes.append([Step(id: 12, .settle(.fulfill, promise: "p", value: .name("S")))])
    return Program(
      functions: ["h": Function()], steps: [Programs.pending(0, "p"), Step(id: 1, .lanes(lanes))], rounds: rounds)
  }

  @Test(arguments: [0, 1, 2, 4]) func `no thread passes a barrier before all have arrived`(spinners: Int) {
    let parties = 4
    let barrier = Barrier(parties: parties, spinners: spinners)
    let counts = Counts()
    for _ in 1..<parties {
      Threads.start {
        counts.coming.add(1, ordering: .releasing)
        barrier.arrive()
        counts.passed.add(1, ordering: .releasing)
      }
    }
    while counts.coming.load(ordering: .acquiring) < parties - 1 { aplus_thread_yield() }
    // They have all the turns that they need to pass.
    for _ in 0..<200 { aplus_thread_yield() }
    #expect(counts.passed.load(ordering: .acquiring) == 0)
    barrier.arrive()
    while counts.passed.load(ordering: .acquiring) < parties - 1 { aplus_thread_yield() }
  }

  private final class Counts: Sendable {
    let coming = Atomic(0)
    let passed = Atomic(0)
  }

  @Test func `events of racing lanes have dense numbers and every handler is there`() throws {
    let trace = try trace(of: Self.race(registrations: 16, rounds: 40), on: QueueToy())
    #expect(trace.events.map(\.sequence) == Array(1...trace.events.count))
    #expect(trace.events.filter(\.kind.isHandler).count == 4 * 16 * 40)
    #expect(trace.ending == .quiet)
  }

  #if os(Linux)
  @Test func `a library whose last job ends late is not stuck`() throws {
    let program = Program(steps: [Programs.pending(0, "p")])
    guard case .recorded(let recording) = perform(program, on: LateToy(), patience: 60_000) else {
      Issue.record("the program was refused")
      return
    }
    #expect(recording.ending == .quiet)
  }
  #endif

  @Test func `frames nest on each stack`() throws {
    let trace = try trace(of: Self.race(registrations: 8, rounds: 20), on: QueueToy())
    var open: [Int: [Int]] = [:]
    for event in trace.events {
      switch event.kind {
      case .begin(let frame, _): open[event.stack, default: []].append(frame)
      case .end(let frame, _): #expect(open[event.stack]?.popLast() == frame)
      default: break
      }
    }
    #expect(open.values.allSatisfy { $0.isEmpty })
  }

  @Test func `a handler can wait for a gate that a lane opens`() throws {
    let program = Program(
      functions: ["h": Function(steps: [Step(id: 5, .wait(gate: "go"))])],
      steps: [
        Programs.pending(0, "p"), Step(id: 1, .then(Programs.register("p", ok: "h"))),
        Step(id: 2, .settle(.fulfill, promise: "p", value: .name("S"))),
        Step(id: 3, .lanes([[Step(id: 4, .mark("go"))]])),
      ])
    let trace = try trace(of: program, on: QueueToy())
    #expect(trace.ending == .quiet)
    #expect(trace.summary.contains { $0.hasSuffix("begin wait go") })
  }

  @Test func `a task on another thread waits for the result of its combinator`() throws {
    let combination = CombinatorCall(kind: "try", members: [], function: "task", result: "r")
    let program = Program(
      functions: ["task": Function(steps: [Step(id: 1, .then(Programs.register("r")))])],
      steps: [Step(id: 0, .combine(combination))])
    let summary = try trace(of: program, on: TryingToy()).summary
    #expect(summary.contains { $0.contains("begin then r") })
    #expect(!summary.contains { $0.contains("unbound") })
  }

  @Test func `an endless loop is distinguished from waiting threads`() throws {
    let toy = SpinningToy()
    defer { toy.end() }
    let program = Program(
      functions: ["h": Function()],
      steps: [
        Programs.pending(0, "p"), Step(id: 1, .then(Programs.register("p", ok: "h"))),
        Step(id: 2, .settle(.fulfill, promise: "p", value: .name("S"))),
      ])
    #expect(try trace(of: program, on: toy).ending == .running)
  }

  @Test func `a deadlock gives a trace with its open frames`() throws {
    let program = Program(
      functions: [
        "h": Function(steps: [Step(id: 5, .lanes([[Step(id: 6, .then(Programs.register("p", ok: "g")))]]))]),
        "g": Function(),
      ],
      steps: [
        Programs.pending(0, "p"), Step(id: 1, .then(Programs.register("p", ok: "h"))),
        Step(id: 2, .settle(.fulfill, promise: "p", value: .name("S"))),
      ])
    let trace = try trace(of: program, on: DeadlockingToy())
    #expect(trace.ending.isStuck)
    let begun = trace.events.compactMap { event -> Int? in
      if case .begin(let frame, _) = event.kind { frame } else { nil }
    }
    let ended = trace.events.compactMap { event -> Int? in
      if case .end(let frame, _) = event.kind { frame } else { nil }
    }
    let open = Set(begun).subtracting(ended)
    // The settle, the handler inside it, its lanes, and the `then` that waits for the lock.
    #expect(open.count == 4)
  }
}
