import APlusAdapter
import APlusModel

/// Makes raw events readable.
struct TraceBuilder: Sendable {
  private let plan: Plan
  private var extras: TraceExtras
  /// The numbers in the trace, by the numbers of the run.
  private var references: [Int] = []
  /// How many identities of each log have a number in the trace.
  private var taken: [Int] = []
  /// The promises that have numbers, in the trace and in the run.
  private var known: [ObjectIdentifier: (object: Int, number: Int)] = [:]
  /// What a trace says about most promises, apart from the round.
  private var barePromise = TracedObject(kind: .promise, isThenable: true)
  /// What is known about each identity, by its number in the trace.
  private(set) var objects: [TracedObject] = []
  /// The objects that `takeChanges` has returned, and that have got a name since.
  private var renamed: Set<Int> = []
  /// How many objects `takeChanges` has returned.
  private var described = 0
  /// The names of results, by the number of the frame that gives them.
  private var results: [Int32: String] = [:]
  /// The arguments of the last call, which are often those of the next one too.
  private var lastArguments: [TracedValue] = []

  init(plan: Plan, extras: TraceExtras) {
    self.plan = plan
    self.extras = extras
  }

  /// Gives each identity its number and its names.
  ///
  /// - Returns: Whether a frame has begun and not ended.
  mutating func describeObjects(_ logs: [ThreadLog], _ events: MergedEvents) -> Bool {
    numberObjects(logs)
    return nameObjects(events)
  }

  /// Builds a single event that is streamed or late; others may have been built before.
  mutating func build(_ raw: RawEvent, stack: Int, logs: [ThreadLog], extras: TraceExtras) -> Event {
    self.extras = extras
    numberObjects(logs)
    nameObject(raw)
    return event(raw, stack: stack)
  }

  /// The objects that are new or have new names since the last call, by their number.
  mutating func takeChanges() -> [Int: TracedObject] {
    let changed = renamed.union(described..<objects.count)
    described = objects.count
    renamed = []
    return Dictionary(uniqueKeysWithValues: changed.map { ($0, objects[$0]) })
  }

  // MARK: Objects

  /// Numbers the identities that were recorded since the last call.
  private mutating func numberObjects(_ logs: [ThreadLog]) {
    let places = takePlaces(logs)
    if places.count > objects.count {
      objects.reserveCapacity(objects.count + places.count)
      known.reserveCapacity(known.count + places.count)
    }
    var lists: [(number: Int, items: [RawValue])] = []
    for place in places {
      // An identity that another thread has numbered but not recorded yet comes later.
      while references.count <= place.number { references.append(0) }
      logs[place.log].identities.read(place.index) { identity in
        references[identity.number] = reference(toObjectOf: identity)
        if let items = identity.description.items { lists.append((identity.number, items)) }
      }
    }
    // Lists refer to objects, so their items wait until all objects have numbers.
    for (number, items) in lists { objects[references[number]].items = items.map(value) }
  }

  /// The number in the trace of what an identity stands for; a new one but for a known promise.
  private mutating func reference(toObjectOf identity: borrowing Identity) -> Int {
    if let identifier = identity.identifier {
      if let (object, number) = known[identifier], !extras.dropped.contains(number) { return object }
      known[identifier] = (objects.count, identity.number)
    }
    if identity.description.isBarePromise {
      barePromise.round = Int(identity.description.round)
      objects.append(barePromise)
    } else {
      objects.append(TracedObject(identity.description))
    }
    return objects.count - 1
  }

  /// The places of the identities that have no number in the trace yet, in the order of their
  /// numbers in the run.
  private mutating func takePlaces(_ logs: [ThreadLog]) -> [(number: Int, log: Int, index: Int)] {
    while taken.count < logs.count { taken.append(0) }
    var places: [(number: Int, log: Int, index: Int)] = []
    for log in logs.indices {
      // The thread may append more meanwhile.
      let count = logs[log].identities.count
      for index in taken[log]..<count {
        let number = logs[log].identities.read(index) { $0.number }
        if number >= 0 { places.append((number, log, index)) }
      }
      taken[log] = count
    }
    places.sort { $0.number < $1.number }
    return places
  }

  private mutating func nameObjects(_ events: MergedEvents) -> Bool {
    var open = 0
    events.visit { event, _ in
      nameObject(event)
      open += event.kind.isBegin ? 1 : event.kind.isEnd ? -1 : 0
    }
    return open > 0
  }

  private mutating func nameObject(_ event: RawEvent) {
    switch event.kind {
    case .bound: add(labels(event).name, to: event.first)
    case .beginThen, .beginStart, .beginAwait, .beginCombine:
      if let name = labels(event).result { results[event.sequence] = name }
    case .endGives:
      if !results.isEmpty, let name = results.removeValue(forKey: event.frame) { add(name, to: event.first) }
    default: break
    }
  }

  private mutating func add(_ name: String, to raw: RawValue) {
    guard case .reference(let index) = value(raw), !objects[index].names.contains(name) else { return }
    objects[index].names.append(name)
    if index < described { renamed.insert(index) }
  }

  // MARK: Events

  /// Makes an event readable, once the objects are known.
  mutating func event(_ raw: RawEvent, stack: Int) -> Event {
    Event(
      sequence: Int(raw.sequence), stack: stack, round: Int(raw.place.round), indices: raw.place.indices,
      kind: kind(raw))
  }

  private mutating func kind(_ raw: RawEvent) -> Event.Kind {
    let step = Int(raw.step)
    let ended = Int(raw.frame)
    switch raw.kind {
    case .end: return .end(frame: ended, .nothing)
    case .endGives: return .end(frame: ended, .gives(value(raw.first)))
    case .endAccepted: return .end(frame: ended, .accepted(raw.flag))
    case .endReturned: return .end(frame: ended, .returned(value(raw.first)))
    case .endThrew: return .end(frame: ended, .threw(value(raw.first)))
    case .endMeasured: return .end(frame: ended, .measured(extras.measurements[Int(raw.number)]))
    case .bound: return .bound(step: step, name: name(raw), value: value(raw.first))
    case .mark: return .mark(step: step, name: name(raw))
    case .block: return .block(step: step)
    case .due: return .due(value(raw.first))
    case .lane: return .lane(step: step, lane: Int(raw.number))
    case .phase: return .phase(Strength.allCases[Int(raw.number)])
    case .unbound: return .unbound(step: raw.step < 0 ? nil : step, name: text(raw.first))
    case .uncaught: return .uncaught(value(raw.first))
    case .gone: return .gone(step: step, name: name(raw), raw.flag)
    case .beginMake, .beginFulfill, .beginReject, .beginResolve, .beginThen, .beginStart, .beginAwait, .beginCall,
      .beginCancel, .beginCombine, .beginDrop, .beginOperation, .beginWait, .beginLanes, .beginHandler, .beginThenable,
      .beginTask:
      return .begin(frame: Int(raw.sequence), frame(raw))
    }
  }

  private mutating func frame(_ raw: RawEvent) -> Frame {
    let step = Int(raw.step)
    let ownStep = raw.step < 0 ? nil : step
    let first = value(raw.first)
    let second = value(raw.second)
    let number = Int(raw.number)
    switch raw.kind {
    case .beginFulfill: return .settle(step: ownStep, .fulfill, on: first, with: second)
    case .beginReject: return .settle(step: ownStep, .reject, on: first, with: second)
    case .beginResolve: return .settle(step: ownStep, .resolve, on: first, with: second)
    case .beginThen: return then(raw, on: first)
    case .beginStart:
      let labels = labels(raw)
      return .start(
        StartCall(
          step: step, call: first, kind: labels.name, function: labels.function, value: optional(raw.second),
          members: raw.call < 0 ? [] : extras.members[Int(raw.call)].map(value)),
        number: SmallOrNone(wrappedValue: number))
    case .beginAwait:
      let labels = labels(raw)
      return .awaiting(
        AwaitCall(step: step, on: first, task: second, onFulfilled: labels.onFulfilled, onRejected: labels.onRejected),
        number: SmallOrNone(wrappedValue: number))
    case .beginCall: return .call(step: step, pair: number, rejects: raw.flag, with: optional(raw.first))
    case .beginCancel: return .cancel(step: step, on: first, with: optional(raw.second))
    case .beginCombine:
      let members = extras.members[number].map(value)
      return .combine(step: step, kind: name(raw), of: members)
    case .beginDrop: return .drop(step: step, names: labels(raw).dropped)
    case .beginOperation: return .operation(step: step, verb: name(raw), on: first)
    case .beginWait: return .wait(step: step, gate: name(raw))
    case .beginLanes: return .lanes(step: step, count: number)
    case .beginHandler:
      let slot: HandlerSlot = [.onFulfilled, .onRejected, .finally, .both, .neither][Int(raw.slot)]
      let call = userCall(raw, on: context(raw.second))
      return .handler(call, registration: number == 0 ? nil : number, slot)
    case .beginThenable: return .thenable(userCall(raw), on: .reference(reference(step)), pair: number)
    case .beginTask: return .task(userCall(raw))
    case .beginMake:
      let states: [PromiseState] = [.pending, .fulfilled, .rejected, .resolved]
      return .make(
        step: ownStep, state: states[Int(raw.slot)].rawValue, with: optional(raw.first), isReadyMade: raw.flag)
    case .end, .endGives, .endAccepted, .endReturned, .endThrew, .endMeasured, .bound, .mark, .block, .due, .lane,
      .phase, .unbound, .gone, .uncaught:
      preconditionFailure("no frame begins with \(raw.kind)")
    }
  }

  private func then(_ raw: RawEvent, on subject: TracedValue) -> Frame {
    let labels = labels(raw)
    return .then(
      step: Int(raw.step), on: subject, registration: Int(raw.number), onFulfilled: labels.onFulfilled,
      onRejected: labels.onRejected)
  }

  private mutating func userCall(_ raw: RawEvent, on context: String? = nil) -> UserCall {
    switch raw.argumentCount {
    case 0: lastArguments = []
    case 1:
      let argument = value(raw.first)
      if lastArguments.count != 1 || lastArguments[0] != argument { lastArguments = [argument] }
    default: lastArguments = [value(raw.first), value(raw.second)]
    }
    return UserCall(
      function: plan.functionNames[Int(raw.function)], call: Int(raw.call), argumentCount: Int(raw.argumentCount),
      arguments: lastArguments, context: context)
  }

  /// The name of a context: the program's, or `#` and a number for one that the library made.
  private func context(_ raw: RawValue) -> String? {
    guard case .integer(let number) = optional(raw) else { return nil }
    let names = plan.contextNames
    return number < names.count ? names[number] : "#\(number - names.count + 1)"
  }

  private func labels(_ raw: RawEvent) -> StepLabels { plan.labels[Int(raw.step)] }

  /// The name that the event's step is about.
  private func name(_ raw: RawEvent) -> String { plan.labels[Int(raw.step)].name }

  // MARK: Values

  /// The number in the trace for a number in the run.
  private func reference(_ number: Int) -> Int { references.indices.contains(number) ? references[number] : 0 }

  /// The number in the trace of the object that a value refers to; nil for any other value.
  func reference(_ raw: RawValue) -> Int32? { raw.kind == .reference ? Int32(reference(Int(raw.payload))) : nil }

  private func optional(_ raw: RawValue) -> TracedValue? { raw.kind == .none ? nil : value(raw) }

  private func text(_ raw: RawValue) -> String { extras.texts[Int(raw.payload)] }

  private func value(_ raw: RawValue) -> TracedValue {
    switch raw.kind {
    case .none, .nothing: .nothing
    case .null: .null
    case .undefined: .undefined
    case .boolean: .bool(raw.payload != 0)
    case .integer: .integer(Int(raw.payload))
    case .number: .number(Double(bitPattern: UInt64(bitPattern: raw.payload)))
    case .notANumber: .notANumber
    case .negativeZero: .negativeZero
    case .reference: .reference(reference(Int(raw.payload)))
    case .text: .text(String(text(raw).prefix(200)))
    }
  }
}

extension TracedObject {
  fileprivate init(_ description: Entity.Description) {
    self.init(
      kind: description.kind, names: description.name.map { [$0] } ?? [], round: Int(description.round),
      type: description.type, message: description.message, isForeign: description.isForeign,
      isCancellation: description.meaning == .cancellation, isTimeout: description.meaning == .timeout,
      isThenable: description.kind == .promise || description.kind == .thenable)
  }
}
