/// How much a program does.
extension Program {
  /// How many steps the program performs.
  ///
  /// Repeats and rounds multiply their steps; the steps of a function count once per registration.
  package var work: Double {
    let own = Self.work(of: steps)
    // Few programs have functions that do anything, and every scenario of a run is asked.
    guard functions.values.contains(where: { !$0.steps.isEmpty }) else { return own * Double(rounds) }
    let inside = functions.mapValues { Self.work(of: $0.steps) }.filter { $0.value > 0 }
    var calls = inside.mapValues { _ in 1.0 }
    // Each pass follows registrations one function further; a function that registers itself would
    // never converge.
    for _ in inside {
      var sites: [String: Double] = [:]
      let count = { (site: Site) in sites[site.function, default: 0] += site.times }
      Self.forEachSite(in: steps, times: 1, repeats: 0, count)
      for (name, times) in calls { Self.forEachSite(in: functions[name]?.steps ?? [], times: times, repeats: 0, count) }
      for (name, function) in functions {
        function.released.map { count(Site(function: $0, times: sites[name] ?? 0, repeats: 0)) }
      }
      let before = calls
      for name in inside.keys { calls[name] = min(max(1, sites[name] ?? 0), Self.maxCalls) }
      if calls == before { break }
    }
    let called = inside.reduce(0) { $0 + $1.value * (calls[$1.key] ?? 1) }
    return (called + own) * Double(rounds)
  }

  private static let maxCalls = 1e6

  /// How many repeats are around the innermost step of a performance.
  ///
  /// A function is inside the repeats where it is registered or passed on, and a host records at most
  /// ``RepeatIndices/limit`` of them.
  package var repeatDepth: Int {
    var hasRepeats = false
    forEachStep { step in if case .repeated = step.action { hasRepeats = true } }
    guard hasRepeats else { return 0 }
    var deepest = 0
    var depths: [String: Int] = [:]
    let note = { (site: Site) in
      depths[site.function] = max(depths[site.function] ?? 0, min(site.repeats, RepeatIndices.limit + 1))
    }
    // Each pass follows registrations one function further.
    for _ in 0...functions.count {
      let before = depths
      deepest = Self.forEachSite(in: steps, times: 1, repeats: 0, note)
      for (name, depth) in before {
        guard let function = functions[name] else { continue }
        deepest = max(deepest, Self.forEachSite(in: function.steps, times: 1, repeats: depth, note))
        function.released.map { note(Site(function: $0, times: 1, repeats: depth)) }
        for value in function.endings.compactMap(\.value) {
          Self.forEachSite(in: value) { note(Site(function: $0, times: 1, repeats: depth)) }
        }
      }
      if depths == before { break }
    }
    return deepest
  }

  /// A place where a program registers a function or passes it on.
  private struct Site {
    let function: String
    /// How often that is performed.
    let times: Double
    /// How many repeats are around it.
    let repeats: Int
  }

  /// Calls the body for each function that steps register or pass on; returns the most repeats around one of the steps.
  @discardableResult private static func forEachSite(
    in steps: [Step], times: Double, repeats: Int, _ body: (Site) -> Void
  ) -> Int {
    var deepest = repeats
    for step in steps {
      var (inside, depth) = (times, repeats)
      func note(_ function: String?, runs: Double = 1) {
        function.map { body(Site(function: $0, times: times * runs, repeats: repeats)) }
      }
      switch step.action {
      case .then(let call): for function in [call.onFulfilled.function, call.onRejected.function] { note(function) }
      case .start(let start): note(start.function)
      case .awaiting(let awaiting): for function in awaiting.functions { note(function) }
      case .combine(let call): note(call.function, runs: Double(max(call.members.count, call.times ?? 1, 1)))
      case .repeated(let count, _):
        inside *= Double(count)
        depth += 1
      default: break
      }
      for value in step.action.values { forEachSite(in: value) { note($0) } }
      for block in step.action.blocks {
        deepest = max(deepest, forEachSite(in: block, times: inside, repeats: depth, body))
      }
    }
    return deepest
  }

  /// Calls the body for each function of the thenables of a value.
  private static func forEachSite(in value: Value, _ body: (String) -> Void) {
    value.walk { value in if case .thenable(let thenable) = value { thenable.functions.forEach(body) } }
  }

  /// The most events that a host records; a library that causes more is taken to run forever.
  ///
  /// The limit is far above what a correct library needs, even if one function is called for each
  /// of many registrations. It is below what the runner reads of one trace.
  package var eventLimit: Int { min(Self.mostEvents, max(Self.minEvents, Int(min(work, 1e6)) * Self.eventsPerStep)) }

  private static let eventsPerStep = 100
  private static let minEvents = 20_000

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
