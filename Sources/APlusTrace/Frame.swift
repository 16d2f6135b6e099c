/// What a frame is: a step that can touch the library, or user code that the library calls.
///
/// Indirect, because traces are long and are copied and indexed as they are judged.
package indirect enum Frame: Sendable, Hashable {
  /// A promise is made through the adapter; `step` is nil in values that a function's ending builds.
  case make(step: Int?, state: String, with: TracedValue?, isReadyMade: Bool)
  case settle(step: Int?, SettleVerb, on: TracedValue, with: TracedValue)
  case then(step: Int, on: TracedValue, registration: Int, onFulfilled: Slot, onRejected: Slot)
  /// A resolver of a thenable's pair is called.
  case call(step: Int, pair: Int, rejects: Bool, with: TracedValue?)
  case cancel(step: Int, on: TracedValue, with: TracedValue?)
  case combine(step: Int, kind: String, of: [TracedValue])
  case drop(step: Int, names: [String])
  /// Registrations that are timed, and not recorded one by one.
  case measure(step: Int, on: TracedValue)
  /// The host's own waiting on a gate.
  case wait(step: Int, gate: String)
  /// The host's own waiting for its lanes.
  case lanes(step: Int, count: Int)
  case handler(UserCall, registration: Int?, HandlerSlot)
  case thenable(UserCall, on: TracedValue, pair: Int)
  /// The property `then` of a thenable, or of a patched prototype, is read.
  case accessor(on: TracedValue?, prototype: String?, read: Int)
  case task(UserCall)
  case onCancel(UserCall)

  /// Whether this is user code, called by the library.
  package var isUserCode: Bool {
    switch self {
    case .handler, .thenable, .accessor, .task, .onCancel: true
    case .make, .settle, .then, .call, .cancel, .combine, .drop, .measure, .wait, .lanes: false
    }
  }

  /// Whether this is a call into the library.
  package var isLibraryCall: Bool {
    switch self {
    case .make, .settle, .then, .call, .cancel, .combine, .drop, .measure: true
    case .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel: false
    }
  }

  /// The step that the frame performs; nil for user code and for promises made in endings.
  package var step: Int? {
    switch self {
    case .make(let step, _, _, _), .settle(let step, _, _, _): step
    case .then(let step, _, _, _, _), .call(let step, _, _, _), .cancel(let step, _, _),
      .combine(let step, _, _), .drop(let step, _), .measure(let step, _), .wait(let step, _),
      .lanes(let step, _):
      step
    case .handler, .thenable, .accessor, .task, .onCancel: nil
    }
  }
}

/// Which settle a frame performs.
package enum SettleVerb: String, Sendable, Hashable {
  case fulfill
  case reject
  case resolve
}

/// What a registration has in a handler's place, as the host saw it.
package enum Slot: Sendable, Hashable {
  case absent
  case function(String)
  case notFunction(TracedValue)
}

/// Which handler of a registration was called.
package enum HandlerSlot: String, Sendable, Hashable {
  case onFulfilled = "ok"
  case onRejected = "bad"
  case finally
}

/// A call of user code by the library.
package struct UserCall: Sendable, Hashable {
  package var function: String
  /// The n-th call of this closure, from 1.
  @Small package var call: Int
  @Small package var argumentCount: Int
  /// At most two.
  package var arguments: [TracedValue]
  /// `subject`, `undefined`, `global` or `other`; nil where the language has no receivers.
  package var receiver: String?
  /// The context that a handler runs on: a name of the program's, or `#1`, `#2` … for one that the program did not make;
  /// nil where the program has no contexts, or the handler runs on none.
  package var context: String?

  package init(
    function: String,
    call: Int,
    argumentCount: Int,
    arguments: [TracedValue],
    receiver: String? = nil,
    context: String? = nil
  ) {
    self.function = function
    self.call = call
    self.argumentCount = argumentCount
    self.arguments = arguments
    self.receiver = receiver
    self.context = context
  }
}
