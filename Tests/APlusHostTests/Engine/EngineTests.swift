import APlusJSON
import APlusModel
import Synchronization
import Testing

@testable import APlusHost

@Suite("performing programs") struct EngineTests {
  @Test func `a library with an executor of its own gives a proved trace`() throws {
    let trace = try trace(of: Programs.basic, on: ManualToy())
    #expect(
      trace.summary == [
        "0 1 begin make pending", "0 1 end gives p", "0 let p p", "0 4 begin then p #1", "0 4 end gives q",
        "0 6 begin fulfill p D", "0 6 end", "0 8 begin ok h(D)·1 #1", "0 mark in", "0 8 end returned S",
        "0 phase proved", "0 block 4", "0 mark end", "0 phase proved",
      ])
    #expect(trace.ending == .quiet)
    #expect(trace.events.map(\.sequence) == Array(1...trace.events.count))
    #expect(trace.strength == .proved)
  }

  @Test func `a line is read as what was recorded, also where events are rows`() throws {
    let program = try Program(json: [
      "functions": ["h": [:], "g": ["ends": [["throw": "R"]]]],
      "steps": [
        ["id": 0, "let": "p", "be": ["promise": "pending"]], ["id": 1, "let": "q", "be": ["promise": "pending"]],
        [
          "id": 2, "repeat": 50,
          "do": [
            ["id": 3, "then": "p", "ok": "h"], ["id": 4, "then": "q", "ok": "h", "bad": "g"],
            ["id": 5, "then": "p", "ok": "g", "as": "r#"], ["id": 6, "then": "r#", "bad": "h"],
          ],
        ], ["id": 7, "fulfill": "p", "with": "S"], ["id": 8, "reject": "q", "with": "R"],
      ],
    ])
    guard case .recorded(let recording) = perform(program, on: ManualToy()) else {
      Issue.record("refused")
      return
    }
    let bytes = Mutex<[UInt8]>([])
    recording.write(run: 7) { piece in bytes.withLock { $0 += piece } }
    let line = try JSON(parsing: bytes.withLock(\.self), name: "line")
    #expect(line["run"] == 7)
    let written = try #require(line["trace"])
    #expect(try Trace(json: written) == recording.trace)
    #expect(recording.trace.events.count { $0.kind.isHandler } == 200)
    let events = try #require(written["events"]?.arrayValue)
    #expect(events.count { $0.arrayValue != nil } > events.count * 9 / 10)
  }

  @Test func `a pause records nothing, and is no deadlock, however little patience there is`() throws {
    let program = try Program(json: [
      "functions": ["h": [:]],
      "steps": [
        ["id": 0, "let": "p", "be": ["promise": "pending"]], ["id": 1, "then": "p", "ok": "h"],
        ["id": 2, "pause": 400], ["id": 3, "fulfill": "p", "with": "S"],
      ],
    ])
    let start = ContinuousClock.now
    guard case .recorded(let recording) = perform(program, on: ManualToy(), patience: 200) else {
      Issue.record("refused")
      return
    }
    #expect(ContinuousClock.now - start >= .milliseconds(400))
    #expect(recording.trace.ending == .quiet)
    #expect(recording.trace.events.count { $0.kind.isHandler } == 1)
    #expect(recording.trace.summary.allSatisfy { !$0.contains("pause") })
  }

  @Test func `registrations that are timed leave one frame with a reading for each level`() throws {
    let program = Program(
      steps: [Programs.pending(0, "p"), Step(id: 1, .measure(promise: "p", times: 1024))], rounds: 2)
    let trace = try trace(of: program, on: ManualToy())
    let readings = trace.events.compactMap { event in
      if case .end(_, .measured(let readings)) = event.kind { readings } else { nil }
    }
    #expect(readings.map(\.count) == [6, 6])
    #expect(readings.joined().allSatisfy { $0 > 0 })
    #expect(trace.events.count { $0.kind.isHandler } == 0)
    #expect(trace.events.count == 2 * 5 + 1)
  }

  @Test func `registrations that are timed may take long, and are not stuck`() {
    let program = Program(steps: [Programs.pending(0, "p"), Step(id: 1, .measure(promise: "p", times: 512))])
    guard case .recorded(let recording) = perform(program, on: SlowToy(), patience: 1000) else {
      Issue.record("refused")
      return
    }
    #expect(recording.trace.ending == .quiet)
  }

  @Test func `a promise that comes to stand where one was let go is another`() throws {
    let steps = (0..<50).flatMap { number in
      [Programs.pending(2 * number, "p\(number)"), Step(id: 2 * number + 1, .drop(["p\(number)"]))]
    }
    let trace = try trace(of: Program(steps: steps), on: ManualToy())
    let promises = trace.objects.filter { $0.kind == .promise }
    #expect(promises.map(\.names) == (0..<50).map { ["p\($0)"] })
  }

  @Test func `a handler that runs inside the settle call is nested in its frame`() throws {
    let trace = try trace(of: Programs.basic, on: SynchronousToy())
    #expect(
      trace.summary[5...9] == [
        "0 6 begin fulfill p D", "0 7 begin ok h(D)·1 #1", "0 mark in", "0 7 end returned S", "0 6 end",
      ])
  }

  @Test func `a library that loses its handlers reaches quiescence without them`() throws {
    let trace = try trace(of: Programs.basic, on: ForgetfulToy())
    #expect(!trace.summary.contains { $0.contains("begin ok") })
    #expect(trace.ending == .quiet)
  }

  @Test func `handlers on a queue are on a stack of their own`() throws {
    let trace = try trace(of: Programs.basic, on: QueueToy())
    let handler = try #require(trace.events.first { $0.kind.isHandler })
    #expect(handler.stack == 1)
    #expect(trace.strength == .proved)
    #expect(Set(trace.events.map(\.sequence)).count == trace.events.count)
  }

  @Test func `a promise that a handler returns is adopted by the flat-map form`() throws {
    let program = Program(
      functions: ["h": Function(endings: [.returns(.name("x"))]), "o": Function()],
      steps: [
        Programs.pending(0, "x"),
        Step(id: 1, .bind(name: "p", value: .promise(.rejected, with: .name("E1"), whenIdle: false))),
        Step(id: 2, .then(Programs.register("p", bad: "h", as: "q"))),
        Step(id: 3, .then(Programs.register("q", ok: "o"))),
        Step(id: 4, .later(.idle, [Step(id: 5, .settle(.fulfill, promise: "x", value: .name("S")))])),
      ])
    let summary = try trace(of: program, on: ManualToy()).summary
    #expect(summary.contains("0 4 begin make rejected E1"))
    #expect(summary.contains { $0.hasSuffix("begin bad h(E1)·1 #1") })
    #expect(summary.contains { $0.hasSuffix("end returned x") })
    #expect(summary.suffix(3) == ["0 17 begin ok o(S)·1 #2", "0 17 end", "0 phase proved"])
  }

  @Test func `streamed events are those of the trace`() throws {
    let program = Program(
      functions: ["h": Function(endings: [.returns(.list([.name("S"), .text("t")]))])],
      steps: [
        Programs.pending(0, "p"), Step(id: 1, .then(Programs.register("p", ok: "h", as: "q"))),
        Step(id: 2, .settle(.fulfill, promise: "p", value: .name("D"))),
        Step(
          id: 3,
          .later(
            .idle,
            [
              Step(id: 4, .drop(["p", "q"])), Programs.pending(5, "r"),
              Step(id: 6, .then(Programs.register("r", ok: "h", as: "s"))),
              Step(id: 7, .settle(.fulfill, promise: "r", value: .name("D"))),
            ])),
      ], rounds: 3)
    let streamed = Mutex<[Event]>([])
    let outcome = perform(program, on: ManualToy()) { event, _ in streamed.withLock { $0.append(event) } }
    guard case .recorded(let recording) = outcome else {
      Issue.record("not expressible: \(outcome)")
      return
    }
    #expect(streamed.withLock { $0 } == recording.trace.events)
  }

  @Test func `a name that is not bound is noted and the step does nothing`() throws {
    let program = Program(steps: [
      Step(id: 0, .then(Programs.register("p"))), Programs.pending(1, "x"),
      Step(id: 2, .settle(.fulfill, promise: "x", value: .name("y"))),
    ])
    let summary = try trace(of: program, on: ManualToy()).summary
    #expect(summary.first == "0 unbound p")
    #expect(summary.contains { $0.contains("unbound y") })
    #expect(summary.contains { $0.hasSuffix("begin fulfill x UNBOUND") })
  }

  @Test func `idle blocks run one in a phase, first in first out, with due settlements`() throws {
    let program = Program(steps: [
      Step(id: 0, .bind(name: "p", value: .promise(.fulfilled, with: .name("S"), whenIdle: true))),
      Step(id: 1, .later(.idle, [Step(id: 2, .mark("a"))])), Step(id: 3, .later(.turn, [Step(id: 4, .mark("b"))])),
    ])
    let summary = try trace(of: program, on: ManualToy()).summary
    #expect(
      summary == [
        "0 1 begin make pending", "0 1 end gives p", "0 let p p", "0 block 3", "0 mark b", "0 phase proved", "0 due p",
        "0 8 begin fulfill p S", "0 8 end", "0 phase proved", "0 block 1", "0 mark a", "0 phase proved",
      ])
  }

  @Test func `a repeat gives names by index and a chain by the index before`() throws {
    let program = Program(steps: [
      Programs.pending(0, "q-start"),
      Step(id: 1, .repeated(3, [Step(id: 2, .then(Programs.register("q#-1", as: "q#")))])),
    ])
    let trace = try trace(of: program, on: ManualToy())
    let targets = trace.events.compactMap { event -> TracedValue? in
      guard case .begin(_, .then(let call, _)) = event.kind else { return nil }
      return call.subject
    }
    #expect(targets == [.reference(0), .reference(1), .reference(2)])
    #expect(trace.events.filter { $0.indices == [2] }.count == 2)
  }

  @Test func `a name with a number is the one of that index in its family`() throws {
    let program = Program(steps: [
      Step(id: 0, .repeated(3, [Programs.pending(1, "q#")])),
      Step(id: 2, .settle(.fulfill, promise: "q1", value: .name("S"))),
    ])
    let summary = try trace(of: program, on: ManualToy()).summary
    #expect(summary.suffix(3) == ["0 10 begin fulfill q# S", "0 10 end", "0 phase proved"])
    #expect(!summary.contains { $0.contains("unbound") })
  }

  @Test func `a name with a leading zero is no member of a family`() throws {
    let program = Program(steps: [
      Step(id: 0, .repeated(8, [Programs.pending(1, "q#")])),
      Step(id: 2, .settle(.fulfill, promise: "q07", value: .name("S"))),
    ])
    #expect(try trace(of: program, on: ManualToy()).summary.contains("0 unbound q07"))
  }

  @Test func `rounds have fresh names and marks`() throws {
    var program = Programs.basic
    program.rounds = 3
    let trace = try trace(of: program, on: ManualToy())
    let marks = trace.objects.filter { $0.names == ["D"] }
    #expect(marks.map(\.round) == [0, 1, 2])
    #expect(trace.objects.filter { $0.names == ["p"] }.map(\.round) == [0, 1, 2])
    #expect(trace.events.filter(\.kind.isHandler).map(\.round) == [0, 1, 2])
  }

  @Test func `a function is never taken for a promise`() throws {
    let program = Program(steps: [Step(id: 0, .bind(name: "f", value: .special("function")))])
    let trace = try trace(of: program, on: ManualToy())
    #expect(trace.objects.map(\.kind) == [.function])
  }

  @Test func `a program that Swift cannot express is refused`() throws {
    let program = Program(steps: [
      Step(
        id: 0,
        .then(Registration(promise: "p", onFulfilled: .notFunction(.scalar(.null)), onRejected: .absent, result: nil)))
    ])
    #expect(throws: NotExpressible.self) { try trace(of: program, on: ManualToy()) }
  }

  @Test func `a member of a combinator that is no promise is refused, not left out`() throws {
    let program = { (members: [String]) in
      Program(steps: [
        Programs.pending(0, "p"), Step(id: 1, .bind(name: "v", value: .name("S"))),
        Step(id: 2, .combine(CombinatorCall(kind: "all", members: members))),
      ])
    }
    #expect(try trace(of: program(["p"]), on: CombiningToy()).ending == .quiet)
    #expect(throws: NotExpressible.self) { try trace(of: program(["p", "v"]), on: CombiningToy()) }
  }

  @Test func `promises are let go of before the run is answered`() {
    let toy = CountedToy()
    let aliveAtEnd = Mutex<Int?>(nil)
    let observer = Engine.Observer { outcome in
      guard case .recorded(let recording) = outcome, recording.ending == .quiet else { return }
      aliveAtEnd.withLock { $0 = toy.count.value }
    }
    Engine(Library(toy)).perform(Programs.basic, observer)
    #expect(aliveAtEnd.withLock { $0 } == 0)
  }

  @Test func `a cancel without the capability is refused`() throws {
    let program = Program(steps: [Programs.pending(0, "p"), Step(id: 1, .cancel(promise: "p", reason: nil))])
    #expect(throws: NotExpressible.self) { try trace(of: program, on: ManualToy()) }
  }
}

extension Event.Kind { var isHandler: Bool { if case .begin(_, .handler) = self { true } else { false } } }
