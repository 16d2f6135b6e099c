import APlusJSON
import APlusJudge
import APlusModel

/// Writes traces by hand, event by event, as a host would.
struct Performance {
  var objects: [TracedObject] = []
  var events: [Event] = []
  var round = 0
  var indices: RepeatIndices = []
  private var frame = 0

  /// The identity with this name, made on first use.
  mutating func object(_ name: String, _ kind: ObjectKind? = nil) -> TracedValue {
    if let index = objects.firstIndex(where: { $0.names == [name] && $0.round == round }) { return .reference(index) }
    let isMark = name.first?.isUppercase ?? false
    return keep(TracedObject(kind: kind ?? (isMark ? .mark : .promise), names: [name], round: round))
  }

  mutating func foreignError(_ type: String) -> TracedValue {
    keep(TracedObject(kind: .error, type: type, isForeign: true))
  }

  /// Adds an identity.
  mutating func keep(_ object: TracedObject) -> TracedValue {
    objects.append(object)
    return .reference(objects.count - 1)
  }

  mutating func log(_ kind: Event.Kind, on stack: Int = 0) {
    events.append(Event(sequence: events.count + 1, stack: stack, round: round, indices: indices, kind: kind))
  }

  /// Opens a frame and gives its number.
  mutating func open(_ content: Frame, on stack: Int = 0) -> Int {
    frame += 1
    log(.begin(frame: frame, content), on: stack)
    return frame
  }

  /// Opens the frame of two lanes, on the stacks 1 and 2, and gives its number.
  mutating func openLanes(_ step: Int) -> Int {
    let number = open(.lanes(step: step, count: 2))
    log(.lane(step: step, lane: 0), on: 1)
    log(.lane(step: step, lane: 1), on: 2)
    return number
  }

  mutating func close(_ number: Int, _ result: FrameResult = .nothing, on stack: Int = 0) {
    log(.end(frame: number, result), on: stack)
  }

  mutating func step(_ content: Frame, _ result: FrameResult = .nothing, on stack: Int = 0) {
    let number = open(content, on: stack)
    close(number, result, on: stack)
  }

  /// `let NAME be {"promise": STATE, "with": VALUE}`.
  mutating func make(_ step: Int, _ name: String, _ state: String = "pending", _ value: String? = nil) {
    let with = value.map { object($0) }
    let number = open(.make(step: step, state: state, with: with, isReadyMade: false))
    let promise = object(name)
    close(number, .gives(promise))
    log(.bound(step: step, name: name, value: promise))
  }

  mutating func settle(
    _ step: Int, _ verb: Settlement, _ promise: String, _ value: String, accepted: Bool? = nil, on stack: Int = 0
  ) {
    self.step(
      .settle(step: step, verb, on: object(promise), with: object(value)), accepted.map { .accepted($0) } ?? .nothing,
      on: stack)
  }

  func thenFrame(_ step: Int, _ promise: TracedValue, _ registration: Int, ok: String? = nil, bad: String? = nil)
    -> Frame
  {
    .then(
      step: step, on: promise, registration: registration, onFulfilled: ok.map { .function($0) } ?? .absent,
      onRejected: bad.map { .function($0) } ?? .absent)
  }

  mutating func then(
    _ step: Int, _ promise: String, _ registration: Int, ok: String? = nil, bad: String? = nil, gives: String? = nil,
    on stack: Int = 0
  ) {
    let result = object(gives ?? "derived\(registration)")
    self.step(thenFrame(step, object(promise), registration, ok: ok, bad: bad), .gives(result), on: stack)
  }

  func handlerFrame(
    _ function: String, _ registration: Int?, _ value: TracedValue, rejected: Bool = false, call: Int = 1,
    context: String? = nil
  ) -> Frame {
    .handler(
      UserCall(function: function, call: call, argumentCount: 1, arguments: [value], context: context),
      registration: registration, rejected ? .onRejected : .onFulfilled)
  }

  mutating func handler(
    _ function: String, _ registration: Int, _ value: String, rejected: Bool = false, call: Int = 1,
    _ result: FrameResult = .nothing, on stack: Int = 0
  ) { step(handlerFrame(function, registration, object(value), rejected: rejected, call: call), result, on: stack) }

  mutating func idle(_ strength: Strength = .proved) { log(.phase(strength)) }

  func trace(_ ending: TraceEnding = .quiet) -> Trace { Trace(objects: objects, events: events, ending: ending) }

  /// The verdict on this as the performance of a program with steps numbered in preorder.
  func judged(
    functions: [String: Function] = [:], _ steps: [Step], decides: Set<Law> = Set(Law.allCases),
    expect expectations: [Expectation] = [], stuckViolates: Bool = false, ending: TraceEnding = .quiet
  ) -> Verdict {
    let scenario = scenario(
      functions: functions, steps, decides: decides, expect: expectations, stuckViolates: stuckViolates)
    return Judge.judge(scenario, trace(ending))
  }
}

extension Verdict {
  /// The error, if it is one.
  var error: HarnessError? { if case .error(let error) = outcome { error } else { nil } }
}

/// A value from which a library could get these marks without an event that shows it.
private let hiding = Value.thenable(
  Thenable(name: nil, then: .notFunction(.list(["D", "E", "O", "S", "S1", "S2"].map(Value.name)))))

/// A scenario with steps numbered in preorder.
///
/// A function that nothing calls hides marks, so that a trace may show one that no step has used.
func scenario(
  functions: [String: Function] = [:], _ steps: [Step], decides: Set<Law> = Set(Law.allCases),
  expect expectations: [Expectation] = [], stuckViolates: Bool = false
) -> Scenario {
  Scenario(
    id: "test", title: "test", chapter: "test", requirement: "0", decides: decides, expectations: expectations,
    stuckViolates: stuckViolates,
    program: Program(
      functions: functions.merging(["hiding": Function(endings: [.returns(hiding)])]) { own, _ in own }, steps: steps),
    source: SourceLocation(file: "test.json", line: 1))
}

extension Step {
  static func make(_ id: Int, _ name: String, _ state: PromiseState = .pending, _ value: String? = nil) -> Step {
    Step(id: id, .bind(name: name, value: .promise(state, with: value.map { .name($0) }, whenIdle: false)))
  }

  static func then(
    _ id: Int, _ promise: String, ok: String? = nil, bad: String? = nil, as result: String? = nil,
    on context: String? = nil
  ) -> Step {
    Step(
      id: id,
      .then(
        Registration(
          promise: promise, onFulfilled: ok.map { .function($0) } ?? .absent,
          onRejected: bad.map { .function($0) } ?? .absent, result: result, context: context)))
  }

  static func settle(_ id: Int, _ verb: Settlement, _ promise: String, _ value: String) -> Step {
    Step(id: id, .settle(verb, promise: promise, value: .name(value)))
  }

  static func idle(_ id: Int, _ steps: [Step]) -> Step { Step(id: id, .later(.idle, steps)) }
}
