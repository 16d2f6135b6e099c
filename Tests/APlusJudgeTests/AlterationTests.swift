import APlusJudge
import APlusModel
import Testing

/// Traces of a correct promise, altered in one event: every alteration must be rejected.
@Suite("altered traces") struct AlterationTests {
  private static let functions = [
    "h": Function(steps: [Step(id: 4, .mark("in"))], endings: [.returns(.name("S"))]), "ok": Function(),
    "bad": Function(),
  ]
  private static let steps: [Step] = [
    .make(0, "p"), .then(1, "p", ok: "h", bad: "bad", as: "q"), .then(2, "q", ok: "ok", bad: "bad", as: "r"),
    .idle(3, [.settle(5, .resolve, "p", "D")]),
  ]
  private static let subject = scenario(
    functions: functions, steps,
    expect: [.runs(function: "ok", times: 1, with: .value(.name("S")), after: "in"), .never(function: "bad")])

  private static func trace() -> Trace {
    var host = Performance()
    host.make(0, "p")
    host.then(1, "p", 1, ok: "h", bad: "bad", gives: "q")
    host.then(2, "q", 2, ok: "ok", bad: "bad", gives: "r")
    host.idle()
    host.log(.block(step: 3))
    host.settle(5, .resolve, "p", "D")
    let handler = host.open(host.handlerFrame("h", 1, host.object("D")))
    host.log(.mark(step: 4, name: "in"))
    host.close(handler, .returned(host.object("S")))
    host.handler("ok", 2, "S")
    host.idle()
    return host.trace()
  }

  private func isRejected(_ events: [Event]) -> Bool {
    var trace = Self.trace()
    trace.events = events
    return Judge.judge(Self.subject, trace).outcome != .conforms
  }

  private func renumbered(_ events: [Event]) -> [Event] {
    events.enumerated().map { index, event in
      var event = event
      event.sequence = index + 1
      return event
    }
  }

  @Test func `the unaltered trace conforms`() {
    let verdict = Judge.judge(Self.subject, Self.trace())
    #expect(verdict.outcome == .conforms, "\(verdict)")
    #expect(verdict.incidental.isEmpty)
  }

  @Test(arguments: LanguageKind.table.filter { $0.place != .function && $0.place != .shape && $0.place != .carrier })
  func `a value of a kind may be primitive, and an exception only in Perl`(kind: LanguageKind) {
    let subject = scenario(
      functions: [:], [Step(id: 0, .bind(name: "v", value: .special(kind.word))), .make(1, "p", .fulfilled, "S")])
    var host = Performance()
    host.log(.bound(step: 0, name: "v", value: .integer(1)))
    host.make(1, "p", "fulfilled", "S")
    host.idle()
    let isFaithful = Judge.judge(subject, host.trace()).outcome == .conforms
    #expect(isFaithful == kind.mayBePrimitive)
  }

  @Test(arguments: Self.trace().events.indices) func `a dropped event is rejected`(index: Int) {
    var events = Self.trace().events
    events.remove(at: index)
    // The last event may be dropped without a gap; then the trace no longer ends with a phase.
    #expect(isRejected(events))
    #expect(isRejected(renumbered(events)))
  }

  @Test(arguments: Self.trace().events.indices) func `a doubled event is rejected`(index: Int) {
    var events = Self.trace().events
    events.insert(events[index], at: index)
    #expect(isRejected(events))
  }

  @Test(arguments: Self.trace().events.indices.dropLast()) func `two swapped events are rejected`(index: Int) {
    var events = Self.trace().events
    events.swapAt(index, index + 1)
    #expect(isRejected(events))
    #expect(isRejected(renumbered(events)))
  }

  @Test(arguments: Self.trace().events.indices) func `an event moved to another thread is rejected`(index: Int) {
    var events = Self.trace().events
    events[index].stack = 7
    #expect(isRejected(events))
  }

  @Test(arguments: Self.trace().events.indices) func `a changed value is rejected`(index: Int) {
    var trace = Self.trace()
    trace.objects.append(TracedObject(kind: .mark, names: ["O"]))
    let other = TracedValue.reference(trace.objects.count - 1)
    guard let altered = trace.events[index].kind.replacingValues(with: other) else { return }
    trace.events[index].kind = altered
    #expect(Judge.judge(Self.subject, trace).outcome != .conforms, "\(altered)")
  }
}

extension Event.Kind {
  /// The event with its last value replaced; nil where it has none.
  fileprivate func replacingValues(with other: TracedValue) -> Self? {
    switch self {
    case .begin(let number, .settle(let step, let verb, let promise, _)):
      .begin(frame: number, .settle(step: step, verb, on: promise, with: other))
    case .begin(let number, .handler(let call, let registration, let slot)):
      {
        let altered = UserCall(
          function: call.function, call: call.call, argumentCount: call.argumentCount, arguments: [other])
        return .begin(frame: number, .handler(altered, number: registration, slot))
      }()
    case .begin(let number, .then(let call, let registration)):
      {
        let altered = ThenCall(step: call.step, on: other, onFulfilled: call.onFulfilled, onRejected: call.onRejected)
        return .begin(frame: number, .then(altered, number: registration))
      }()
    case .end(let number, .gives): .end(frame: number, .gives(other))
    case .end(let number, .returned): .end(frame: number, .returned(other))
    case .bound(let step, let name, _): .bound(step: step, name: name, value: other)
    default: nil
    }
  }
}
