extension Program {
  /// How many steps the program performs, each as often as repeats and rounds say.
  ///
  /// Those of functions count once, however often the library calls them.
  package var work: Double {
    let functions = functions.values.reduce(0) { $0 + Self.work(of: $1.steps) }
    return (functions + Self.work(of: steps)) * Double(rounds)
  }

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
