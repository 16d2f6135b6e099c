/// What a step does: one case for each verb of ``Operation/table``, but only one for settling.
package indirect enum Action: Sendable, Hashable {
  case bind(name: String, value: Value)
  case settle(Settlement, promise: String, value: Value)
  case then(Registration)
  case start(CallStart)
  case awaiting(Awaiting)
  case call(resolver: ResolverName, value: Value?)
  case mark(String)
  case later(Moment, [Step])
  case repeated(Int, [Step])
  case lanes([[Step]])
  case wait(gate: String)
  case drop([String])
  /// What settles the promise is given up, but not the promise.
  case abandon(promise: String)
  case probe(String)
  case cancel(promise: String, reason: Value?)
  case combine(CombinatorCall)
  /// The host performs nothing for a number of milliseconds.
  case pause(Int)
  /// Times registrations of empty functions on the promise, of which there are at most `times`.
  case measure(promise: String, times: Int)
}

// Only this extension maps the arguments of a case to fields.
extension Action {
  /// The word that names the action.
  package var verb: String {
    switch self {
    case .bind: "let"
    case .settle(let settlement, _, _): settlement.rawValue
    case .then: "then"
    case .start: "start"
    case .awaiting: "await"
    case .call: "call"
    case .mark: "mark"
    case .later: "later"
    case .repeated: "repeat"
    case .lanes: "lanes"
    case .wait: "wait"
    case .drop: "drop"
    case .abandon: "abandon"
    case .probe: "probe"
    case .cancel: "cancel"
    case .combine: "combine"
    case .pause: "pause"
    case .measure: "measure"
    }
  }

  /// The arguments of the fields of the operation, in their order; nil for a missing field.
  package var arguments: [FieldValue?] {
    switch self {
    case .bind(let name, let value): [.name(name), .value(value)]
    case .settle(_, let promise, let value): [.name(promise), .value(value)]
    case .then(let then):
      [
        .name(then.promise), FieldValue(then.onFulfilled), FieldValue(then.onRejected),
        then.result.map(FieldValue.name), then.context.map(FieldValue.name),
      ]
    case .start(let start):
      [
        .name(start.kind), .name(start.function), start.value.map(FieldValue.value),
        start.members.isEmpty ? nil : .names(start.members), start.result.map(FieldValue.name),
        start.context.map(FieldValue.name),
      ]
    case .awaiting(let awaiting):
      [
        .name(awaiting.promise), awaiting.onFulfilled.map(FieldValue.name), awaiting.onRejected.map(FieldValue.name),
        awaiting.result.map(FieldValue.name), awaiting.milliseconds.map(FieldValue.number),
        awaiting.isCancelled ? .name("before") : nil,
      ]
    case .call(let resolver, let value): [.resolver(resolver), value.map(FieldValue.value)]
    case .mark(let name), .wait(let name), .probe(let name), .abandon(let name): [.name(name)]
    case .later(let moment, let block): [.name(moment.rawValue), .block(block)]
    case .repeated(let count, let block): [.number(count), .block(block)]
    case .lanes(let blocks): [.blocks(blocks)]
    case .drop(let names): [.names(names)]
    case .cancel(let promise, let reason): [.name(promise), reason.map(FieldValue.value)]
    case .combine(let call):
      [
        .name(call.kind), .names(call.members), (call.list.form?.rawValue).map(FieldValue.name),
        call.list.thrown.map(FieldValue.value), call.milliseconds.map(FieldValue.number),
        call.times.map(FieldValue.number), call.function.map(FieldValue.name), call.result.map(FieldValue.name),
      ]
    case .measure(let promise, let times): [.name(promise), .number(times)]
    case .pause(let milliseconds): [.number(milliseconds)]
    }
  }

  /// Creates an action from the arguments of a verb's fields; nil if they do not fit the verb.
  package init?(_ verb: String, _ arguments: [FieldValue?]) {
    let name = arguments[0]?.name ?? ""
    let second = arguments.count > 1 ? arguments[1] : nil
    switch (verb, arguments[0], second) {
    case ("let", .name, .value(let value)): self = .bind(name: name, value: value)
    case ("fulfill", .name, .value(let value)): self = .settle(.fulfill, promise: name, value: value)
    case ("reject", .name, .value(let value)): self = .settle(.reject, promise: name, value: value)
    case ("resolve", .name, .value(let value)): self = .settle(.resolve, promise: name, value: value)
    case ("then", .name, _):
      self = .then(
        Registration(
          promise: name, onFulfilled: second?.handler ?? .absent, onRejected: arguments[2]?.handler ?? .absent,
          result: arguments[3]?.name, context: arguments[4]?.name))
    case ("start", .name, .name(let function)):
      self = .start(
        CallStart(
          kind: name, function: function, value: arguments[2]?.value, members: arguments[3]?.names ?? [],
          result: arguments[4]?.name, context: arguments[5]?.name))
    case ("await", .name, _):
      self = .awaiting(
        Awaiting(
          promise: name, onFulfilled: second?.name, onRejected: arguments[2]?.name, result: arguments[3]?.name,
          milliseconds: arguments[4]?.number, isCancelled: arguments[5] != nil))
    case ("call", .resolver(let resolver), _): self = .call(resolver: resolver, value: second?.value)
    case ("mark", .name, _): self = .mark(name)
    case ("later", .name, .block(let block)):
      guard let moment = Moment(rawValue: name) else { return nil }
      self = .later(moment, block)
    case ("repeat", .number(let count), .block(let block)): self = .repeated(count, block)
    case ("lanes", .blocks(let blocks), _): self = .lanes(blocks)
    case ("wait", .name, _): self = .wait(gate: name)
    case ("drop", .names(let names), _): self = .drop(names)
    case ("abandon", .name, _): self = .abandon(promise: name)
    case ("probe", .name, _): self = .probe(name)
    case ("cancel", .name, _): self = .cancel(promise: name, reason: second?.value)
    case ("combine", .name, _):
      self = .combine(
        CombinatorCall(
          kind: name, members: second?.names ?? [],
          list: MemberList(arguments[2]?.name.flatMap { MemberList.Form(rawValue: $0) }, throwing: arguments[3]?.value),
          milliseconds: arguments[4]?.number, times: arguments[5]?.number, function: arguments[6]?.name,
          result: arguments[7]?.name))
    case ("measure", .name, .number(let times)): self = .measure(promise: name, times: times)
    case ("pause", .number(let milliseconds), _): self = .pause(milliseconds)
    default: return nil
    }
  }

  /// The operation of the verb.
  package var operation: Operation {
    guard let operation = Operation.of(verb) else { preconditionFailure("no operation \(verb)") }
    return operation
  }

  /// Calls the body for each field that has an argument.
  package func forEachField(_ body: (Field, FieldValue) -> Void) {
    for (field, argument) in zip(operation.fields, arguments) { if let argument { body(field, argument) } }
  }

  /// The values in the step itself, not in its blocks; not read from the fields, as each walk asks every step for them.
  package var values: [Value] {
    switch self {
    case .bind(_, let value), .settle(_, _, let value): [value]
    case .then(let then): [then.onFulfilled.value, then.onRejected.value].compactMap(\.self)
    case .start(let start): [start.value].compactMap(\.self)
    case .call(_, let value), .cancel(_, let value): [value].compactMap(\.self)
    case .combine(let call): [call.list.thrown].compactMap(\.self)
    case .awaiting, .mark, .later, .repeated, .lanes, .wait, .drop, .abandon, .probe, .measure, .pause: []
    }
  }

  /// The nested blocks of steps.
  package var blocks: [[Step]] {
    switch self {
    case .later(_, let block), .repeated(_, let block): [block]
    case .lanes(let blocks): blocks
    case .bind, .settle, .then, .start, .awaiting, .call, .mark, .wait, .drop, .abandon, .probe, .cancel, .combine,
      .measure, .pause:
      []
    }
  }

  /// The name that the step binds to what the library returns; nil if there is none.
  package var resultName: String? {
    switch self {
    case .then(let registration): registration.result
    case .combine(let combination): combination.result
    case .start(let start): start.result
    case .awaiting(let awaiting): awaiting.result
    case .bind, .settle, .call, .mark, .later, .repeated, .lanes, .wait, .drop, .abandon, .probe, .cancel, .pause,
      .measure:
      nil
    }
  }
}
