import APlusModel
import APlusQuiescence

/// How a run ended.
struct RunEnding {
  var ending: TraceEnding
  /// What its threads did, if one still computed.
  var computation: Computation?
  /// What its threads waited in, where nothing proves that none could run any more, or where that is asked for.
  var waits: [String]

  init(_ ending: TraceEnding, _ computation: Computation? = nil, waits: [String] = []) {
    self.ending = ending
    self.computation = computation
    self.waits = waits
  }

  /// The ending of a run whose threads still compute; reads the stack of the busiest.
  static func running(_ quiet: QuietTime) -> Self {
    let stack = quiet.busiest.map(ThreadStack.names) ?? []
    return Self(
      .running, Computation(used: Double(quiet.used) / 1e9, elapsed: Double(quiet.elapsed) / 1e9, stack: stack))
  }
}
