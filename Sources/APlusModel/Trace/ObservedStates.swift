/// The known states of promises in a trace, from calls that took effect and handlers that ran.
///
/// Nothing is inferred from the rules: if no call and no handler shows a state, it stays unknown.
///
///     var states = ObservedStates(trace)
///     states.changes(through: 3)  // ["p is fulfilled with D"]
package struct ObservedStates: Sendable {
  private let trace: Trace
  private var position = 0
  private var frames: [Int: Frame] = [:]
  /// The promise of each registration.
  private var subjects: [Int: TracedValue] = [:]
  private var states: [TracedValue: String] = [:]
  /// The promises that were made settled, and those with a call that reports that it took effect.
  private var settled: Set<TracedValue> = []
  /// How many times quiescence was reached.
  package private(set) var phase = 0

  package init(_ trace: Trace) { self.trace = trace }

  /// Reads the events up to a sequence number, and returns the changes that they show.
  package mutating func changes(through sequence: Int) -> [String] {
    var changes: [String] = []
    while position < trace.events.count, trace.events[position].sequence <= sequence {
      if let change = take(trace.events[position].kind) { changes.append(change) }
      position += 1
    }
    return changes
  }

  private mutating func take(_ event: Event.Kind) -> String? {
    switch event {
    case .begin(let number, let frame):
      frames[number] = frame
      return began(frame)
    case .end(let number, let result):
      guard let frame = frames.removeValue(forKey: number) else { return nil }
      return ended(frame, result)
    case .phase:
      phase += 1
      return nil
    case .suspend, .resume, .bound, .mark, .block, .due, .lane, .unbound, .gone, .unhandled, .uncaught: return nil
    }
  }

  private mutating func began(_ frame: Frame) -> String? {
    switch frame {
    case .then(let call, let number):
      if let number = number.wrappedValue { subjects[number] = call.subject }
      return nil
    case .handler(let call, let number, let slot):
      guard slot != .finally, let number = number.wrappedValue, let promise = subjects[number] else { return nil }
      let state = slot == .onFulfilled ? "fulfilled" : "rejected"
      return set(promise, state + with(call.arguments.first))
    default: return nil
    }
  }

  private mutating func ended(_ frame: Frame, _ result: FrameResult) -> String? {
    switch frame {
    case .make(_, let state, let value, _):
      guard case .gives(let promise) = result else { return nil }
      let isSettled = state == "fulfilled" || state == "rejected"
      if isSettled { settled.insert(promise) }
      return set(promise, isSettled ? state + with(value) : "pending")
    case .settle(_, let settlement, let promise, let value):
      if case .threw = result { return nil }
      if result == .accepted(false) { return nil }
      // The fault of a library that settles twice must show. A first call may end after a handler
      // has shown the state, and without a report a later call does not change a known state.
      let isSecond = result == .accepted(true) && !settled.insert(promise).inserted
      guard isSecond || states[promise] == nil || states[promise] == "pending" else { return nil }
      let word =
        switch settlement {
        case .fulfill: "fulfilled"
        case .reject: "rejected"
        case .resolve: "resolved"
        }
      return set(promise, word + with(value), isSecond: isSecond)
    default: return nil
    }
  }

  private func with(_ value: TracedValue?) -> String { value.map { " with \(trace.text($0))" } ?? "" }

  /// Notes the state of a promise.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - state: Its state.
  ///   - isSecond: Whether a call took effect on a settled promise; this is a change even if the
  ///     state is the same.
  /// - Returns: The change in words; nil if there is none.
  private mutating func set(_ promise: TracedValue, _ state: String, isSecond: Bool = false) -> String? {
    let old = states.updateValue(state, forKey: promise)
    let text = "\(trace.text(promise)) is \(state)"
    if old == state { return isSecond ? text + " again" : nil }
    guard let old, old != "pending" else { return text }
    return text + ", was \(old)"
  }
}
