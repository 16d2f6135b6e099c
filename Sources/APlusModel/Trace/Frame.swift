/// A frame: a step that can touch the library, or user code that the library calls.
///
/// Traces are long, and the judge copies and indexes them. So the content of a frame is stored out
/// of line, and equal frames of a repeat share it.
package enum Frame: Sendable, Hashable {
  /// A promise is made through the adapter; `step` is nil for one in a function's ending.
  indirect case make(step: Int?, state: String, with: TracedValue?, isReadyMade: Bool)
  indirect case settle(step: Int?, Settlement, on: TracedValue, with: TracedValue)
  /// The number is that of the registration; see ``registration``.
  case then(ThenCall, number: SmallOrNone)
  /// A call that takes a completion handler; the number is that of the registration.
  case start(StartCall, number: SmallOrNone)
  /// A task awaits a promise; the number is that of the registration.
  case awaiting(AwaitCall, number: SmallOrNone)
  /// A resolver of a thenable's pair is called.
  indirect case call(step: Int, pair: Int, rejects: Bool, with: TracedValue?)
  indirect case cancel(step: Int, on: TracedValue, with: TracedValue?)
  indirect case combine(step: Int, kind: String, of: [TracedValue])
  indirect case drop(step: Int, names: [String])
  /// An operation on one promise that has no case of its own, such as `measure`.
  indirect case operation(step: Int, verb: String, on: TracedValue)
  /// The host waits for a gate.
  indirect case wait(step: Int, gate: String)
  /// The host waits for its lanes.
  indirect case lanes(step: Int, count: Int)
  /// The number is that of the registration; a function object that several share has none.
  case handler(UserCall, number: SmallOrNone, HandlerSlot)
  indirect case thenable(UserCall, on: TracedValue, pair: Int)
  /// The property `then` of a thenable, or of a patched prototype, is read.
  indirect case accessor(on: TracedValue?, prototype: String?, read: Int, function: String? = nil)
  indirect case task(UserCall)
  indirect case onCancel(UserCall)
}

extension Frame {
  /// Whether this is user code, called by the library.
  package var isUserCode: Bool {
    switch self {
    case .handler, .thenable, .accessor, .task, .onCancel: true
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation, .wait, .lanes: false
    }
  }

  /// Whether this is a call into the library.
  package var isLibraryCall: Bool {
    switch self {
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation: true
    case .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel: false
    }
  }

  /// The number of the registration that the frame makes, or to which its handler belongs.
  package var registration: Int? {
    switch self {
    case .then(_, let number), .start(_, let number), .awaiting(_, let number), .handler(_, let number, _):
      number.wrappedValue
    default: nil
    }
  }

  /// The call of user code that the frame is; nil for calls into the library, and for accessors.
  package var call: UserCall? {
    switch self {
    case .handler(let call, _, _), .thenable(let call, _, _), .task(let call), .onCancel(let call): call
    default: nil
    }
  }

  /// The step that the frame performs; nil for user code and for promises made in endings.
  package var step: Int? {
    switch self {
    case .make(let step, _, _, _), .settle(let step, _, _, _): step
    case .then(let call, _): call.step
    case .start(let call, _): call.step
    case .awaiting(let call, _): call.step
    case .call(let step, _, _, _), .cancel(let step, _, _), .combine(let step, _, _), .drop(let step, _),
      .operation(let step, _, _), .wait(let step, _), .lanes(let step, _):
      step
    case .handler, .thenable, .accessor, .task, .onCancel: nil
    }
  }
}

// Only this extension maps the arguments of a case to fields.
extension Frame {
  /// The word that names the frame.
  package var word: String {
    switch self {
    case .make: "make"
    case .settle(_, let settlement, _, _): settlement.rawValue
    case .then: "then"
    case .start: "start"
    case .awaiting: "await"
    case .call: "call"
    case .cancel: "cancel"
    case .combine: "combine"
    case .drop: "drop"
    case .operation(_, let verb, _): verb
    case .wait: "wait"
    case .lanes: "lanes"
    case .handler: "handler"
    case .thenable: "thenable"
    case .accessor: "accessor"
    case .task: "task"
    case .onCancel: "oncancel"
    }
  }

  /// The arguments of the fields of the frame's form, in their order; nil for a missing field.
  package var arguments: [FrameArgument?] {
    let step = step.map(FrameArgument.number)
    switch self {
    case .make(_, let state, let value, let isReadyMade):
      return [step, .text(state), value.map(FrameArgument.reference), isReadyMade ? .text("ready") : nil]
    case .settle(_, _, let promise, let value): return [step, .reference(promise), .reference(value)]
    case .then(let call, let number):
      return [
        step, .reference(call.subject), number.wrappedValue.map(FrameArgument.number), .handler(call.onFulfilled),
        .handler(call.onRejected),
      ]
    case .start(let call, let number):
      return [
        step, .reference(call.call), number.wrappedValue.map(FrameArgument.number), .text(call.kind),
        .text(call.function), call.value.map(FrameArgument.reference),
        call.members.isEmpty ? nil : .references(call.members),
      ]
    case .awaiting(let call, let number):
      return [
        step, .reference(call.subject), number.wrappedValue.map(FrameArgument.number), .reference(call.task),
        .handler(call.onFulfilled), .handler(call.onRejected),
      ]
    case .call(_, let pair, let rejects, let value):
      return [step, .number(pair), .text(rejects ? "reject" : "resolve"), value.map(FrameArgument.reference)]
    case .cancel(_, let promise, let reason): return [step, .reference(promise), reason.map(FrameArgument.reference)]
    case .combine(_, let kind, let members): return [step, .text(kind), .references(members)]
    case .drop(_, let names): return [step, .texts(names)]
    case .operation(_, _, let promise): return [step, .reference(promise)]
    case .wait(_, let gate): return [step, .text(gate)]
    case .lanes(_, let count): return [step, .number(count)]
    case .handler(let call, let number, let slot):
      return [number.wrappedValue.map(FrameArgument.number), .text(slot.rawValue)] + call.fields
    case .thenable(let call, let subject, let pair): return [.reference(subject), .number(pair)] + call.fields
    case .accessor(let subject, let prototype, let read, let function):
      return [
        subject.map(FrameArgument.reference), prototype.map(FrameArgument.text), .number(read),
        function.map(FrameArgument.text),
      ]
    case .task(let call), .onCancel(let call): return call.fields
    }
  }

  /// Creates a frame from the arguments of its fields; nil if they do not fit the word.
  package init?(_ word: String, _ arguments: [FrameArgument?]) {
    let step = arguments[0]?.number
    func value(_ place: Int) -> TracedValue? { arguments[place]?.references.first }
    switch word {
    case "make":
      guard let state = arguments[1]?.text else { return nil }
      let isReadyMade = arguments[3]?.text == "ready"
      self = .make(step: step, state: state, with: value(2), isReadyMade: isReadyMade)
    case "fulfill", "reject", "resolve":
      guard let verb = Settlement(rawValue: word), let promise = value(1), let with = value(2) else { return nil }
      self = .settle(step: step, verb, on: promise, with: with)
    case "then":
      guard let step, let subject = value(1), let number = arguments[2]?.number else { return nil }
      self = .then(
        step: step, on: subject, registration: number, onFulfilled: arguments[3]?.handler ?? .absent,
        onRejected: arguments[4]?.handler ?? .absent)
    case "start":
      guard let step, let call = value(1), let number = arguments[2]?.number, let kind = arguments[3]?.text,
        let function = arguments[4]?.text
      else { return nil }
      self = .start(
        StartCall(
          step: step, call: call, kind: kind, function: function, value: value(5),
          members: arguments[6]?.references ?? []), number: SmallOrNone(wrappedValue: number))
    case "await":
      guard let step, let subject = value(1), let number = arguments[2]?.number, let task = value(3) else { return nil }
      self = .awaiting(
        AwaitCall(
          step: step, on: subject, task: task, onFulfilled: arguments[4]?.handler ?? .absent,
          onRejected: arguments[5]?.handler ?? .absent), number: SmallOrNone(wrappedValue: number))
    case "call":
      guard let step, let pair = arguments[1]?.number, let which = arguments[2]?.text else { return nil }
      self = .call(step: step, pair: pair, rejects: which == "reject", with: value(3))
    case "cancel":
      guard let step, let promise = value(1) else { return nil }
      self = .cancel(step: step, on: promise, with: value(2))
    case "combine":
      guard let step, let kind = arguments[1]?.text else { return nil }
      self = .combine(step: step, kind: kind, of: arguments[2]?.references ?? [])
    case "drop":
      guard let step else { return nil }
      self = .drop(step: step, names: arguments[1]?.texts ?? [])
    case "wait":
      guard let step, let gate = arguments[1]?.text else { return nil }
      self = .wait(step: step, gate: gate)
    case "lanes":
      guard let step, let count = arguments[1]?.number else { return nil }
      self = .lanes(step: step, count: count)
    case "handler":
      guard let call = UserCall(arguments[2...]), let slot = arguments[1]?.text.flatMap(HandlerSlot.init) else {
        return nil
      }
      self = .handler(call, registration: arguments[0]?.number, slot)
    case "thenable":
      guard let call = UserCall(arguments[2...]), let subject = value(0), let pair = arguments[1]?.number else {
        return nil
      }
      self = .thenable(call, on: subject, pair: pair)
    case "accessor":
      let prototype = arguments[1]?.text
      guard (value(0) == nil) != (prototype == nil), let read = arguments[2]?.number else { return nil }
      let function = arguments[3]?.text
      self = .accessor(on: value(0), prototype: prototype, read: read, function: function)
    case "task":
      guard let call = UserCall(arguments[...]) else { return nil }
      self = .task(call)
    case "oncancel":
      guard let call = UserCall(arguments[...]) else { return nil }
      self = .onCancel(call)
    default:
      guard let step, arguments.count == 2, let promise = value(1) else { return nil }
      self = .operation(step: step, verb: word, on: promise)
    }
  }

  /// The form of the frame.
  package var form: FrameForm {
    guard let form = FrameForm.of(word) else { preconditionFailure("no frame \(word)") }
    return form
  }

  /// The values in the fields of the frame.
  package var values: [TracedValue] { arguments.flatMap { $0?.references ?? [] } }
}

extension UserCall {
  /// The arguments of ``FrameField/call``, in order.
  fileprivate var fields: [FrameArgument?] {
    [
      .text(function), .number(call), .number(argumentCount), .references(arguments), receiver.map(FrameArgument.text),
      context.map(FrameArgument.text),
    ]
  }

  fileprivate convenience init?(_ fields: ArraySlice<FrameArgument?>) {
    let fields = Array(fields)
    guard let function = fields[0]?.text, let call = fields[1]?.number, let argumentCount = fields[2]?.number else {
      return nil
    }
    self.init(
      function: function, call: call, argumentCount: argumentCount, arguments: fields[3]?.references ?? [],
      receiver: fields[4]?.text, context: fields[5]?.text)
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
  /// A completion handler got a value and an error.
  case both
  /// A completion handler got neither a value nor an error.
  case neither
}
