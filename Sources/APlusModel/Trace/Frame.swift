/// What a frame is: a step that can touch the library, or user code that the library calls.
///
/// Traces are long, and are copied and indexed as they are judged: so what a frame says is memory of
/// its own, which the frames of a repeat share where they say the same.
package enum Frame: Sendable, Hashable {
  /// A promise is made through the adapter; `step` is nil in values that a function's ending builds.
  indirect case make(step: Int?, state: String, with: TracedValue?, isReadyMade: Bool)
  indirect case settle(step: Int?, Settlement, on: TracedValue, with: TracedValue)
  /// The number is that of the registration; see ``registration``.
  case then(ThenCall, number: SmallOrNone)
  /// A resolver of a thenable's pair is called.
  indirect case call(step: Int, pair: Int, rejects: Bool, with: TracedValue?)
  indirect case cancel(step: Int, on: TracedValue, with: TracedValue?)
  indirect case combine(step: Int, kind: String, of: [TracedValue])
  indirect case drop(step: Int, names: [String])
  /// Registrations that are timed, and not recorded one by one.
  indirect case measure(step: Int, on: TracedValue)
  /// The host's own waiting on a gate.
  indirect case wait(step: Int, gate: String)
  /// The host's own waiting for its lanes.
  indirect case lanes(step: Int, count: Int)
  /// The number is that of the registration; a function object that several share has none.
  case handler(UserCall, number: SmallOrNone, HandlerSlot)
  indirect case thenable(UserCall, on: TracedValue, pair: Int)
  /// The property `then` of a thenable, or of a patched prototype, is read.
  indirect case accessor(on: TracedValue?, prototype: String?, read: Int)
  indirect case task(UserCall)
  indirect case onCancel(UserCall)

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

  /// The number of the registration that the frame makes, or whose handler it is.
  package var registration: Int? {
    switch self {
    case .then(_, let number), .handler(_, let number, _): number.wrappedValue
    case .make, .settle, .call, .cancel, .combine, .drop, .measure, .wait, .lanes, .thenable,
      .accessor, .task, .onCancel:
      nil
    }
  }

  /// The call of user code that the frame is; nil for calls into the library, and for accessors.
  package var call: UserCall? {
    switch self {
    case .handler(let call, _, _), .thenable(let call, _, _), .task(let call), .onCancel(let call):
      call
    case .make, .settle, .then, .call, .cancel, .combine, .drop, .measure, .wait, .lanes, .accessor:
      nil
    }
  }

  /// The step that the frame performs; nil for user code and for promises made in endings.
  package var step: Int? {
    switch self {
    case .make(let step, _, _, _), .settle(let step, _, _, _): step
    case .then(let call, _): call.step
    case .call(let step, _, _, _), .cancel(let step, _, _),
      .combine(let step, _, _), .drop(let step, _), .measure(let step, _), .wait(let step, _),
      .lanes(let step, _):
      step
    case .handler, .thenable, .accessor, .task, .onCancel: nil
    }
  }
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
