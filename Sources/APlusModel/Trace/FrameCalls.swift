/// The content of a call of `then`, except for the number of its registration.
///
/// Equal calls of a repeat share it, and a copy of a frame only copies the reference: traces are
/// long, and the judge copies and indexes them.
package final class ThenCall: Sendable {
  package let step: Int
  package let subject: TracedValue
  package let onFulfilled: Slot
  package let onRejected: Slot

  package init(step: Int, on subject: TracedValue, onFulfilled: Slot, onRejected: Slot) {
    self.step = step
    self.subject = subject
    self.onFulfilled = onFulfilled
    self.onRejected = onRejected
  }
}

extension ThenCall: Hashable {
  package static func == (one: ThenCall, other: ThenCall) -> Bool {
    one === other
      || one.step == other.step && one.subject == other.subject && one.onFulfilled == other.onFulfilled
        && one.onRejected == other.onRejected
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(subject)
    hasher.combine(onFulfilled)
    hasher.combine(onRejected)
  }
}

/// The content of a call that takes a completion handler; shared, as a ``ThenCall`` is.
package final class StartCall: Sendable {
  package let step: Int
  /// The call's own identity, which later steps name.
  package let call: TracedValue
  /// The word of a ``CallKind``, a ``ChannelWord`` or a ``ScopeWord``.
  package let kind: String
  /// The completion handler.
  package let function: String
  /// The value that the call is given.
  package let value: TracedValue?
  /// The tasks of a sequence, the channel, or the scope.
  package let members: [TracedValue]
  /// The word of a call that is about channels; nil for other calls.
  package let channelWord: ChannelWord?
  /// The word of a call that is about scopes; nil for other calls.
  package let scopeWord: ScopeWord?

  package init(
    step: Int, call: TracedValue, kind: String, function: String, value: TracedValue? = nil, members: [TracedValue] = []
  ) {
    self.step = step
    self.call = call
    self.kind = kind
    self.function = function
    self.value = value
    self.members = members
    channelWord = ChannelWord(rawValue: kind)
    scopeWord = ScopeWord(rawValue: kind)
  }
}

extension StartCall: Hashable {
  package static func == (one: StartCall, other: StartCall) -> Bool {
    one === other
      || one.step == other.step && one.call == other.call && one.kind == other.kind && one.function == other.function
        && one.value == other.value && one.members == other.members
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(call)
    hasher.combine(kind)
  }
}

/// The content of an await, except for the number of its registration; shared, as a ``ThenCall`` is.
package final class AwaitCall: Sendable {
  package let step: Int
  /// The promise.
  package let subject: TracedValue
  /// The task that awaits.
  package let task: TracedValue
  package let onFulfilled: Slot
  package let onRejected: Slot

  package init(step: Int, on subject: TracedValue, task: TracedValue, onFulfilled: Slot, onRejected: Slot) {
    self.step = step
    self.subject = subject
    self.task = task
    self.onFulfilled = onFulfilled
    self.onRejected = onRejected
  }
}

extension AwaitCall: Hashable {
  package static func == (one: AwaitCall, other: AwaitCall) -> Bool {
    one === other
      || one.step == other.step && one.subject == other.subject && one.task == other.task
        && one.onFulfilled == other.onFulfilled && one.onRejected == other.onRejected
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(subject)
    hasher.combine(task)
  }
}

/// A call of user code by the library; shared, as a ``ThenCall`` is.
package final class UserCall: Sendable {
  package let function: String
  /// The n-th call of this closure, from 1.
  package let call: Int
  package let argumentCount: Int
  /// At most two.
  package let arguments: [TracedValue]
  /// `subject`, `undefined`, `global` or `other`; nil if the language has no receivers.
  package let receiver: String?
  /// The context that a handler runs on: a name from the program, or `#1`, `#2` … for one that the
  /// program did not make; nil if the program has no contexts, or the handler runs on none.
  package let context: String?

  package init(
    function: String, call: Int, argumentCount: Int, arguments: [TracedValue], receiver: String? = nil,
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

extension UserCall: Hashable {
  package static func == (one: UserCall, other: UserCall) -> Bool {
    one === other
      || one.function == other.function && one.call == other.call && one.argumentCount == other.argumentCount
        && one.arguments == other.arguments && one.receiver == other.receiver && one.context == other.context
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(function)
    hasher.combine(call)
    hasher.combine(argumentCount)
    hasher.combine(arguments)
    hasher.combine(receiver)
    hasher.combine(context)
  }
}

extension Frame {
  /// A call of `then` that makes a registration.
  package static func then(_ call: ThenCall, registration: Int) -> Frame {
    .then(call, number: SmallOrNone(wrappedValue: registration))
  }

  /// A call of `then` whose content is not shared.
  package static func then(step: Int, on subject: TracedValue, registration: Int, onFulfilled: Slot, onRejected: Slot)
    -> Frame
  {
    let call = ThenCall(step: step, on: subject, onFulfilled: onFulfilled, onRejected: onRejected)
    return .then(call, registration: registration)
  }

  /// A call of a handler; a function object that several registrations share has no number.
  package static func handler(_ call: UserCall, registration: Int?, _ slot: HandlerSlot) -> Frame {
    .handler(call, number: SmallOrNone(wrappedValue: registration), slot)
  }
}
