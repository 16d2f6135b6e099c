extension Program {
  /// Calls the body for every step, those of functions included.
  package func forEachStep(_ body: (Step) -> Void) {
    Self.walk(steps, body)
    for function in functions.values { Self.walk(function.steps, body) }
  }

  /// Calls the body for every value, and for those inside of others.
  ///
  /// - Parameters:
  ///   - inGetters: Whether what getters of `then` return and throw is included.
  ///   - body: What is called.
  package func forEachValue(inGetters: Bool = true, _ body: (Value) -> Void) {
    forEachStep { step in
      for value in step.action.values { value.walk(inGetters: inGetters, body) }
    }
    forEachEnding(inGetters: inGetters) { $0.value?.walk(inGetters: inGetters, body) }
  }

  /// Calls the body for every ending of functions, and of the getter of a patched prototype.
  package func forEachEnding(inGetters: Bool = true, _ body: (Ending) -> Void) {
    for function in functions.values { function.endings.forEach(body) }
    if inGetters { prototype?.get.forEach(body) }
  }

  /// Calls the body for the steps of a block and of the blocks inside.
  package static func walk(_ steps: [Step], _ body: (Step) -> Void) {
    for step in steps {
      body(step)
      for block in step.action.blocks { walk(block, body) }
    }
  }

  /// What a host knows of the program before it performs it: the verbs that it uses, with `idle` where a block or a
  /// promise waits for quiescence and `null` where that value stands outside of getters, and its longest duration.
  package var uses: (words: Set<String>, milliseconds: Int) {
    var words: Set<String> = []
    var milliseconds = 0
    forEachStep { step in
      words.insert(step.action.verb)
      if case .later(.idle, _) = step.action { words.insert("idle") }
      if case .combine(let combination) = step.action {
        milliseconds = max(milliseconds, combination.milliseconds ?? 0)
      }
    }
    forEachValue { value in
      if case .promise(_, _, whenIdle: true) = value { words.insert("idle") }
    }
    // A getter that returns null does not say what a language with one nothing calls it elsewhere.
    forEachValue(inGetters: false) { value in
      if value == .scalar(.null) { words.insert("null") }
    }
    return (words, milliseconds)
  }

  // MARK: Work

  /// How many steps the program performs, each as often as repeats and rounds say, and those of functions as often as
  /// these are registered.
  package var work: Double {
    let inside = functions.mapValues { Self.work(of: $0.steps) }.filter { $0.value > 0 }
    var calls = inside.mapValues { _ in 1.0 }
    // Each pass counts functions that one more function stands between; one that registers itself has no end.
    for _ in inside {
      var sites: [String: Double] = [:]
      Self.count(steps, times: 1, &sites)
      for (name, times) in calls { Self.count(functions[name]?.steps ?? [], times: times, &sites) }
      let before = calls
      for name in inside.keys { calls[name] = min(max(1, sites[name] ?? 0), Self.mostCalls) }
      if calls == before { break }
    }
    let called = inside.reduce(0) { $0 + $1.value * (calls[$1.key] ?? 1) }
    return (called + Self.work(of: steps)) * Double(rounds)
  }

  private static let mostCalls = 1e6

  /// Adds how often each function is registered, or handed over, by steps that are performed so many times.
  private static func count(_ steps: [Step], times: Double, _ sites: inout [String: Double]) {
    for step in steps {
      var inside = times
      switch step.action {
      case .then(let call):
        for function in [call.onFulfilled.function, call.onRejected.function].compactMap(\.self) {
          sites[function, default: 0] += times
        }
      case .combine(let call):
        let runs = max(call.members.count, call.times ?? 1, 1)
        call.function.map { sites[$0, default: 0] += times * Double(runs) }
      case .repeated(let count, _): inside *= Double(count)
      default: break
      }
      for value in step.action.values {
        value.walk { value in
          guard case .thenable(let thenable) = value else { return }
          thenable.then.function.map { sites[$0, default: 0] += times }
        }
      }
      for block in step.action.blocks { count(block, times: inside, &sites) }
    }
  }

  /// How many events a host records of the program at the most; a library that causes more goes on and on.
  ///
  /// Far more than any library needs that keeps its promises, also where one function is called for each of many
  /// registrations; and no more than a runner reads of one trace.
  package var eventLimit: Int {
    min(Self.mostEvents, max(Self.fewestEvents, Int(min(work, 1e6)) * Self.eventsPerStep))
  }

  private static let eventsPerStep = 100
  private static let fewestEvents = 20_000
  private static let mostEvents = 900_000

  private static func work(of steps: [Step]) -> Double {
    steps.reduce(0) { sum, step in
      let inside = step.action.blocks.reduce(0) { $0 + work(of: $1) }
      return switch step.action {
      case .repeated(let times, _): sum + Double(times) * inside
      // Timed registrations are neither recorded nor called.
      case .measure(_, let times): sum + 1 + Double(times) / 4
      default: sum + 1 + inside
      }
    }
  }
}

extension Handler {
  /// The value that stands in the handler's place.
  package var value: Value? {
    if case .notFunction(let value) = self { value } else { nil }
  }

  /// The function's name.
  package var function: String? {
    if case .function(let name) = self { name } else { nil }
  }
}

extension Ending {
  /// The value that is returned or thrown.
  package var value: Value? {
    switch self {
    case .returns(let value), .throwing(let value): value
    case .givesThen: nil
    }
  }
}

extension Value {
  /// Calls the body for the value and those inside.
  package func walk(inGetters: Bool = true, _ body: (Value) -> Void) {
    body(self)
    switch self {
    case .name, .scalar, .text, .special, .error: break
    case .list(let elements): for element in elements { element.walk(inGetters: inGetters, body) }
    case .promise(_, let value, _): value?.walk(inGetters: inGetters, body)
    case .thenable(let thenable):
      thenable.then.value?.walk(inGetters: inGetters, body)
      guard inGetters else { return }
      for ending in thenable.get ?? [] { ending.value?.walk(body) }
    }
  }
}
