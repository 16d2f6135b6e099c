extension Program {
  /// How many steps the program performs, each as often as repeats and rounds say.
  ///
  /// Those of functions count once, however often the library calls them.
  package var work: Double {
    let functions = functions.values.reduce(0) { $0 + Self.work(of: $1.steps) }
    return (functions + Self.work(of: steps)) * Double(rounds)
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
    steps.reduce(0) { $0 + work(of: $1) }
  }

  private static func work(of step: Step) -> Double {
    switch step.action {
    case .repeated(let times, let block): Double(times) * work(of: block)
    case .later(_, let block): 1 + work(of: block)
    case .lanes(let lanes): lanes.reduce(1) { $0 + work(of: $1) }
    // Timed registrations are neither recorded nor called.
    case .measure(_, let times): 1 + Double(times) / 4
    default: 1
    }
  }
}
