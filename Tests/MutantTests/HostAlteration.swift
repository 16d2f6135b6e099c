import APlusModel

/// A trace whose host did something else than its program asks.
struct HostAlteration {
  let name: String
  /// The event that is altered, by its number in the original.
  let event: Int
  private let original: Trace
  private let change: (inout [Event]) -> Void

  /// The altered trace, its events numbered anew.
  var trace: Trace {
    var altered = original
    change(&altered.events)
    for index in altered.events.indices { altered.events[index].sequence = index + 1 }
    return altered
  }

  /// Each single alteration of what is the host's own part of a trace.
  ///
  /// - Parameters:
  ///   - trace: What an honest host saw.
  ///   - limit: How many events are altered at most.
  /// - Returns: The alterations, none of them performed yet.
  static func all(of trace: Trace, limit: Int) -> [HostAlteration] {
    trace.events.prefix(limit).enumerated().flatMap { position, event in
      replacements(of: event.kind).map { name, kind in
        HostAlteration(name, of: event, in: trace) { $0[position].kind = kind }
      } + removals(of: event.kind, at: position, in: trace)
    }
  }

  private init(_ name: String, of event: Event, in trace: Trace, by change: @escaping (inout [Event]) -> Void) {
    self.name = name
    self.event = event.sequence
    self.original = trace
    self.change = change
  }

  private static func removals(of kind: Event.Kind, at position: Int, in trace: Trace) -> [HostAlteration] {
    let event = trace.events[position]
    let word = String(String(describing: kind).prefix { $0 != "(" })
    switch kind {
    case .begin(let number, let frame) where !frame.isUserCode:
      return [
        HostAlteration("left out: \(frame.caseName)", of: event, in: trace) { events in
          events.removeAll { $0.kind.isFrame(number) }
        }
      ]
    case .bound, .mark, .gone, .block, .due, .lane:
      return [HostAlteration("left out: \(word)", of: event, in: trace) { $0.remove(at: position) }]
    case .begin, .end, .suspend, .resume, .phase, .unbound, .unhandled, .uncaught: return []
    }
  }

  private static func replacements(of kind: Event.Kind) -> [(String, Event.Kind)] {
    let other = TracedValue.integer(77)
    return switch kind {
    case .begin(let number, let frame):
      frame.others.map { ($0, .begin(frame: number, $1)) }
        + (number == 1 ? [] : [("the number of another frame", .begin(frame: 1, frame))])
    case .end(let number, .returned(other)): [("threw what it returns", .end(frame: number, .threw(other)))]
    case .end(let number, .returned): [("returned another value", .end(frame: number, .returned(other)))]
    case .end(let number, .threw(let value)): [("returned what it throws", .end(frame: number, .returned(value)))]
    case .bound(let step, let name, let value):
      [
        ("let: another name", .bound(step: step, name: name + "2", value: value)),
        ("let: another value", .bound(step: step, name: name, value: other)),
      ]
    case .mark(let step, let name):
      [
        ("mark: another name", .mark(step: step, name: name + "2")),
        ("mark: another step", .mark(step: step + 1, name: name)),
      ]
    case .gone(let step, let name, let isGone): [("probe: another name", .gone(step: step, name: name + "2", isGone))]
    case .block(let step): [("block: another step", .block(step: step + 1))]
    case .due: [("due: another promise", .due(other))]
    case .lane(let step, let lane): [("lane: another", .lane(step: step, lane: lane + 50))]
    case .end, .suspend, .resume, .phase, .unbound, .unhandled, .uncaught: []
    }
  }
}

extension Event.Kind {
  fileprivate func isFrame(_ number: Int) -> Bool {
    switch self {
    case .begin(number, _), .end(number, _): true
    default: false
    }
  }
}

extension Frame {
  fileprivate var caseName: String { String(String(describing: self).prefix { $0 != "(" }) }

  /// What else a host might have performed there.
  fileprivate var others: [(String, Frame)] {
    let other = TracedValue.integer(77)
    let nobody = Slot.function("nobody")
    return switch self {
    case .make(let step, let state, let with, let isReadyMade):
      [
        (
          "make: another state",
          .make(step: step, state: state == "pending" ? "fulfilled" : "pending", with: with, isReadyMade: isReadyMade)
        ), ("make: another value", .make(step: step, state: state, with: other, isReadyMade: isReadyMade)),
      ]
    case .settle(let step, let verb, let on, let with):
      [
        ("settle: another verb", .settle(step: step, verb == .fulfill ? .reject : .fulfill, on: on, with: with)),
        ("settle: another value", .settle(step: step, verb, on: on, with: other)),
        ("settle: another promise", .settle(step: step, verb, on: other, with: with)),
      ]
    case .then(let call, let number):
      [
        ("then: another promise", .then(call.altered(on: other), number: number)),
        ("then: another handler", .then(call.altered(onFulfilled: nobody), number: number)),
        ("then: another error handler", .then(call.altered(onRejected: nobody), number: number)),
      ]
    case .start(let call, let number):
      [
        ("start: another kind", .start(call.altered(kind: "other"), number: number)),
        ("start: another handler", .start(call.altered(function: "nobody"), number: number)),
        ("start: another value", .start(call.altered(value: other), number: number)),
      ]
    case .awaiting(let call, let number):
      [
        (
          "await: another promise",
          .awaiting(
            AwaitCall(
              step: call.step, on: other, task: call.task, onFulfilled: call.onFulfilled, onRejected: call.onRejected),
            number: number)
        ),
        (
          "await: another handler",
          .awaiting(
            AwaitCall(
              step: call.step, on: call.subject, task: call.task, onFulfilled: nobody, onRejected: call.onRejected),
            number: number)
        ),
      ]
    case .call(let step, let pair, let rejects, let with):
      [
        ("call: another pair", .call(step: step, pair: pair + 40, rejects: rejects, with: with)),
        ("call: another resolver", .call(step: step, pair: pair, rejects: !rejects, with: with)),
        ("call: another value", .call(step: step, pair: pair, rejects: rejects, with: other)),
      ]
    case .cancel(let step, let on, let with):
      [
        ("cancel: another promise", .cancel(step: step, on: other, with: with)),
        ("cancel: another reason", .cancel(step: step, on: on, with: other)),
      ]
    case .combine(let step, let kind, let members):
      [
        ("combine: another", .combine(step: step, kind: kind + "2", of: members)),
        ("combine: another member", .combine(step: step, kind: kind, of: members + [other])),
      ]
    case .drop(let step, let names): [("drop: more", .drop(step: step, names: names + ["x"]))]
    case .operation(let step, let verb, _): [("\(verb): another", .operation(step: step, verb: verb, on: other))]
    case .wait(let step, let gate): [("wait: another gate", .wait(step: step, gate: gate + "2"))]
    case .lanes(let step, let count): [("lanes: more", .lanes(step: step, count: count + 1))]
    case .handler(let call, let number, let slot):
      [
        ("handler: another function", .handler(call.ofAnother, number: number, slot)),
        ("handler: another registration", .handler(call, registration: 1_000_000, slot)),
      ]
    case .thenable(let call, let on, let pair):
      [
        ("thenable: another function", .thenable(call.ofAnother, on: on, pair: pair)),
        ("thenable: no pair", .thenable(call, on: on, pair: 0)),
        ("thenable: another subject", .thenable(call, on: other, pair: pair)),
      ]
    case .task(let call): [("task: another function", .task(call.ofAnother))]
    case .onCancel(let call): [("cancel callback: another function", .onCancel(call.ofAnother))]
    case .accessor: []
    }
  }
}

extension ThenCall {
  fileprivate func altered(on other: TracedValue? = nil, onFulfilled: Slot? = nil, onRejected: Slot? = nil) -> ThenCall
  {
    ThenCall(
      step: step, on: other ?? subject, onFulfilled: onFulfilled ?? self.onFulfilled,
      onRejected: onRejected ?? self.onRejected)
  }
}

extension UserCall {
  fileprivate var ofAnother: UserCall {
    UserCall(
      function: "nobody", call: call, argumentCount: argumentCount, arguments: arguments, receiver: receiver,
      context: context)
  }
}

extension StartCall {
  /// A copy with another member.
  fileprivate func altered(kind: String? = nil, function: String? = nil, value: TracedValue? = nil) -> StartCall {
    StartCall(
      step: step, call: call, kind: kind ?? self.kind, function: function ?? self.function, value: value ?? self.value,
      members: members)
  }
}
