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
      Self.count(steps, times: 1, &sites)
      for (name, times) in calls { Self.count(functions[name]?.steps ?? [], times: times, &sites) }
      let before = calls
      for name in inside.keys { calls[name] = min(max(1, sites[name] ?? 0), Self.maxCalls) }
      if calls == before { break }
    }
    let called = inside.reduce(0) { $0 + $1.value * (calls[$1.key] ?? 1) }
    return (called + own) * Double(rounds)
  }

  private static let maxCalls = 1e6

  /// Adds how often steps that are performed `times` times register each function or pass it on.
  private static func count(_ steps: [Step], times: Double, _ sites: inout [String: Double]) {
    for step in steps {
      var inside = times
      switch step.action {
      case .then(let call):
        for function in [call.onFulfilled.function, call.onRejected.function].compactMap(\.self) {
          sites[function, default: 0] += times
        }
      case .start(let start): sites[start.function, default: 0] += times
      case .awaiting(let awaiting): for function in awaiting.functions { sites[function, default: 0] += times }
      case .combine(let call):
        let runs = max(call.members.count, call.times ?? 1, 1)
        call.function.map { sites[$0, default: 0] += times * Double(runs) }
      case .repeated(let count, _): inside *= Double(count)
      default: break
      }
      for value in step.action.values {
        value.walk { value in
          guard case .thenable(let thenable) = value else { return }
          for function in thenable.functions { sites[function, default: 0] += times }
        }
      }
      for block in step.action.blocks { count(block, times: inside, &sites) }
    }
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
