import APlusModel

/// A trace that an honest host recorded, and what lies need to know of it.
final class HonestTrace: Sendable {
  let scenario: Scenario
  let trace: Trace
  let steps: [Int: Step]
  /// The functions that are passed to combinators.
  let combined: Set<String>
  /// The thenables of the program.
  let thenables: [Thenable]
  /// The place where each frame ends, by its number.
  private let ends: [Int: Int]
  /// The place of the first event that refers to each object.
  private let firstUses: [Int: Int]
  /// The registrations, by number, with their places.
  let registrations: [Int: (place: Int, call: ThenCall)]

  var program: Program { scenario.program }
  var events: [Event] { trace.events }
  var objects: [TracedObject] { trace.objects }
  /// Whether everything happened on one stack.
  let isSingle: Bool

  init(_ scenario: Scenario, _ trace: Trace) {
    self.scenario = scenario
    self.trace = trace
    var steps: [Int: Step] = [:]
    var combined: Set<String> = []
    scenario.program.forEachStep { step in
      steps[step.id] = step
      if case .combine(let call) = step.action, let function = call.function { combined.insert(function) }
    }
    var thenables: [Thenable] = []
    scenario.program.forEachValue { if case .thenable(let thenable) = $0 { thenables.append(thenable) } }
    var ends: [Int: Int] = [:]
    var uses: [Int: Int] = [:]
    var registrations: [Int: (place: Int, call: ThenCall)] = [:]
    for (place, event) in trace.events.enumerated() {
      event.kind.forEachReference { if uses[$0] == nil { uses[$0] = place } }
      switch event.kind {
      case .end(let number, _): ends[number] = place
      case .begin(_, .then(let call, let number)): number.wrappedValue.map { registrations[$0] = (place, call) }
      default: break
      }
    }
    self.steps = steps
    self.combined = combined
    self.thenables = thenables
    self.ends = ends
    firstUses = uses
    self.registrations = registrations
    isSingle = trace.events.allSatisfy { $0.stack == 0 }
  }

  /// The place of the end of the frame that begins at a place.
  func end(of place: Int) -> Int? {
    guard case .begin(let number, _) = events[place].kind else { return nil }
    return ends[number]
  }

  /// Whether a frame begins at a place and ends with the next event.
  func isLeaf(_ place: Int) -> Bool { end(of: place) == place + 1 }

  /// The frame that begins at a place.
  func frame(_ place: Int) -> Frame? {
    guard events.indices.contains(place), case .begin(_, let frame) = events[place].kind else { return nil }
    return frame
  }

  /// The frame that ends at a place.
  func ended(_ place: Int) -> Frame? {
    guard case .end(let number, _) = events[place].kind else { return nil }
    for index in (0..<place).reversed() { if case .begin(number, let frame) = events[index].kind { return frame } }
    return nil
  }

  /// The place of the first event that refers to an object.
  func firstUse(of reference: Int) -> Int { firstUses[reference] ?? .max }

  /// The objects of a kind that share no name with a value; of the same round where they have names.
  func others(_ value: TracedValue?, _ kind: ObjectKind, at place: Int) -> [TracedValue] {
    let names = value?.object.map { Set(objects[$0].names) } ?? []
    return objects.indices.filter { index in
      .reference(index) != value && objects[index].kind == kind && !objects[index].names.isEmpty
        && !objects[index].names.contains("UNBOUND") && names.isDisjoint(with: objects[index].names)
        && objects[index].round == events[place].round
    }.map { .reference($0) }
  }

  /// Values that an expression with the value does not stand for: marks, and a number that no program has.
  func otherValues(_ value: TracedValue?, at place: Int) -> [TracedValue] {
    others(value, .mark, at: place) + [.integer(7_777)]
  }

  /// Promises with the same name that another turn of a repeat bound.
  func turns(of value: TracedValue, at place: Int) -> [TracedValue] {
    guard let reference = value.object, objects[reference].names.count == 1, events[place].indices.count == 1,
      objects[reference].names[0].hasSuffix("#")
    else { return [] }
    return objects.indices.filter { index in
      index != reference && objects[index].kind == .promise && objects[index].names == objects[reference].names
        && objects[index].round == objects[reference].round && firstUse(of: index) < place
    }.map { .reference($0) }
  }

  /// The function in a slot of a registration.
  func function(_ slot: HandlerSlot, _ registration: Int?) -> String? {
    guard let call = registration.flatMap({ registrations[$0]?.call }) else { return nil }
    let found = slot == .onRejected ? call.onRejected : call.onFulfilled
    if case .function(let name) = found { return name }
    return nil
  }

  /// The names of the program's functions, but for one.
  func functions(but name: String?) -> [String] { program.functions.keys.filter { $0 != name }.sorted() }

  /// Whether a value is a mark, which stands for itself alone.
  func isNamed(_ value: TracedValue?) -> Bool {
    guard let reference = value?.object else { return false }
    return objects[reference].kind == .mark && !objects[reference].names.contains("UNBOUND")
  }
}

extension UserCall {
  /// The same call with other members.
  func with(
    function: String? = nil, call: Int? = nil, argumentCount: Int? = nil, arguments: [TracedValue]? = nil,
    receiver: String? = nil, context: String? = nil
  ) -> UserCall {
    UserCall(
      function: function ?? self.function, call: call ?? self.call, argumentCount: argumentCount ?? self.argumentCount,
      arguments: arguments ?? self.arguments, receiver: receiver ?? self.receiver, context: context ?? self.context)
  }
}

extension ThenCall {
  /// The same call with other members.
  func with(on other: TracedValue? = nil, onFulfilled: Slot? = nil, onRejected: Slot? = nil) -> ThenCall {
    ThenCall(
      step: step, on: other ?? subject, onFulfilled: onFulfilled ?? self.onFulfilled,
      onRejected: onRejected ?? self.onRejected)
  }
}

extension TracedValue {
  /// The number of the object; nil for a value without identity.
  var object: Int? { if case .reference(let number) = self { number } else { nil } }
}
