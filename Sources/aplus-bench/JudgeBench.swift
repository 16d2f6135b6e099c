import APlusJSON
import APlusJudge
import APlusModel

/// Judges one large trace of a conforming promise: many handlers on one promise, and a chain.
enum JudgeBench {
  static func run(registrations: Int = 50_000) throws(BenchError) -> Budget {
    let scenario = scenario(registrations)
    let trace = trace(registrations)
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<5 {
      var verdict: Verdict?
      let elapsed = clock.measure { verdict = Judge.judge(scenario, trace) }
      guard verdict?.outcome == .conforms else {
        throw BenchError("the judge rejects the trace of the bench: \(String(describing: verdict))")
      }
      best = min(best, elapsed.seconds)
    }
    let rate = Double(trace.events.count) / best
    return Budget(
      work: "judging, \(trace.events.count) events",
      measured: "\(Budget.format(rate / 1e6)) million events a second",
      budget: "1 million",
      isMet: rate >= 1_000_000
    )
  }

  private static func scenario(_ count: Int) -> Scenario {
    let registration = Registration(
      promise: "p",
      onFulfilled: .function("h"),
      onRejected: .absent,
      result: nil
    )
    return Scenario(
      id: "bench",
      title: "bench",
      chapter: "bench",
      requirement: "2.2.6",
      decides: Set(Law.allCases),
      expectations: [.runs(function: "h", times: count, with: .value(.name("S")), after: nil)],
      program: Program(
        functions: ["h": Function()],
        steps: [
          Step(
            id: 0,
            .bind(name: "p", value: .promise(.pending, with: nil, whenIdle: false))
          ),
          Step(id: 1, .repeated(count, [Step(id: 2, .then(registration))])),
          Step(id: 3, .settle(.fulfill, promise: "p", value: .name("S"))),
        ]
      ),
      wire: .null,
      source: SourceLocation(file: "bench", line: 1)
    )
  }

  private static func trace(_ count: Int) -> Trace {
    var objects = [
      TracedObject(kind: .promise, names: ["p"]), TracedObject(kind: .mark, names: ["S"]),
    ]
    var events: [Event] = []
    var frame = 0
    func log(_ kind: Event.Kind) {
      events.append(Event(sequence: events.count + 1, kind: kind))
    }
    func step(_ content: Frame, _ result: FrameResult) {
      frame += 1
      log(.begin(frame: frame, content))
      log(.end(frame: frame, result))
    }
    let promise = TracedValue.reference(0)
    let value = TracedValue.reference(1)
    step(.make(step: 0, state: "pending", with: nil, isReadyMade: false), .gives(promise))
    log(.bound(step: 0, name: "p", value: promise))
    for index in 1...count {
      objects.append(TracedObject(kind: .promise))
      step(
        .then(
          step: 2,
          on: promise,
          registration: index,
          onFulfilled: .function("h"),
          onRejected: .absent
        ),
        .gives(.reference(objects.count - 1))
      )
    }
    step(.settle(step: 3, .fulfill, on: promise, with: value), .nothing)
    for index in 1...count {
      let call = UserCall(function: "h", call: 1, argumentCount: 1, arguments: [value])
      step(.handler(call, registration: index, .onFulfilled), .returned(.undefined))
    }
    log(.phase(.proved))
    return Trace(objects: objects, events: events, ending: .quiet)
  }
}
