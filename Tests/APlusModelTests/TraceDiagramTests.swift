import APlusModel
import Testing

@Suite("trace diagram") struct TraceDiagramTests {
  private let trace: Trace = {
    let objects = [
      TracedObject(kind: .promise, names: ["p"]), TracedObject(kind: .mark, names: ["S"]),
      TracedObject(kind: .promise, names: ["q"]),
    ]
    let kinds: [Event.Kind] = [
      .begin(frame: 1, .make(step: 0, state: "fulfilled", with: .reference(1), isReadyMade: true)),
      .end(frame: 1, .gives(.reference(0))), .bound(step: 0, name: "p", value: .reference(0)),
      .begin(
        frame: 2, .then(step: 1, on: .reference(0), registration: 1, onFulfilled: .function("h"), onRejected: .absent)),
      .begin(
        frame: 3,
        .handler(
          UserCall(function: "h", call: 1, argumentCount: 1, arguments: [.reference(1)]), registration: 1, .onFulfilled)
      ), .end(frame: 3, .returned(.undefined)), .end(frame: 2, .gives(.reference(2))), .phase(.proved),
    ]
    let events = kinds.enumerated().map { Event(sequence: $0.offset + 1, kind: $0.element) }
    return Trace(objects: objects, events: events, ending: .quiet)
  }()

  @Test func `two columns with the first divergence marked`() {
    #expect(
      TraceDiagram(trace).text(expected: "h runs later, from a clean stack", at: 5) == """
          expected                            │ observed
          make a fulfilled promise with S → p │ make a fulfilled promise with S → p
          then p ok h {                       │ then p ok h {
        ✘ h runs later, from a clean stack    │   h (ok) with S
                                              │ } → q
                                              │ — nothing can run any more —
        """)
  }

  @Test func `both columns wrap, and keep their indentation`() {
    #expect(
      TraceDiagram(trace).text(expected: "h runs later", at: 8, width: 43) == """
          expected            │ observed
          make a fulfilled    │ make a fulfilled
            promise with S →  │   promise with S →
            p                 │   p
          then p ok h {       │ then p ok h {
            h (ok) with S     │   h (ok) with S
          } → q               │ } → q
        ✘ h runs later        │ — nothing can run
                              │   any more —
        """)
  }

  @Test func `one column has what was expected above what came instead`() {
    #expect(
      TraceDiagram(trace).column(expected: "h runs later", at: 5) == """
          make a fulfilled promise with S → p
          then p ok h {
        ✘ expected: h runs later
            h (ok) with S
          } → q
          — nothing can run any more —
        """)
    #expect(TraceDiagram(trace).column(expected: "h runs", at: nil).hasSuffix("any more —\n✘ expected: h runs"))
  }

  @Test func `a registration shows the context that it named`() {
    let program = Program(
      steps: [
        Step(
          id: 1,
          .then(
            Registration(promise: "p", onFulfilled: .function("h"), onRejected: .absent, result: "q", context: "c1")))
      ], contexts: ["c1": .serial])
    let words = TraceDiagram(trace, of: program).lines.map(\.words)
    #expect(words[1] == "then p ok h on c1 {")
    #expect(words == TraceDiagram(trace).lines.map(\.words).map { $0 == "then p ok h {" ? "then p ok h on c1 {" : $0 })
  }

  @Test("a picture fits a width", arguments: [30, 44, 60, 80, 200]) func width(_ width: Int) {
    let expected = "h runs later, from a clean stack, when the code that called then has returned"
    for event in [5, nil] {
      let text = TraceDiagram(trace).text(expected: expected, at: event, width: width)
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { $0.count <= width }, "\(text)")
      let words = lines.map { $0.split(separator: "│")[0].filter(\.isLetter) }.joined()
      #expect(words.contains("whenthecodethatcalledthenhasreturned"), "\(text)")
      let seen = lines.map { $0.split(separator: "│").last.map(String.init) ?? "" }.joined()
      #expect(seen.filter(\.isLetter).contains("nothingcanrunanymore"), "\(text)")
    }
  }

  @Test func `of many rounds the one that diverges is drawn`() {
    var rounds = trace
    rounds.events = (0..<3).flatMap { round in
      trace.events.dropLast().map { event in
        var event = event
        event.stack = round
        event.round = round
        return event
      }
    }
    for index in rounds.events.indices { rounds.events[index].sequence = index + 1 }
    #expect(
      TraceDiagram(rounds).text(expected: "h runs later", at: 12) == """
          expected                                │ observed in round 1
          [1] make a fulfilled promise with S → p │ [1] make a fulfilled promise with S → p
          [1] then p ok h {                       │ [1] then p ok h {
        ✘ h runs later                            │ [1]   h (ok) with S
                                                  │ [1] } → q
        """)
  }

  @Test func `what is missing at the end is marked after the last line`() {
    let text = TraceDiagram(trace).text(expected: "g runs once", at: nil, limit: 3)
    #expect(text.hasSuffix("✘ g runs once                  │ (nothing)"), "\(text)")
    #expect(text.contains("… 3 lines"), "\(text)")
  }

  @Test("what a library says takes one line", arguments: ["\n", "\r\n"]) func lineEnds(_ end: String) {
    let objects = [TracedObject(kind: .error, type: "Error", message: "at line 3.\(end)")]
    let values: [TracedValue] = [.text("not a function\(end)"), .reference(0)]
    let events = values.indices.map { index in Event(sequence: index + 1, kind: .uncaught(values[index])) }
    let lines = TraceDiagram(Trace(objects: objects, events: events, ending: .quiet)).lines
    let shown = end == "\n" ? #"\n"# : #"\r\n"#
    #expect(lines.map(\.text) == ["uncaught \"not a function\(shown)\"", "uncaught Error: at line 3.\(shown)"])
  }

  @Test func `three dots stand for the items of a list that are not shown`() {
    let lists = (0...6).map { count in TracedObject(kind: .list, items: (0..<count).map { .integer($0) }) }
    let trace = Trace(objects: lists, events: [], ending: .quiet)
    #expect(
      (3...6).map { trace.text(.reference($0)) } == ["[0, 1, 2]", "[0, 1, 2, 3]", "[0, 1, 2, 3, …]", "[0, 1, 2, 3, …]"])
    #expect(trace.text(.reference(0)) == "[]")
  }

  @Test("every settling that a library reports to take effect is shown", arguments: [true, nil]) func settledTwice(
    accepted: Bool?
  ) {
    let result: FrameResult = accepted.map { .accepted($0) } ?? .nothing
    let objects = [TracedObject(kind: .promise, names: ["p"]), TracedObject(kind: .promise, names: ["q"])]
    let kinds: [Event.Kind] = [
      .begin(frame: 1, .make(step: 0, state: "fulfilled", with: .integer(1), isReadyMade: true)),
      .end(frame: 1, .gives(.reference(0))),
      .begin(frame: 2, .settle(step: 1, .reject, on: .reference(0), with: .integer(2))), .end(frame: 2, result),
      .begin(frame: 3, .settle(step: 2, .resolve, on: .reference(1), with: .integer(3))), .end(frame: 3, result),
      .begin(frame: 4, .settle(step: 3, .fulfill, on: .reference(1), with: .integer(3))), .end(frame: 4, result),
      .begin(frame: 5, .settle(step: 4, .fulfill, on: .reference(1), with: .integer(3))), .end(frame: 5, result),
      .begin(frame: 6, .settle(step: 5, .reject, on: .reference(1), with: .integer(4))),
      .end(frame: 6, .accepted(false)),
    ]
    let events = kinds.enumerated().map { Event(sequence: $0.offset + 1, kind: $0.element) }
    var states = ObservedStates(Trace(objects: objects, events: events, ending: .quiet))
    #expect(
      states.changes(through: events.count)
        == (accepted == true
          ? [
            "p is fulfilled with 1", "p is rejected with 2, was fulfilled with 1", "q is resolved with 3",
            "q is fulfilled with 3, was resolved with 3", "q is fulfilled with 3 again",
          ] : ["p is fulfilled with 1", "q is resolved with 3"]))
  }

  @Test func `a handler may show a state before the settling reports that it took effect`() {
    let objects = [TracedObject(kind: .promise, names: ["p"]), TracedObject(kind: .promise)]
    let kinds: [Event.Kind] = [
      .begin(
        frame: 1, .then(step: 0, on: .reference(0), registration: 1, onFulfilled: .function("h"), onRejected: .absent)),
      .end(frame: 1, .gives(.reference(1))),
      .begin(frame: 2, .settle(step: 1, .resolve, on: .reference(0), with: .integer(1))),
      .begin(
        frame: 3,
        .handler(
          UserCall(function: "h", call: 1, argumentCount: 1, arguments: [.integer(1)]), registration: 1, .onFulfilled)),
      .end(frame: 2, .accepted(true)),
    ]
    let events = kinds.enumerated().map { Event(sequence: $0.offset + 1, kind: $0.element) }
    var states = ObservedStates(Trace(objects: objects, events: events, ending: .stuck))
    #expect(states.changes(through: events.count) == ["p is fulfilled with 1"])
  }
}
