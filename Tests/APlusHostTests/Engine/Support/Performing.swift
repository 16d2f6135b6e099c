import APlusAdapter
import APlusModel
import APlusQuiescence
import Dispatch
import Synchronization

@testable import APlusHost

/// Performs a program on a toy and waits for what comes of it.
func perform<Adapter: PromiseAdapter>(
  _ program: Program, on adapter: Adapter = Adapter(), patience: Int = 2000, events: Int = .max,
  onEvent: (@Sendable (Event, [Int: TracedObject]) -> Void)? = nil
) -> Engine.Outcome {
  let outcome = OutcomeBox()
  let engine = Engine(Library(adapter))
  // A thread of its own: a scenario that gets stuck never gives it back.
  Threads.start {
    var observer = Engine.Observer(onEnd: { outcome.set($0) })
    observer.onEvent = onEvent
    engine.perform(program, limit: events, patience: patience, observer)
  }
  return outcome.wait()
}

/// The trace of a program on a toy.
func trace<Adapter: PromiseAdapter>(of program: Program, on adapter: Adapter) throws -> Trace {
  switch perform(program, on: adapter) {
  case .recorded(let recording): return recording.trace
  case .refused(let refusal): throw refusal
  case .incomplete: throw IncompleteTrace()
  }
}

/// An event is missing.
struct IncompleteTrace: Error {}

private final class OutcomeBox: Sendable {
  private let outcome = Mutex<Engine.Outcome?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ value: Engine.Outcome) {
    outcome.withLock { $0 = value }
    isSet.signal()
  }

  func wait() -> Engine.Outcome {
    isSet.wait()
    guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("nothing was set") }
    return outcome
  }
}

extension Trace {
  /// The events in short, one line each: stack, what happened, and to what.
  var summary: [String] { events.map { "\($0.stack) \($0.kind.summary(self))" } }
}

extension Event.Kind {
  fileprivate func summary(_ trace: Trace) -> String {
    switch self {
    case .begin(let frame, let what): "\(frame) begin \(what.summary(trace))"
    case .end(let frame, let result): "\(frame) end\(result.summary(trace))"
    case .suspend(let frame): "\(frame) suspend"
    case .resume(let frame): "\(frame) resume"
    case .bound(_, let name, let value): "let \(name) \(trace.text(value))"
    case .mark(_, let name): "mark \(name)"
    case .block(let step): "block \(step)"
    case .due(let value): "due \(trace.text(value))"
    case .lane(_, let lane): "lane \(lane)"
    case .phase(let strength): "phase \(strength)"
    case .unbound(_, let name): "unbound \(name)"
    case .gone(_, let name, let isGone): "gone \(name) \(isGone)"
    case .unhandled(let value): "unhandled \(trace.text(value))"
    case .uncaught(let value): "uncaught \(trace.text(value))"
    }
  }
}

extension Frame {
  fileprivate func summary(_ trace: Trace) -> String {
    switch self {
    case .make(_, let state, let value, let isReadyMade):
      "make \(state)\(value.map { " \(trace.text($0))" } ?? "")\(isReadyMade ? " ready" : "")"
    case .settle(_, let verb, let on, let with): "\(verb) \(trace.text(on)) \(trace.text(with))"
    case .then(let call, _): "then \(trace.text(call.subject)) #\(registration ?? 0)"
    case .start(let call, _): "start \(call.kind) \(call.function) #\(registration ?? 0)"
    case .awaiting(let call, _): "await \(trace.text(call.subject)) #\(registration ?? 0)"
    case .call(_, let pair, let rejects, let with):
      "call \(pair) \(rejects ? "reject" : "resolve")\(with.map { " \(trace.text($0))" } ?? "")"
    case .cancel(_, let on, _): "cancel \(trace.text(on))"
    case .combine(_, let kind, let members): "combine \(kind) \(members.map { trace.text($0) })"
    case .drop(_, let names): "drop \(names)"
    case .operation(_, let verb, let on): "\(verb) \(trace.text(on))"
    case .wait(_, let gate): "wait \(gate)"
    case .lanes(_, let count): "lanes \(count)"
    case .handler(let call, _, let slot): "\(slot.rawValue) \(call.summary(trace)) #\(registration ?? 0)"
    case .thenable(let call, let on, let pair): "thenable \(call.function) \(trace.text(on)) \(pair)"
    case .accessor: "accessor"
    case .task(let call), .onCancel(let call): "task \(call.summary(trace))"
    }
  }
}

extension UserCall {
  fileprivate func summary(_ trace: Trace) -> String {
    "\(function)(\(arguments.map { trace.text($0) }.joined(separator: ", ")))·\(call)"
  }
}

extension FrameResult {
  fileprivate func summary(_ trace: Trace) -> String {
    switch self {
    case .nothing: ""
    case .gives(let value): " gives \(trace.text(value))"
    case .accepted(let isAccepted): " accepted \(isAccepted)"
    case .returned(let value): " returned \(trace.text(value))"
    case .threw(let value): " threw \(trace.text(value))"
    case .measured(let readings): " \(readings.count) readings"
    }
  }
}

extension Trace {
  /// A value in short: the first name of an object, or its number.
  fileprivate func text(_ value: TracedValue) -> String {
    guard case .reference(let index) = value else { return "\(value)" }
    return objects[index].names.first ?? objects[index].type ?? "\(objects[index].kind)\(index)"
  }
}
