/// How many events a performance records.
extension Program {
  /// The most events that a host records of one run.
  package static let mostEvents = 900_000

  /// How many events a conforming library can cause.
  ///
  /// Each function runs once for each registration or thenable that has it, and so does what its closure performs when it is
  /// freed. What a function leads to inside itself is not counted.
  package var eventCount: Double { eventCount(Kinds(of: self)) }

  /// How many events a conforming library can cause, for a caller that has the kinds of the program's names.
  package func eventCount(_ kinds: Kinds) -> Double {
    var counting = EventCounting(self, kinds)
    return counting.events(of: steps) * Double(rounds)
  }

  /// The first function, by name, that registers itself, or another one that does so in turn: each
  /// call leads to another call without end; nil if there is none.
  package var endlessFunction: String? {
    var registered: [String: Set<String>] = [:]
    for (name, function) in functions {
      if let released = function.released { registered[name, default: []].insert(released) }
      Self.walk(function.steps) { step in
        switch step.action {
        case .then(let then):
          for handler in [then.onFulfilled.function, then.onRejected.function] {
            if let handler { registered[name, default: []].insert(handler) }
          }
        case .start(let start): registered[name, default: []].insert(start.function)
        case .awaiting(let awaiting): registered[name, default: []].formUnion(awaiting.functions)
        case .combine(let call): if let task = call.function { registered[name, default: []].insert(task) }
        default: break
        }
      }
    }
    return registered.keys.sorted().first { name in
      var reached: Set<String> = []
      var next = registered[name] ?? []
      while !next.isEmpty {
        reached.formUnion(next)
        next = Set(next.flatMap { registered[$0] ?? [] }).subtracting(reached)
      }
      return reached.contains(name)
    }
  }
}

private struct EventCounting {
  private let functions: [String: Function]
  /// The thenables that have a name.
  private var thenables: [String: Thenable] = [:]
  private let kinds: Kinds
  private var counts: [String: Double] = [:]
  /// The functions whose events are being counted.
  private var open: Set<String> = []

  init(_ program: Program, _ kinds: Kinds) {
    functions = program.functions
    self.kinds = kinds
    var found: [String: Thenable] = [:]
    program.forEachValue { value in
      if case .thenable(let thenable) = value, let name = thenable.name { found[name] = thenable }
    }
    thenables = found
  }

  mutating func events(of steps: [Step]) -> Double {
    var sum = 0.0
    for step in steps { sum += events(of: step.action) }
    return sum
  }

  private mutating func events(of action: Action) -> Double {
    switch action {
    case .bind(_, .thenable): 1
    case .bind(_, let value): 1 + events(of: value)
    case .settle(_, _, let value): 2 + events(of: value)
    case .then(let then): 2 + max(events(of: then.onFulfilled.function), events(of: then.onRejected.function))
    case .start(let start): 2 + events(of: start.function) + start.members.reduce(0) { $0 + events(of: .name($1)) }
    case .awaiting(let awaiting): 2 + max(events(of: awaiting.onFulfilled), events(of: awaiting.onRejected))
    case .call(_, let value): 2 + (value.map { events(of: $0) } ?? 0)
    case .later(_, let block): 1 + events(of: block)
    case .repeated(let count, let block): Double(count) * events(of: block)
    case .lanes(let blocks): blocks.reduce(2) { $0 + 1 + events(of: $1) }
    case .combine(let call): 2 + Double(max(call.members.count, call.times ?? 1, 1)) * events(of: call.function)
    case .cancel(_, let reason): 2 + (reason.map { events(of: $0) } ?? 0)
    case .mark, .probe, .pause: 1
    case .wait, .drop, .abandon, .measure: 2
    }
  }

  /// The events of one call of a function; none where there is no function.
  private mutating func events(of name: String?) -> Double {
    guard let name, let function = functions[name] else { return 0 }
    if let count = counts[name] { return count }
    guard open.insert(name).inserted else { return 0 }
    defer { open.remove(name) }
    var most = 0.0
    for ending in function.endings { most = max(most, ending.value.map { events(of: $0) } ?? 0) }
    let count = 2 + events(of: function.steps) + most + events(of: function.released)
    counts[name] = count
    return count
  }

  /// The events of what making a value, or resolving a promise with it, leads to.
  private mutating func events(of value: Value) -> Double {
    switch value {
    case .promise(_, let inner, let isDue): return 2 + (isDue ? 3 : 0) + (inner.map { events(of: $0) } ?? 0)
    case .thenable(let thenable): return events(of: thenable)
    case .name(let name):
      switch kinds.definition(of: value) {
      case .thenable(let thenable)?: return events(of: thenable)
      default: return thenables[name].map { events(of: $0) } ?? 0
      }
    case .scalar, .text, .special, .error, .list: return 0
    }
  }

  private mutating func events(of thenable: Thenable) -> Double {
    let read = thenable.get == nil ? 0 : 2 + events(of: thenable.reading)
    return read + events(of: thenable.then.function)
  }
}
